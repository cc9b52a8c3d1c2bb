/** The database: reached, new enough, with rights, what stands in between. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Config } from '../config.ts';
import { holderOf } from '../platform/database/data-dir-lock.ts';
import type { Database } from '../platform/database/database.ts';
import { reasonOf } from '../platform/database/database-away.ts';
import { CONNECTIONS_LEFT, clockOffset } from '../platform/database/database-watch.ts';
import { type JoiningSecrets, keyProblem } from '../platform/secrets/lasting-secret.ts';
import { clockFinding } from './clock.check.ts';
import { type Finding, findingsOf } from './finding.ts';
import { checkMigrations } from './migrations.check.ts';
import { isLoopback } from './unsafe-settings.check.ts';

const { error, warning, ok } = findingsOf('database');
const NAME = 'DATABASE_URL';
const CONNECT_MS = 5000;
/** The connections of one process: see 'An outage of the database' in docs/recovery.md. */
const CONNECTIONS = 15;
const ROUNDS = 5;

/** Tries the database of the configuration. It writes nothing. */
export async function checkDatabase(config: Config, secrets?: JoiningSecrets): Promise<Finding[]> {
  if (config.databaseUrl === undefined) return [embedded(config), sameClock()];
  const clients = [newClient(config.databaseUrl), newClient(config.databaseUrl)] as const;
  try {
    for (const client of clients) await client.connect();
    return await checkServer(clients, config, secrets);
  } catch (problem) {
    return [error(NAME, `the server cannot be used: ${reasonOf(problem)}`, remedyOf(problem))];
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
}

function embedded({ dataDir }: Config): Finding {
  const name = 'DATA_DIR';
  if (!existsSync(join(dataDir, 'database')))
    return ok(name, 'embedded database, which the first start creates');
  const holder = holderOf(dataDir);
  return ok(name, `embedded database${holder ? `, last used by process ${holder}` : ''}`);
}

function sameClock(): Finding {
  return findingsOf('clock').ok('database', "is embedded: its clock is this machine's");
}

/** A connection for checks. */
export function newClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bonisa check',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  // A connection that is lost makes its statement fail, which is what is reported.
  client.on('error', () => undefined);
  return client;
}

function remedyOf(problem: unknown): string {
  const code = String((problem as { code?: unknown }).code ?? '');
  if (/^28/.test(code)) return 'correct user and password, and pg_hba.conf of the server';
  if (code === '3D000') return 'create the database: createdb --owner USER NAME';
  if (code === '53300') return 'raise max_connections, or end programs that hold connections';
  return 'is the server running, and does its firewall let this machine in?';
}

type Clients = readonly [pg.Client, pg.Client];

async function checkServer(
  clients: Clients,
  config: Config,
  secrets: JoiningSecrets | undefined,
): Promise<Finding[]> {
  const [client] = clients;
  const facts = await factsOf(client);
  if (facts.version < 150_000)
    return [error(NAME, `PostgreSQL ${facts.release}`, 'PostgreSQL 15 or newer')];
  return [
    ok(NAME, `PostgreSQL ${facts.release}`),
    ...aboutServer(facts),
    ...aboutNetwork(facts, config.databaseUrl ?? '', config.mode),
    ...(await checkMigrations(client)),
    ...(secrets ? await aboutKey(client, secrets) : []),
    ...poolerFindings(await backendsOf(clients), config),
    clockFinding('database', (await clockOffset(client)) / 1000),
  ];
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
  readonly trigrams: 'installed' | 'available' | 'missing';
  readonly encrypted: boolean | null;
  readonly free: number;
}

/** All facts in one statement. */
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
      case when exists (select from pg_extension where extname = 'pg_trgm') then 'installed'
        when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
        else 'missing' end as trigrams,
      (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
      ${CONNECTIONS_LEFT} as free`);
  const [facts] = rows;
  if (!facts) throw new Error('the server answered nothing');
  return facts;
}

/** The database remembers which `SECRET_KEY` it was used with. */
async function aboutKey(client: pg.Client, secrets: JoiningSecrets): Promise<Finding[]> {
  const { rows } = await client.query<{ found: string | null }>(
    "select to_regclass('public.installation_facts')::text as found",
  );
  if (!rows[0]?.found) return [];
  const now = new Date(Date.now() - (await clockOffset(client)));
  const problem = await keyProblem(drizzle(client) as unknown as Database, secrets, now);
  if (problem === undefined) return [ok('SECRET_KEY', 'is one that the database knows')];
  const [name = 'SECRET_KEY', ...said] = problem.split(': ');
  const remedy = "'Rotating secrets' in docs/operations.md";
  return [error(name, `the start is refused: ${said.join(': ')}`, remedy)];
}

/** What is wrong with a server that answers. */
export function aboutServer(facts: ServerFacts): Finding[] {
  const found: Finding[] = [];
  if (facts.replica) found.push(error(NAME, 'is a replica, which takes no writes', 'the primary'));
  if (facts.encoding !== 'UTF8')
    found.push(error(NAME, `has the encoding ${facts.encoding}`, 'create the database with UTF8'));
  if (!facts.creates)
    found.push(
      error(
        NAME,
        'the user may not create schemas and tables, so migrations fail',
        'make the user the owner of the database: alter database NAME owner to USER',
      ),
    );
  if (facts.trigrams === 'missing')
    found.push(
      error(NAME, 'the extension pg_trgm is missing', "install PostgreSQL's contrib package"),
    );
  if (!facts.durable)
    found.push(
      warning(
        NAME,
        'may lose answered writes in a crash (fsync, full_page_writes or synchronous_commit is off)',
        'turn all three on: these are records of money',
      ),
    );
  if (facts.free < CONNECTIONS)
    found.push(
      warning(
        NAME,
        `has ${facts.free} free connections, and each process needs up to ${CONNECTIONS}`,
        'raise max_connections',
      ),
    );
  return found;
}

/** Whether money and numbers cross a network in clear. */
export function aboutNetwork(
  { encrypted }: Pick<ServerFacts, 'encrypted'>,
  url: string,
  mode: Config['mode'],
): Finding[] {
  const host = URL.parse(url)?.hostname ?? '';
  const isHere = host === '' || isLoopback(host);
  if (mode !== 'production' || isHere || encrypted !== false) return [];
  return [
    warning(NAME, 'is not encrypted, and the server is elsewhere', 'add ?sslmode=verify-full'),
  ];
}

/** The backend of each of two open connections, asked in turn. */
async function backendsOf(clients: Clients): Promise<readonly (readonly [number, number])[]> {
  const rounds: [number, number][] = [];
  const backendOf = async (client: pg.Client): Promise<number> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;
  for (let round = 0; round < ROUNDS; round++)
    rounds.push([await backendOf(clients[0]), await backendOf(clients[1])]);
  return rounds;
}

/**
 * Two open connections never share a backend, and none changes it, unless a pooler gives backends
 * out by transaction (PgBouncer's `pool_mode = transaction` or `statement`).
 */
export function poolerFindings(
  rounds: readonly (readonly [number, number])[],
  { databasePooled, databaseDirectUrl }: Pick<Config, 'databasePooled' | 'databaseDirectUrl'>,
): Finding[] {
  const [first] = rounds;
  const isPooled = rounds.some(([a, b]) => a === b || a !== first?.[0] || b !== first?.[1]);
  if (!isPooled) return [];
  if (!databasePooled)
    return [
      error(
        NAME,
        'a pooler (PgBouncer) gives connections out by transaction: prepared statements and time limits of sessions do not hold there',
        'set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the server itself',
      ),
    ];
  if (databaseDirectUrl) return [ok('DATABASE_POOLER', 'gives connections out by transaction')];
  return [
    warning(
      'DATABASE_POOLER',
      'no notices of changes arrive through it, and long work takes its connections',
      'set DATABASE_DIRECT_URL to the server itself',
    ),
  ];
}
