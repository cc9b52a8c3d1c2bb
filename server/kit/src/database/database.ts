import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type SQL, sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import type pg from 'pg';
import { DatabaseAwayError, reasonOf } from './database-away.ts';
import { DATABASE_LIMITS, type DatabaseLimits } from './database-limits.ts';
import { createProbe } from './database-watch.ts';
import { explainFolder, prepareEmbeddedFolder } from './embedded-folder.ts';
import { createPgliteClient } from './prepared-statements.ts';
import {
  createServerPool,
  createServerState,
  type ServerPool,
  type ServerState,
} from './server-pool.ts';

/** The type that repositories use: a database or a transaction, on PGlite or PostgreSQL. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database and the means to close it. */
export interface OpenDatabase {
  readonly db: Database;
  /**
   * For long work (migrations, reconciliation, the search index): a statement may take an hour. The
   * same as `db` in the embedded database.
   */
  readonly long: Database;
  readonly kind: 'pglite' | 'postgres';
  /** For parts with their own SQL. */
  readonly pglite: PGlite | undefined;
  readonly pool: ServerPool | undefined;
  readonly longPool: ServerPool | undefined;
  /** One connection that is kept, for questions about the server itself. */
  readonly probe: pg.Pool | undefined;
  /** Whether the server answers; the embedded database always does. */
  readonly state: ServerState;
  /** Resolves after a statement succeeded; rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export const MIGRATIONS = join(import.meta.dirname, '../migrations');

/** The extensions that our migrations need. PostgreSQL includes them; PGlite receives them here. */
export const PGLITE_EXTENSIONS = { pg_trgm };

/**
 * An arbitrary number that no other user of the database locks. One process migrates and the others
 * wait.
 */
const MIGRATION_LOCK = 7_236_501;

/**
 * PGlite's own 128 MB stay resident. The files of a pilot are read through the system's cache as
 * well.
 */
const SHARED_BUFFERS = '32MB';

/**
 * Opens the embedded database below `folder`, or in memory without one. Its statements run one
 * after the other. Throws an {@link EmbeddedDatabaseError} when the folder has lost its database or
 * contains one that cannot be opened.
 */
export async function openPglite(
  folder: string | undefined,
  now = new Date(),
): Promise<OpenDatabase> {
  if (!folder) return wrapPglite(await PGlite.create({ extensions: PGLITE_EXTENSIONS }));
  const { made } = await prepareEmbeddedFolder(folder, now);
  const pglite = await PGlite.create({
    extensions: PGLITE_EXTENSIONS,
    dataDir: folder,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  }).catch(async (error: unknown) => {
    throw await explainFolder(folder, error);
  });
  // From now on a missing folder means a lost database.
  await made();
  return wrapPglite(pglite);
}

/** Makes an {@link OpenDatabase} of an existing PGlite. */
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
    probe: undefined,
    state,
    ping: async () => void (await db.execute(sql`select 1`)),
    close: () => pglite.close(),
  };
}

/** The number of concurrent statements of long work. */
const LONG_CONNECTIONS = 3;

export interface PostgresOptions {
  readonly connections?: number;
  readonly limits?: DatabaseLimits;
  /** Whether a pooler gives the connections of `url` out by transaction. */
  readonly pooled?: boolean;
  /** The server itself, for long work, where `url` is a pooler's. */
  readonly directUrl?: string | undefined;
}

/** Opens a PostgreSQL server (15 or newer). Throws when it cannot be reached or is too old. */
export async function openPostgres(
  url: string,
  { connections = 10, limits = DATABASE_LIMITS, pooled, directUrl }: PostgresOptions = {},
): Promise<OpenDatabase> {
  const state = createServerState();
  const probe = createProbe(url);
  const pool = createServerPool({ url, connections, limits, pooled: pooled ?? false }, state);
  const longPool = createServerPool(
    {
      ...{ url: directUrl ?? url, connections: LONG_CONNECTIONS, limits, long: true },
      pooled: directUrl === undefined && pooled === true,
    },
    state,
  );
  const db = drizzlePg(pool) as unknown as Database;
  const close = async (): Promise<void> => {
    // Connections that wait for an absent server would never end by themselves.
    if (state.awaySince) for (const one of [pool, longPool]) one.dropAll();
    await Promise.all([pool, longPool, probe].map((one) => one.end()));
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
    db,
    long: drizzlePg(longPool) as unknown as Database,
    kind: 'postgres',
    pglite: undefined,
    pool,
    longPool,
    probe,
    state,
    ping: async () => void (await pool.query('select 1')),
    close,
  };
}

/** Migrates the tables to the current schema; safe in several processes at once. */
export async function migrate(open: OpenDatabase): Promise<void> {
  if (open.pglite) return await migratePglite(open.db as never, { migrationsFolder: MIGRATIONS });
  // A lock of the transaction: behind a pooler by transaction a session has many connections.
  await open.long.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await migratePg(tx as never, { migrationsFolder: MIGRATIONS });
  });
}

/** Whether an error is a violation of a unique key; `constraint` limits it to one key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint: violated } = cause as Error & { code?: string; constraint?: string };
    if (code === '23505') return constraint === undefined || violated === constraint;
  }
  return false;
}

/** The rows of a raw SQL statement. The caller asserts the type `Row`. */
export async function rowsOf<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as { rows: Row[] }).rows;
}

/**
 * Holds named locks until the transaction ends, so that two transactions cannot decide from the
 * same count. They are taken in the order of the names, in one statement: PostgreSQL evaluates an
 * output list from left to right.
 */
export async function lockFor(transaction: Database, ...names: [string, ...string[]]) {
  const locks = names.map((name) => sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  await transaction.execute(sql`select ${sql.join(locks, sql`, `)}`);
}
