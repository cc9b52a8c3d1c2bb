import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from './database.ts';

/**
 * Rows for each statement: few enough for every time limit and for transactions that wait for
 * neighbouring rows.
 */
const BATCH = 5000;

/** Deletes the rows of a table that match a condition, in batches. Returns their number. */
export async function purgeRows(db: Database, table: PgTable, condition: SQL): Promise<number> {
  for (let gone = 0; ; ) {
    const [row] = await rowsOf<{ n: number }>(
      db,
      sql`with gone as (delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH})) returning 1)
          select count(*)::int as n from gone`,
    );
    const deleted = row?.n ?? 0;
    gone += deleted;
    if (deleted < BATCH) return gone;
  }
}

/**
 * Matches all rows of a table except the newest `max` by a column. Rows of the same instant as the
 * last of those stay.
 */
export function allButNewest(table: PgTable, column: PgColumn, max: number): SQL {
  return sql`${column} < (select ${column} from ${table} order by ${column} desc offset ${max - 1} limit 1)`;
}
