import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const CONFIG = join(import.meta.dirname, '../../../../../deploy/nginx.conf');
const PROGRAM = '/usr/sbin/nginx';
const START_MS = 10_000;

/** The line of a process in the upstreams of the file. */
const SERVER = 'server 127.0.0.1:3000 max_fails=1 fail_timeout=1s;';
const serverAt = (port: number): string => SERVER.replace('3000', `${port}`);
const backupAt = (port: number): string => serverAt(port).replace(';', ' backup;');

export interface TestNginx {
  /** Its first process; the workers are its children. */
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 *  Starts nginx with `deploy/nginx.conf` on a port of this machine, before the processes at
 * `sites`, those at `calls` that serve no pages, and the files in `folder`. Installs Debian's nginx
 * if there is none and the tests run as root.
 */
export async function startNginx({
  port,
  sites,
  calls = [],
  folder,
}: {
  readonly port: number;
  readonly sites: readonly number[];
  readonly calls?: readonly number[];
  readonly folder: string;
}): Promise<TestNginx> {
  requireNginx();
  const own = await mkdtemp(join(tmpdir(), 'nginx-'));
  await mkdir(join(own, 'temp'));
  const config = replaced(await readFile(CONFIG, 'utf8'), {
    'user www-data;': process.getuid?.() === 0 ? 'user root;' : '',
    '/run/nginx.pid': join(own, 'pid'),
    '/var/log/nginx/error.log': join(own, 'error.log'),
    '/var/log/nginx/access.log': join(own, 'access.log'),
    '/var/cache/nginx/bonisa': join(own, 'checks'),
    [`${SERVER} # calls`]: [
      ...calls.map(serverAt),
      ...sites.map(calls[0] ? backupAt : serverAt),
    ].join('\n'),
    [SERVER]: sites.map(serverAt).join('\n'),
    'listen 8080;': `listen 127.0.0.1:${port};`,
    '/srv/bonisa/files': folder,
    'server_tokens off;': ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${join(own, 'temp', name)};`)
      .join('\n'),
  });
  const file = join(own, 'nginx.conf');
  await writeFile(file, config);
  const options = ['-c', file, '-p', own, '-e', join(own, 'error.log'), '-g', 'daemon off;'];
  const child = spawn(PROGRAM, options, { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(own, { recursive: true, force: true });
  };
  if (!(await listens(port, child))) {
    const log = await readFile(join(own, 'error.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`nginx did not start: ${log}`);
  }
  return { pid: child.pid ?? 0, stop };
}

/** Throws for a text that the file does not have, so that no test runs with a part of it. */
function replaced(config: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not have: ${from}`);
    return text.replaceAll(from, to);
  }, config);
}

function requireNginx(): void {
  if (existsSync(PROGRAM)) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const words of [['update'], ['install', '-y', '--no-install-recommends', 'nginx-light']])
      spawnSync('apt-get', ['-qq', ...words], { env, stdio: 'ignore' });
  }
  if (!existsSync(PROGRAM))
    throw new Error('These tests need nginx: install it (Debian: apt-get install nginx-light)');
}

async function listens(port: number, child: ChildProcess): Promise<boolean> {
  for (const until = Date.now() + START_MS; Date.now() < until; await delay(20)) {
    if (child.exitCode !== null) return false;
    const socket = connect(port, '127.0.0.1');
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return true;
  }
  return false;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = once(child, 'exit');
  child.kill('SIGTERM');
  await end;
}
