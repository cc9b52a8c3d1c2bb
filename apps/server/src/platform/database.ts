import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import { DatabaseAwayError, reasonOf } from './database-away.ts';
import { DATABASE_LIMITS, type DatabaseLimits } from './database-limits.ts';
import { explainFolder, prepareEmbeddedFolder } from './embedded-folder.ts';
import { createPgliteClient } from './prepared-statements.ts';
import { createServerState, ServerPool, type ServerState } from './server-pool.ts';

/** What repositories speak to: a database or a transaction of it, PGlite and PostgreSQL alike. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database, and what it takes to close it. */
export interface OpenDatabase {
  readonly db: Database;
  /**
   * For long work (migrations, reconciliation, the search index): a statement has an hour here. The
   * same as `db` in the embedded database.
   */
  readonly long: Database;
  readonly kind: 'pglite' | 'postgres';
  /** For parts that bring their own SQL (the job queue). */
  readonly pglite: PGlite | undefined;
  readonly pool: ServerPool | undefined;
  readonly longPool: ServerPool | undefined;
  /** Whether the server answers; the embedded database always does. */
  readonly state: ServerState;
  /** Answers once a statement went through; rejects where the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** What our migrations add to a database; PostgreSQL brings it along, PGlite is handed it. */
export const PGLITE_EXTENSIONS = { pg_trgm };

/**
 * Any number that no other user of the database takes: one process migrates, the others wait for
 * it.
 */
const MIGRATION_LOCK = 7_236_501;

/**
 * Opens the embedded database below `folder`; `undefined` keeps it in memory. Its statements run
 * one after the other. Throws an {@link EmbeddedDatabaseError} where the folder has lost its
 * database, or holds one that cannot be opened.
 */
export async function openPglite(
  folder: string | undefined,
  now = new Date(),
): Promise<OpenDatabase> {
  if (!folder) return wrapPglite(await PGlite.create({ extensions: PGLITE_EXTENSIONS }));
  const { made } = await prepareEmbeddedFolder(folder, now);
  const pglite = await PGlite.create({ extensions: PGLITE_EXTENSIONS, dataDir: folder }).catch(
    async (error: unknown) => {
      throw await explainFolder(folder, error);
    },
  );
  // From here on a missing folder is a lost one.
  await made();
  return wrapPglite(pglite);
}

/** Makes an {@link OpenDatabase} of a PGlite that is already there. */
export function wrapPglite(pglite: PGlite): OpenDatabase {
  const state = createServerState();
  const db = drizzlePglite(createPgliteClient(pglite, state) as never) as unknown as Database;
  return {
    db,
    long: db,
    kind: 'pglite',
    pglite,
    pool: undefined,
    longPool: undefined,
    state,
    ping: async () => void (await db.execute(sql`select 1`)),
    close: () => pglite.close(),
  };
}

/** How many statements of long work run at the same time. */
const LONG_CONNECTIONS = 3;

export interface PostgresOptions {
  readonly connections?: number;
  readonly limits?: DatabaseLimits;
}

/** Opens a PostgreSQL server (15 or newer). Throws where it cannot be reached or is too old. */
export async function openPostgres(
  url: string,
  { connections = 10, limits = DATABASE_LIMITS }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const state = createServerState();
  const pool = new ServerPool({ url, connections, limits }, state);
  const longPool = new ServerPool(
    { url, connections: LONG_CONNECTIONS, limits, long: true },
    state,
  );
  const close = async (): Promise<void> => {
    // Connections that wait for a server that is away would never end by themselves.
    if (state.awaySince) for (const one of [pool, longPool]) one.dropAll();
    await Promise.all([pool.end(), longPool.end()]);
  };
  const version = await pool
    .query<{ server_version_num: string }>('show server_version_num')
    .catch(async (error: unknown) => {
      await close();
      const cause = error instanceof DatabaseAwayError ? error.cause : error;
      throw new Error(`DATABASE_URL: the server cannot be used: ${reasonOf(cause)}`, {
        cause: error,
      });
    });
  if (Number(version.rows[0]?.server_version_num ?? 0) < 150_000) {
    await close();
    throw new Error('DATABASE_URL: needs PostgreSQL 15 or newer');
  }
  return {
    db: drizzlePg(pool) as unknown as Database,
    long: drizzlePg(longPool) as unknown as Database,
    kind: 'postgres',
    pglite: undefined,
    pool,
    longPool,
    state,
    ping: async () => void (await pool.query('select 1')),
    close,
  };
}

/** Brings the tables to today's shape; safe to call from several processes at once. */
export async function migrate(open: OpenDatabase): Promise<void> {
  if (open.pglite) return await migratePglite(open.db as never, { migrationsFolder: MIGRATIONS });
  if (!open.longPool) throw new Error('the database has neither a server nor a folder');
  const client = await open.longPool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migratePg(drizzlePg(client) as never, { migrationsFolder: MIGRATIONS });
  } finally {
    // The lock ends with the connection, also where that was lost.
    client.release(true);
  }
}

/**
 * Whether an error is the database's refusal of a second row with the same key; `constraint`
 * narrows it to one key.
 */
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

/**
 * Holds a lock named by a text until the transaction ends: what is decided from a count must not be
 * decided twice at once.
 */
export async function lockFor(transaction: Database, name: string): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
