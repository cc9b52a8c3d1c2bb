import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../scripts/free-ports.ts';
import { endChild, execute } from './child.ts';

export interface PostgresServer {
  /** The server's version as it reports it. */
  readonly version: string;
  /** The server's process; `undefined` if the server was given by address. */
  readonly pid: number | undefined;
  /** The path of `pgbench`; `undefined` if this machine has none. */
  readonly pgbench: string | undefined;
  /** Creates an empty database and returns its address; `stop` drops it. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 30_000;

/**
 * A PostgreSQL server for measurements: the one at `url`, in which databases are created and
 * dropped again, or one started for this run from this machine's programs with default settings
 * (commits are flushed to disk). Returns `undefined` if there is neither.
 */
export async function openPostgres(url: string | undefined): Promise<PostgresServer | undefined> {
  const programs = findPrograms();
  if (url)
    return await attach(url, {
      pid: undefined,
      pgbench: programs && join(programs, 'pgbench'),
      stop: async () => undefined,
    });
  if (!programs) return undefined;
  return await makeCluster(programs);
}

/** The newest PostgreSQL in Debian's folders. */
function findPrograms(): string | undefined {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return undefined;
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(base, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

async function makeCluster(programs: string): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-bench-postgres-'));
  const user = await unprivileged();
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const port = await freePort(1);
  await execute(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'bonisa', '-A', 'trust', '-E', 'UTF8', '--no-locale'],
    { ...user, cwd: folder },
  );
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
    ],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const stop = async (): Promise<void> => {
    await endChild(server, { signal: 'SIGINT', withinMs: 15_000 });
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = `postgres://bonisa@127.0.0.1:${port}/postgres`;
    await untilAnswers(url, () => server.exitCode !== null);
    return await attach(url, { pid: server.pid, pgbench: join(programs, 'pgbench'), stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

/** PostgreSQL refuses to run as root: then it runs as the system's `postgres` user. */
async function unprivileged(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = async (option: string): Promise<number> =>
    Number((await execute('id', [option, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

async function untilAnswers(url: string, hasEnded: () => boolean): Promise<void> {
  const began = performance.now();
  for (;;) {
    try {
      return await withClient(url, async () => undefined);
    } catch (error) {
      if (hasEnded() || performance.now() - began > STARTS_WITHIN_MS)
        throw new Error('the PostgreSQL server made for this run did not start', { cause: error });
      await wait(100);
    }
  }
}

async function attach(
  url: string,
  own: Pick<PostgresServer, 'pid' | 'pgbench' | 'stop'>,
): Promise<PostgresServer> {
  const made: string[] = [];
  const version = await withClient(
    url,
    async (client) =>
      (await client.query<{ server_version: string }>('show server_version')).rows[0]
        ?.server_version,
  );
  return {
    ...own,
    version: (version ?? 'unknown').split(' ')[0] ?? 'unknown',
    createDatabase: async (name) => {
      const full = `bonisa_bench_${process.pid}_${name}`;
      await withClient(url, (client) => client.query(`create database ${full}`));
      made.push(full);
      const address = new URL(url);
      address.pathname = `/${full}`;
      return address.href;
    },
    stop: async () => {
      for (const name of made)
        await withClient(url, (client) => client.query(`drop database ${name} with (force)`));
      await own.stop();
    },
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
