import { join } from 'node:path';
import pg from 'pg';
import { postgresPrograms, startCluster } from '../e2e/drills/cluster.ts';

/** The meaning of `--database-url` for {@link openPostgres}. */
export const SERVER_MEANING =
  'a PostgreSQL server (databases are made and dropped); without it one is made for this run';

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

/**
 * A PostgreSQL server for measurements: the one at `url`, in which databases are created and
 * dropped again, or one started for this run from this machine's programs with default settings
 * (commits are flushed to disk) but `settings`. Returns `undefined` if there is neither.
 */
export async function openPostgres(
  url: string | undefined,
  settings: readonly string[] = [],
): Promise<PostgresServer | undefined> {
  const programs = postgresPrograms();
  const pgbench = programs && join(programs, 'pgbench');
  if (url) return await attach(url, { pid: undefined, pgbench, stop: async () => undefined });
  if (!programs) return undefined;
  const cluster = await startCluster(settings);
  // The server is in no group of this process: a run that is broken off must end it.
  process.once('SIGINT', () => {
    process.kill(cluster.pid(), 'SIGQUIT');
    process.exit(130);
  });
  return await attach(cluster.url, { pid: cluster.pid(), pgbench, stop: cluster.remove });
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

/** Connects to `url` for the work. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The bytes that the server of an open connection has written to its log so far. */
export async function walOf(connection: Pick<pg.Client | pg.Pool, 'query'>): Promise<number> {
  const { rows } = await connection.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes`,
  );
  return Number(rows[0]?.bytes);
}
