import { MOST_SECONDS, wordsFor } from '@bonisa/kit/clock/clock-check';
import type { Database } from '@bonisa/kit/database/database';
import { reasonOf } from '@bonisa/kit/database/database-away';
import { CONNECTIONS_LEFT, clockOffset } from '@bonisa/kit/database/database-watch';
import { loadSecrets } from '@bonisa/kit/secrets/secrets';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Config } from '../config.ts';
import { brandStartProblems } from './brand.check.ts';
import { error, type Problem, type Result, type Subject, warning } from './check.ts';
import { firstSaleProblems } from './first-sale.check.ts';
import { checkMigrations } from './migrations.check.ts';
import { secretKeyProblems } from './secret-keys.check.ts';
import { isLoopback } from './settings.check.ts';

const NAME = 'DATABASE_URL';
const DIRECT = 'DATABASE_DIRECT_URL';
const CONNECT_MS = 5000;
/** The connections of one process: see 'An outage of the database' in docs/recovery.md. */
const CONNECTIONS = 15;
const ROUNDS = 5;

/** Tries the server of the configuration, and what stands in between. It writes nothing. */
export async function checkDatabase({ config }: Subject): Promise<Result> {
  const { databaseUrl: url, databaseDirectUrl: direct } = config;
  if (url === undefined) return 'the database is embedded';
  return await withClient(NAME, url, (client, db) =>
    withClient(NAME, url, async (second) => {
      const ahead = (await clockOffset(client)) / 1000;
      return [
        ...serverProblems(await factsOf(client), config),
        ...(await checkMigrations(client)),
        ...(await keyProblems(client, db, config)),
        ...(await brandStartProblems(db, config)),
        ...(config.mode === 'production' ? await firstSaleProblems(db, new Date()) : []),
        ...poolerProblems(await backendsOf(client, second), config),
        ...(direct ? await withClient(DIRECT, direct, (server) => differ(client, server)) : []),
        ...(Math.abs(ahead) > MOST_SECONDS ? [error('clock', wordsFor('database', ahead))] : []),
      ];
    }),
  );
}

/** The keys of a database with tables. */
async function keyProblems(client: pg.Client, db: Database, config: Config): Promise<Problem[]> {
  // A demo would make its secrets here.
  if (config.mode !== 'production') return [];
  const { rows } = await client.query<{ found: string | null }>(
    "select to_regclass('public.installation_facts')::text as found",
  );
  if (!rows[0]?.found) return [];
  const now = new Date(Date.now() - (await clockOffset(client)));
  return await secretKeyProblems(db, await loadSecrets(config), now);
}

/** Works with a connection; a server that cannot be used is an error of the variable. */
async function withClient(
  name: string,
  url: string,
  work: (client: pg.Client, db: Database) => Promise<Problem[]>,
): Promise<Problem[]> {
  return await withServer(url, work).catch((problem: unknown) => [
    error(name, `the server cannot be used: ${reasonOf(problem)}`),
  ]);
}

/** Works with one connection to a server. Rejects where it cannot be used. */
export async function withServer<Result>(
  url: string,
  work: (client: pg.Client, db: Database) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bonisa check',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // A connection that is lost makes its statement fail, which is what is reported.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client, drizzle(client) as unknown as Database);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export interface ServerFacts {
  readonly version: number;
  readonly release: string;
  readonly encoding: string;
  readonly replica: boolean;
  readonly durable: boolean;
  /** Whether the user may create schemas, and tables in `public`. */
  readonly creates: boolean;
  /** Whether the extension that search needs is there, or can be installed. */
  readonly trigrams: boolean;
  readonly encrypted: boolean;
  readonly free: number;
}

async function factsOf(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(`
    select current_setting('server_version_num')::int as version,
      current_setting('server_version') as release,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as replica,
      current_setting('fsync')::bool and current_setting('full_page_writes')::bool
        and current_setting('synchronous_commit') <> 'off' as durable,
      has_database_privilege(current_database(), 'CREATE')
        and has_schema_privilege('public', 'CREATE') as creates,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams,
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), true) as encrypted,
      ${CONNECTIONS_LEFT} as free`);
  const [facts] = rows;
  if (!facts) throw new Error('the server answered nothing');
  return facts;
}

/** What is wrong with a server that answers. */
export function serverProblems(
  facts: ServerFacts,
  { mode, databaseUrl = '' }: Pick<Config, 'mode' | 'databaseUrl'>,
): Problem[] {
  const host = URL.parse(databaseUrl)?.hostname ?? '';
  const isElsewhere = mode === 'production' && host !== '' && !isLoopback(host);
  const found: readonly (readonly [isWrong: boolean, make: typeof error, says: string])[] = [
    [facts.version < 150_000, error, `is PostgreSQL ${facts.release}; 15 or newer is needed`],
    [facts.replica, error, 'is a replica, which takes no writes; the primary is needed'],
    [facts.encoding !== 'UTF8', error, `has the encoding ${facts.encoding}; UTF8 is needed`],
    [
      !facts.creates,
      error,
      'the user may not create schemas and tables; alter database NAME owner to USER',
    ],
    [!facts.trigrams, error, "the extension pg_trgm is missing; PostgreSQL's contrib package"],
    [
      !facts.durable,
      warning,
      'may lose answered writes in a crash; turn fsync, full_page_writes and synchronous_commit on',
    ],
    [
      facts.free < CONNECTIONS,
      warning,
      `has ${facts.free} free connections, and each process needs up to ${CONNECTIONS}; raise max_connections`,
    ],
    [
      isElsewhere && !facts.encrypted,
      warning,
      'goes over the network in clear; add ?sslmode=verify-full',
    ],
  ];
  return found.filter(([isWrong]) => isWrong).map(([, make, says]) => make(NAME, says));
}

/** The backend of each of two open connections, read in turn. */
async function backendsOf(...clients: readonly [pg.Client, pg.Client]): Promise<Backends> {
  const rounds: [number, number][] = [];
  const backendOf = async (client: pg.Client): Promise<number> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await backendOf(clients[0]), await backendOf(clients[1])]);
  return rounds;
}

type Backends = readonly (readonly [number, number])[];

/**
 * Two open connections never share a backend, and none changes it, unless a pooler gives backends
 * out by transaction (PgBouncer's `pool_mode = transaction` or `statement`).
 */
export function poolerProblems(
  rounds: Backends,
  { databasePooled }: Pick<Config, 'databasePooled'>,
): Problem[] {
  const [first] = rounds;
  const isPooled = rounds.some(([a, b]) => a === b || a !== first?.[0] || b !== first?.[1]);
  if (databasePooled || !isPooled) return [];
  return [
    error(
      NAME,
      'is a pooler that gives connections out by transaction, where prepared statements and time limits of sessions do not hold; DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL for the server itself',
    ),
  ];
}

/** Whether two addresses lead to two databases. */
async function differ(...clients: readonly [pg.Client, pg.Client]): Promise<Problem[]> {
  const [pooled, direct] = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select concat_ws(' ', (select system_identifier from pg_control_system()),
           current_database()) as name`,
      );
      return rows[0]?.name;
    }),
  );
  return pooled === direct ? [] : [error(DIRECT, `is of another database than ${NAME}`)];
}
