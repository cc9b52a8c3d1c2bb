/**
 * When something is due next is asked of many tables in the same breath: each second, and after
 * everything that was done. The questions of one turn go out as one statement.
 */
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from './database.ts';

interface Asked {
  readonly part: SQL;
  readonly answer: (instant: Date | null) => void;
  readonly fail: (error: unknown) => void;
}

const DIALECT = new PgDialect();
/**
 * By a question, which stands at the top of its file, what is sent for it: the text itself, so that
 * it is not put together each time.
 */
const PARTS = new WeakMap<SQL, SQL>();
/** By a database, what is asked of it in this turn. */
const ASKED = new WeakMap<Database, Asked[]>();

/**
 * The one instant that a `select` answers, or `null` where it answers none (`select min(due_at)
 * from …`); whatever else is asked so before this turn ends is answered by the same statement.
 * Rejects where the database refuses any of them.
 */
export function earliestDue(db: Database, select: SQL): Promise<Date | null> {
  return new Promise((answer, fail) => {
    const asked = ASKED.get(db) ?? [];
    if (asked.length === 0) {
      ASKED.set(db, asked);
      queueMicrotask(() => {
        ASKED.delete(db);
        void answerAll(db, asked);
      });
    }
    asked.push({ part: partOf(select), answer, fail });
  });
}

async function answerAll(db: Database, asked: readonly Asked[]): Promise<void> {
  try {
    const selects = asked.map(
      ({ part }, index) =>
        sql`(extract(epoch from (${part})) * 1000)::double precision as ${sql.raw(`"${index}"`)}`,
    );
    const [row] = await rowsOf<Record<number, number | null>>(
      db,
      sql`select ${sql.join(selects, sql`, `)}`,
    );
    for (const [index, { answer }] of asked.entries()) answer(instantOf(row?.[index]));
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}

function instantOf(milliseconds: number | null | undefined): Date | null {
  return milliseconds === null || milliseconds === undefined ? null : new Date(milliseconds);
}

function partOf(select: SQL): SQL {
  const known = PARTS.get(select);
  if (known) return known;
  const { sql: text, params } = DIALECT.sqlToQuery(select);
  const part = params.length === 0 ? sql.raw(text) : select;
  PARTS.set(select, part);
  return part;
}
