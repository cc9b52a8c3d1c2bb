// PostgreSQL servers of the drills' and the tests' own, which drills stop, start and promote.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-ports.ts';

const execute = promisify(execFile);
const BASE = '/usr/lib/postgresql';

export interface Cluster {
  readonly port: number;
  /** The address of its database `postgres`. */
  readonly url: string;
  /** The server's first process; throws while the server is stopped. */
  pid(): number;
  start(): Promise<void>;
  /** `fast` ends all connections in order; `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Whether the server runs, and has not ended itself. */
  isRunning(): Promise<boolean>;
  /** The folder of its data; {@link Cluster.moveTo} changes it. */
  data(): string;
  /** Its next start is on another folder, such as a restored one, at the same address. */
  moveTo(data: string): void;
  /** Runs a program as the server's user, in a folder that this user may write. */
  run(program: string, words: readonly string[], more?: Record<string, string>): Promise<string>;
  /** Starts such a program, which goes on until it is stopped. */
  spawn(program: string, words: readonly string[], more?: Record<string, string>): ChildProcess;
  /** The same as the user of this process. */
  asRoot(program: string, words: readonly string[]): Promise<void>;
  /** A folder that the server's user may write. */
  readonly folder: string;
  /** The folder of PostgreSQL's programs. */
  readonly bin: string;
  /** Makes a replica of it a server of its own. */
  promote(): Promise<void>;
  remove(): Promise<void>;
}

/** Settings of a server, such as `max_connections=120`. */
type Settings = readonly string[];

/** The folder of this machine's newest PostgreSQL, where Debian puts it. */
export function postgresPrograms(): string | undefined {
  const versions = existsSync(BASE) ? readdirSync(BASE) : [];
  const [newest] = versions.sort((a, b) => Number(b) - Number(a));
  return newest && join(BASE, newest, 'bin');
}

/**
 * Makes and starts a server with the newest PostgreSQL of this machine, in a folder of `parent`;
 * throws without one.
 */
export async function startCluster(settings: Settings = [], parent = tmpdir()): Promise<Cluster> {
  const words = ['-U', 'bonisa', '-A', 'trust', '-E', 'UTF8'];
  const make = (run: Run, data: string) => run('initdb', '-D', data, ...words);
  return await startServer(settings, make, parent);
}

/** Copies a running server and starts the copy as its streaming replica. */
export async function startReplica({ port }: Pick<Cluster, 'port'>): Promise<Cluster> {
  const from = `host=127.0.0.1 port=${port} user=bonisa application_name=replica`;
  return await startServer([], (run, data) =>
    run('pg_basebackup', '-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast'),
  );
}

type Run = (program: string, ...words: readonly string[]) => Promise<void>;

async function startServer(
  more: Settings,
  make: (run: Run, data: string) => Promise<void>,
  parent = tmpdir(),
): Promise<Cluster> {
  const bin = postgresPrograms();
  if (!bin) throw new Error('drills need PostgreSQL (Debian: apt-get install postgresql)');
  const folder = await mkdtemp(join(parent, 'bonisa-drill-postgres-'));
  const user = await unprivileged();
  if (user) await chown(folder, user.uid, user.gid);
  let data = join(folder, 'data');
  const port = await freePort();
  const options = { ...user, cwd: folder };
  const run: Run = async (program, ...words) => {
    await execute(join(bin, program), words, options);
  };
  await make(run, data);
  const settings = [
    `-p ${port}`,
    ...[
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      // A crash of the server is part of the drills, so commits are flushed as in production.
      'max_connections=120',
      ...more,
    ].map((one) => `-c ${one}`),
  ].join(' ');
  const control = (...words: readonly string[]) => run('pg_ctl', '-D', data, '-w', '-s', ...words);
  const start = () => control('-l', join(folder, 'log'), '-o', settings, 'start');
  await start();
  const variables = (more: Record<string, string> = {}) => ({
    PATH: `${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'bonisa',
    VERIFY_USER: 'bonisa',
    TMPDIR: folder,
    ...more,
  });
  return {
    port,
    url: `postgres://bonisa@127.0.0.1:${port}/postgres`,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
    folder,
    bin,
    asRoot: async (program, words) => {
      await execute(program, [...words]);
    },
    data: () => data,
    moveTo: (other) => {
      data = other;
    },
    run: async (program, words, more) => {
      const env = variables(more);
      const { stdout } = await execute(program, [...words], { ...options, env });
      return stdout.trim();
    },
    spawn: (program, words, more) =>
      spawn(program, words, { ...options, env: variables(more), stdio: 'ignore' }),
    start,
    stop: (how) => control('-m', how, 'stop'),
    isRunning: () =>
      control('status').then(
        () => true,
        () => false,
      ),
    promote: () => control('promote'),
    remove: async () => {
      await control('-m', 'immediate', 'stop').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL and PgBouncer refuse to run as root: they run as the system's `postgres` user. */
export async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string): Promise<number> =>
    Number((await execute('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}
