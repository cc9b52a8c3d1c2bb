import { getTableName, type Name, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, rowsOf } from '../database/database.ts';

/**
 * Rows for each statement: few enough for every time limit and for transactions that wait for
 * neighbouring rows.
 */
const BATCH = 5000;

/** Deletes the rows of a table that match a condition, in batches. Returns their number. */
export async function purgeRows(db: Database, table: PgTable, condition: SQL): Promise<number> {
  let gone = 0;
  for (const { name } of await leavesOf(db, getTableName(table)))
    gone += await purgeLeaf(
      db,
      { leaf: sql.raw(name), as: sql.identifier(getTableName(table)) },
      condition,
    );
  return gone;
}

/**
 * The table itself, or its partitions: a place (`ctid`) of one partition is also one of the others,
 * with another row.
 */
async function leavesOf(db: Database, table: string): Promise<readonly { name: string }[]> {
  const leaves = await rowsOf<{ name: string }>(
    db,
    sql`select relid::text as name from pg_partition_tree(${table}::regclass) where isleaf`,
  );
  return leaves.length > 0 ? leaves : [{ name: `"${table}"` }];
}

/** Deletes rows of one table; the condition names it `as`. */
async function purgeLeaf(
  db: Database,
  { leaf, as }: { readonly leaf: SQL; readonly as: Name },
  condition: SQL,
): Promise<number> {
  for (let gone = 0; ; ) {
    const [row] = await rowsOf<{ n: number }>(
      db,
      sql`with gone as (delete from ${leaf} as ${as} where ${as}.ctid = any(array(select ${as}.ctid from ${leaf} as ${as} where ${condition} limit ${BATCH})) returning 1)
          select count(*)::int as n from gone`,
    );
    const deleted = row?.n ?? 0;
    gone += deleted;
    if (deleted < BATCH) return gone;
  }
}

/**
 * Matches all rows of a table except the newest `max` by a column. Rows of the same instant as the
 * last of those stay. A table that the database estimates at less than half of `max` is not read:
 * to find the last of 500 million rows takes minutes each hour. An estimate is older by a tenth of
 * the rows at most (autovacuum); a table without one is read.
 */
export function allButNewest(table: PgTable, column: PgColumn, max: number): SQL {
  const isFull = sql`(select reltuples < 0 or reltuples >= ${max / 2}::float8 from pg_class where oid = ${getTableName(table)}::regclass)`;
  return sql`${isFull} and ${column} < (select ${column} from ${table} order by ${column} desc offset ${max - 1} limit 1)`;
}
