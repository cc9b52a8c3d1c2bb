import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const DEPLOY = join(import.meta.dirname, '../../../../deploy');
const PROGRAM = '/usr/sbin/nginx';
const START_MS = 10_000;

/** The folder of built files in `nginx.conf` and `nginx-tls.conf`, and the one of this checkout. */
export const BUILT = '/srv/bonisa/apps/web/build/client';
export const BUILT_HERE = join(DEPLOY, '../apps/web/build/client');

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
 * `sites`, those at `calls` that serve no pages, the files in `folder`, and the built files in
 * `built`. Installs Debian's nginx if there is none and the tests run as root.
 */
export async function startNginx({
  port,
  sites,
  calls = [],
  folder,
  built,
}: {
  readonly port: number;
  readonly sites: readonly number[];
  readonly calls?: readonly number[];
  readonly folder: string;
  readonly built?: string;
}): Promise<TestNginx> {
  return await runNginx('nginx.conf', port, (own) => ({
    'user www-data;': process.getuid?.() === 0 ? 'user root;' : '',
    '/var/cache/nginx/bonisa': join(own, 'checks'),
    [`${SERVER} # calls`]: [
      ...calls.map(serverAt),
      ...sites.map(calls[0] ? backupAt : serverAt),
    ].join('\n'),
    [SERVER]: sites.map(serverAt).join('\n'),
    'listen 8080;': `listen 127.0.0.1:${port};`,
    '/srv/bonisa/files': folder,
    [BUILT]: built ?? join(own, 'built'),
  }));
}

/**
 * Starts nginx with a file of `deploy/` and these changes of its text, where `own` is a folder of
 * this nginx; resolves when it listens on `port`.
 */
export async function runNginx(
  name: 'nginx.conf' | 'nginx-tls.conf' | 'nginx-edge.conf',
  port: number,
  changesOf: (own: string) => Readonly<Record<string, string>>,
): Promise<TestNginx> {
  requireNginx();
  const own = await mkdtemp(join(tmpdir(), 'nginx-'));
  await mkdir(join(own, 'temp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((one) => `${one}_temp_path ${join(own, 'temp', one)};`)
    .join('\n');
  const text = replaced(name, await readFile(join(DEPLOY, name), 'utf8'), changesOf(own));
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const log = `access_log ${join(own, 'access.log')};`;
  // The file for an edge is included in the http block of another one.
  const config = text.includes('\nhttp {')
    ? replaced(name, text, {
        '/run/nginx.pid': join(own, 'pid'),
        '/var/log/nginx': own,
        'server_tokens off;': `server_tokens off;\n${temporary}`,
      })
    : `${user} pid ${join(own, 'pid')}; events { worker_connections 4096; } http { ${log} ${temporary}\n${text} }`;
  const file = join(own, 'nginx.conf');
  await writeFile(file, config);
  const options = ['-c', file, '-p', own, '-e', join(own, 'error.log'), '-g', 'daemon off;'];
  const child = spawn(PROGRAM, options, { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(own, { recursive: true, force: true });
  };
  if (!(await listens(port, child))) {
    const said = await readFile(join(own, 'error.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`nginx did not start: ${said}`);
  }
  return { pid: child.pid ?? 0, stop };
}

/** Throws for a text that the file does not have, so that no test runs with a part of it. */
function replaced(name: string, config: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/${name} does not have: ${from}`);
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
