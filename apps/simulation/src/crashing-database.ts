import type { Database, OpenDatabase } from '@bonisa/kit/database/database';
import { createPgliteClient } from '@bonisa/kit/database/prepared-statements';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type pg from 'pg';
import type { Life } from './crash-injector.ts';

/** A driver's way of sending a statement: the text itself, or an object that holds it. */
type Query = (statement: string | { text: string }, ...rest: unknown[]) => Promise<unknown>;

/**
 * Changes what the product writes, on purpose, to see whether anybody notices; answers the
 * statement as it is where it has nothing to change.
 */
export type Sabotage = (statement: string) => string;

export interface CrashingOptions {
  readonly life: Life;
  readonly sabotage?: Sabotage | undefined;
}

/**
 * The database as one life of the process sees it: it may die before and after every statement that
 * writes and every commit. What a transaction had written when it died is rolled back, as the
 * server does when a connection breaks; the dead read and write nothing any more.
 */
export function createCrashingDatabase(open: OpenDatabase, options: CrashingOptions): OpenDatabase {
  const db = open.pglite
    ? crashingPglite(open.pglite, options)
    : crashingPostgres(open.pool, options);
  return {
    ...open,
    db,
    long: db,
    ping: async () => options.life.pass('before a ping'),
    close: async () => undefined,
  };
}

function crashingPglite(pglite: PGlite, options: CrashingOptions): Database {
  const pgliteClient = createPgliteClient(pglite);
  const client = {
    query: crashingQuery(
      (statement, ...rest) => pgliteClient.query(statement as string, ...(rest as [])),
      options,
    ),
    transaction: async (work: (tx: unknown) => Promise<unknown>): Promise<unknown> => {
      const writes = createWrites();
      const result = await pgliteClient.transaction(async (tx) => {
        const query = crashingQuery(
          (statement, ...rest) => tx.query(statement as string, ...(rest as [])),
          options,
          writes,
        );
        const done = await work({ query });
        options.life.pass(writes.point('before'));
        return done;
      });
      options.life.pass(writes.point('after'));
      return result;
    },
  };
  return drizzlePglite(client as never) as unknown as Database;
}

/**
 * drizzle knows a pool by the name of its class, and takes a connection from it for each
 * transaction.
 */
class CrashingPool {
  readonly query: Query;
  readonly connect: () => Promise<{ query: Query; release: () => void }>;

  constructor(pool: pg.Pool, options: CrashingOptions) {
    this.query = crashingQuery(
      (statement, ...rest) => pool.query(statement as string, ...(rest as [])),
      options,
    );
    this.connect = async () => {
      options.life.pass(READING);
      const connection = await pool.connect();
      const query = crashingQuery(
        (statement, ...rest) => connection.query(statement as string, ...(rest as [])),
        options,
        createWrites(),
      );
      return { query, release: () => connection.release() };
    };
  }
}

function crashingPostgres(pool: pg.Pool | undefined, options: CrashingOptions): Database {
  if (!pool) throw new Error('the database has neither a server nor a folder');
  return drizzlePg(new CrashingPool(pool, options) as never) as unknown as Database;
}

/** What a transaction has written by now: a commit is named after it. */
function createWrites() {
  const tables: string[] = [];
  return {
    add: (table: string): void => {
      if (!tables.includes(table)) tables.push(table);
    },
    /** A transaction that only read has no commit worth dying at. */
    point: (when: 'before' | 'after'): string =>
      tables.length === 0 ? READING : `${when} commit of ${tables.join('+')}`,
  };
}

const READING = 'while reading';

function crashingQuery(
  query: Query,
  { life, sabotage }: CrashingOptions,
  writes?: ReturnType<typeof createWrites>,
): Query {
  return async (statement, ...rest) => {
    const text = typeof statement === 'string' ? statement : statement.text;
    // The server itself rolls back what a broken connection had begun. (drizzle would keep the
    // connection of a transaction that does not begin.)
    if (text === 'rollback' || text.startsWith('begin')) return await query(statement, ...rest);
    const written = text === 'commit' ? undefined : writtenBy(text);
    if (written) writes?.add(written.table);
    life.pass(
      text === 'commit' && writes
        ? writes.point('before')
        : written
          ? `before ${written.verb} ${written.table}`
          : READING,
    );
    const answer = await query(changed(statement, sabotage), ...rest);
    life.pass(
      text === 'commit' && writes
        ? writes.point('after')
        : written
          ? `after ${written.verb} ${written.table}`
          : READING,
    );
    return answer;
  };
}

function changed(
  statement: string | { text: string },
  sabotage: Sabotage | undefined,
): string | { text: string } {
  if (!sabotage) return statement;
  return typeof statement === 'string'
    ? sabotage(statement)
    : { ...statement, text: sabotage(statement.text) };
}

/** Neither a lock (`for update skip locked`) nor what an insert does on a conflict. */
const WRITE = /\b(insert into|update|delete from)\s+(?!(?:skip|set|of|nowait)\b)"?([a-z_]+)"?/;

/** What a statement writes; nothing where it only reads or locks. */
function writtenBy(text: string): { verb: string; table: string } | undefined {
  const start = text.trimStart().slice(0, 6);
  if (start === 'select') return undefined;
  const [, verb, table] = WRITE.exec(text) ?? [];
  return verb && table ? { verb: verb.split(' ', 1)[0] ?? verb, table } : undefined;
}
