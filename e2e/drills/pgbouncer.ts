// PgBouncer before a server, which gives connections out by transaction.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../scripts/free-ports.ts';
import { unprivileged } from './cluster.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const START_MS = 30_000;

export interface Pooler {
  readonly port: number;
  readonly version: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts PgBouncer before the server at `server`, with so many connections to a database. */
export async function startPooler(server: number, size = 10): Promise<Pooler> {
  if (!existsSync(PROGRAM))
    throw new Error('this drill needs PgBouncer (Debian: apt-get install pgbouncer)');
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-drill-pgbouncer-'));
  const user = await unprivileged();
  if (user) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  const [file, log] = [join(folder, 'pgbouncer.ini'), join(folder, 'log')];
  await writeFile(join(folder, 'users'), '"bonisa" ""\n');
  await writeFile(
    file,
    `[databases]
* = host=127.0.0.1 port=${server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 500
logfile = ${log}
`,
  );
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(PROGRAM, ['-q', file], { ...user, stdio: 'ignore' });
    for (const until = Date.now() + START_MS; Date.now() < until; await wait(20)) {
      if (child.exitCode !== null) break;
      if (await listens(port)) return;
    }
    throw new Error(`PgBouncer did not start: ${await readFile(log, 'utf8').catch(() => '')}`);
  };
  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, 'exit');
    // At once, without waiting for clients.
    child.kill('SIGTERM');
    await end;
  };
  await start();
  return {
    port,
    version: String(execFileSync(PROGRAM, ['--version'])).split('\n')[0] ?? '',
    start,
    stop,
    remove: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
}
