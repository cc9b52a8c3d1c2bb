import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { leanPglite } from './lean-pglite.ts';
import { nameStatements } from './named-statements.ts';

/** What repositories speak to: a database or a transaction of it, PGlite and PostgreSQL alike. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database, and what it takes to close it. */
export interface OpenDatabase {
  readonly db: Database;
  readonly kind: 'pglite' | 'postgres';
  /** For parts that bring their own SQL (the job queue). */
  readonly pglite: PGlite | undefined;
  readonly pool: pg.Pool | undefined;
  /** Answers once a statement went through; rejects where the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** What our migrations add to a database; PostgreSQL brings it along, PGlite is handed it. */
export const PGLITE_EXTENSIONS = { pg_trgm };

/** Any number that no other user of the database takes: one process migrates, the others wait for it. */
const MIGRATION_LOCK = 7_236_501;

/** Opens the embedded database below `folder`; `undefined` keeps it in memory. Its statements run one after the other. */
export async function openPglite(folder: string | undefined): Promise<OpenDatabase> {
  if (folder) await mkdir(folder, { recursive: true });
  const pglite = await PGlite.create({ extensions: PGLITE_EXTENSIONS, ...(folder ? { dataDir: folder } : {}) });
  return wrapPglite(pglite);
}

/** Makes an {@link OpenDatabase} of a PGlite that is already there. */
export function wrapPglite(pglite: PGlite): OpenDatabase {
  const db = drizzlePglite(leanPglite(pglite) as never) as unknown as Database;
  return {
    db,
    kind: 'pglite',
    pglite,
    pool: undefined,
    ping: async () => void (await db.execute(sql`select 1`)),
    close: () => pglite.close(),
  };
}

/**
 * Statements here take milliseconds. The server would compile one that it takes for a long one, which takes longer than the
 * statement itself, or part it among processes; and a scan begins at the beginning, so that a limit cuts at the same place.
 */
const SHORT_STATEMENTS = 'set jit = off; set max_parallel_workers_per_gather = 0; set synchronize_seqscans = off';

/** Opens a PostgreSQL server (15 or newer). Throws where it cannot be reached or is too old. */
export async function openPostgres(url: string, connections = 10): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'bonisa',
    onConnect: async (client) => void (await client.query(SHORT_STATEMENTS)),
  });
  // An idle connection that the server drops must not end the process; the next query opens a new one.
  pool.on('error', () => undefined);
  nameStatements(pool);
  const db = drizzlePg(pool) as unknown as Database;
  const version = await pool.query<{ server_version_num: string }>('show server_version_num').catch(async (error: unknown) => {
    await pool.end();
    throw new Error(`DATABASE_URL: the server cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  if (Number(version.rows[0]?.server_version_num ?? 0) < 150_000) {
    await pool.end();
    throw new Error('DATABASE_URL: needs PostgreSQL 15 or newer');
  }
  return { db, kind: 'postgres', pglite: undefined, pool, ping: async () => void (await pool.query('select 1')), close: () => pool.end() };
}

/** Several addresses of one name that all fail come as an error without words of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Brings the tables to today's shape; safe to call from several processes at once. */
export async function migrate(open: OpenDatabase): Promise<void> {
  if (open.pglite) return await migratePglite(open.db as never, { migrationsFolder: MIGRATIONS });
  if (!open.pool) throw new Error('the database has neither a server nor a folder');
  const client = await open.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePg(drizzlePg(client) as never, { migrationsFolder: MIGRATIONS });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.release();
  }
}

/** Whether an error is the database's refusal of a second row with the same key; `constraint` narrows it to one key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint: violated } = cause as Error & { code?: string; constraint?: string };
    if (code === '23505') return constraint === undefined || violated === constraint;
  }
  return false;
}

/** The rows that a statement written as SQL answers; `Row` is what its author knows of them. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}

/** Holds a lock named by a text until the transaction ends: what is decided from a count must not be decided twice at once. */
export async function lockFor(transaction: Database, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
