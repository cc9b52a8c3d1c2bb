import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/**
 * Many rows by one statement with one parameter. The rows go as JSON, which the server reads with the table's own types: a thousand rows cost neither a
 * thousand statements nor ten thousand parameters.
 */

type Row = Readonly<Record<string, unknown>>;
type Insertable<Table extends PgTable> = Readonly<Table['$inferInsert']>;

/** Writes rows. With `onConflict: 'ignore'` rows that a unique key refuses are left out. Nothing is done for none. */
export async function bulkInsert<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Insertable<Table>[],
  { onConflict }: { onConflict?: 'ignore' } = {},
): Promise<void> {
  if (rows.length > 0) await db.execute(insertion(table, rows, onConflict));
}

/** Sets `columns` (names of the table's fields) of the rows with the same `key`. Rows that are not there are passed over. */
export async function bulkUpdate<Table extends PgTable>(
  db: Database,
  table: Table,
  key: string & keyof Table['$inferSelect'],
  columns: readonly (string & keyof Table['$inferSelect'])[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const nameOf = (field: string): SQL => sql.identifier(columnOf(all, field).name) as unknown as SQL;
  const set = sql.join(
    columns.map((field) => sql`${nameOf(field)} = given.${nameOf(field)}`),
    sql`, `,
  );
  const target = sql.identifier(getTableName(table));
  await db.execute(
    sql`update ${target} set ${set} from ${records(table, [key, ...columns], rows)} as given where ${target}.${nameOf(key)} = given.${nameOf(key)}`,
  );
}

/** `= any of these`, in one parameter however many they are: the statement's text stays the same, so that it is planned once. */
export function anyOf(values: readonly (string | number)[], type: 'text' | 'uuid' | 'int'): SQL {
  return sql`any(array(select json_array_elements_text(${JSON.stringify(values)}::json))::${sql.raw(type)}[])`;
}

function insertion(table: PgTable, rows: readonly Row[], onConflict: 'ignore' | undefined): SQL {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  // What no row names keeps the table's default.
  const fields = Object.keys(all).filter((field) => rows.some((row) => row[field] !== undefined));
  const columns = sql.join(
    fields.map((field) => sql.identifier(columnOf(all, field).name)),
    sql`, `,
  );
  const conflict = onConflict === 'ignore' ? sql` on conflict do nothing` : sql``;
  return sql`insert into ${sql.identifier(getTableName(table))} (${columns}) select ${columns} from ${records(table, fields, rows)} as given${conflict}`;
}

function records(table: PgTable, fields: readonly string[], rows: readonly Row[]): SQL {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const names = fields.map((field) => [field, columnOf(all, field).name] as const);
  const given = rows.map((row) => {
    const record: Record<string, unknown> = {};
    for (const [field, name] of names) record[name] = row[field] ?? null;
    return record;
  });
  return sql`json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${JSON.stringify(given)}::json)`;
}

function columnOf(all: Record<string, PgColumn>, field: string): PgColumn {
  const column = all[field];
  if (!column) throw new Error(`the table has no field ${field}`);
  return column;
}
