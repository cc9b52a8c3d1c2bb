/**
 * Reads the next due times of many tables. The scheduler needs them each second and after each job,
 * so the queries of one turn of the event loop are sent as one statement.
 */
import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from '../database/database.ts';

interface DueQuery {
  readonly part: SQL;
  readonly answer: (instant: Date | null) => void;
  readonly fail: (error: unknown) => void;
}

const DIALECT = new PgDialect();
/** The text of a query by its `SQL` object (a constant of its file), so that it is built once. */
const PARTS = new WeakMap<SQL, SQL>();
/** The queries of this turn by their database. */
const PENDING = new WeakMap<Database, DueQuery[]>();

/**
 * The one instant of a `select` (`select min(due_at) from …`), or `null` without one. Shares its
 * statement with all other queries of this turn. Rejects when the database refuses any of them.
 */
export function earliestDue(db: Database, select: SQL): Promise<Date | null> {
  return new Promise((answer, fail) => {
    const pending = PENDING.get(db) ?? [];
    if (pending.length === 0) {
      PENDING.set(db, pending);
      queueMicrotask(() => {
        PENDING.delete(db);
        void answerAll(db, pending);
      });
    }
    pending.push({ part: partOf(select), answer, fail });
  });
}

/**
 * A query of {@link earliestDue} for each carrier. The carrier's id stands in the text, so that the
 * text is built once for each carrier and not at each look.
 */
export function dueQueryByCarrier(build: (carrierId: string) => SQL): (carrierId: string) => SQL {
  const queries = new Map<string, SQL>();
  return (carrierId) => {
    const known = queries.get(carrierId);
    if (known) return known;
    const query = build(carrierId).inlineParams();
    queries.set(carrierId, query);
    return query;
  };
}

async function answerAll(db: Database, pending: readonly DueQuery[]): Promise<void> {
  try {
    const selects = pending.map(
      ({ part }, index) =>
        sql`(extract(epoch from (${part})) * 1000)::double precision as ${sql.raw(`"${index}"`)}`,
    );
    const [row] = await rowsOf<Record<number, number | null>>(
      db,
      sql`select ${sql.join(selects, sql`, `)}`,
    );
    for (const [index, { answer }] of pending.entries()) answer(instantOf(row?.[index]));
  } catch (error) {
    for (const { fail } of pending) fail(error);
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
