import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

/**
 * Writes many rows by one statement with one parameter for each column: the column's values as an
 * array, which the server reads with the column's type. So a thousand rows need neither a thousand
 * statements nor ten thousand parameters, and no row repeats the names of its columns as in JSON.
 */

type Row = Readonly<Record<string, unknown>>;
type Insertable<Table extends PgTable> = Readonly<Table['$inferInsert']>;

/**
 * Inserts rows; does nothing without rows. `onConflict: 'ignore'` skips rows that violate a unique
 * key. `withIds` writes ids that were drawn from the table's sequence before.
 */
export async function bulkInsert<Table extends PgTable>(
  db: Database,
  table: Table,
  rows: readonly Insertable<Table>[],
  options: InsertOptions = {},
): Promise<void> {
  if (rows.length > 0) await db.execute(insertion(table, rows, options));
}

/**
 * Inserts rows, or sets all their fields in the rows that have the same `key`. No two rows of one
 * call may have the same; does nothing without rows.
 */
export async function bulkUpsert<Table extends PgTable>(
  db: Database,
  table: Table,
  key: readonly (string & keyof Table['$inferSelect'])[],
  rows: readonly Insertable<Table>[],
): Promise<void> {
  if (rows.length > 0) await db.execute(insertion(table, rows, { onConflict: key }));
}

/**
 * Sets `columns` (field names of the table) of the rows with the same `key`. Ignores missing rows.
 */
export async function bulkUpdate<Table extends PgTable>(
  db: Database,
  table: Table,
  key: string & keyof Table['$inferSelect'],
  columns: readonly (string & keyof Table['$inferSelect'])[],
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const fields = [key, ...columns];
  const [before, after] = textOf(`update ${getTableName(table)} ${fields.join()}`, () => {
    const name = namesOf(table);
    const set = columns.map((field) => `${name(field)} = ${readingOf(table, field)}`).join(', ');
    return [
      `update ${quoted(table)} set ${set} from unnest(`,
      `) as given (${fields.map(name).join(', ')}) where ${quoted(table)}.${name(key)} = given.${name(key)}`,
    ];
  });
  await db.execute(sql`${before}${valuesOf(table, fields, rows)}${after}`);
}

/**
 * `= any(values)` in one parameter for any number of values. The statement's text stays the same,
 * so it is planned once.
 */
export function anyOf(
  values: readonly (string | number)[],
  type: 'text' | 'uuid' | 'int' | 'bigint',
): SQL {
  return sql`any(array(select json_array_elements_text(${JSON.stringify(values)}::json))::${sql.raw(type)}[])`;
}

/**
 * `in` this list of texts, of any length in one parameter. A table that was read into since its
 * last analysis is scanned once with it; `any` of an array compares each row with each value.
 */
export function listOf(values: readonly string[]): SQL {
  return sql`(select json_array_elements_text(${JSON.stringify(values)}::json))`;
}

/**
 * The text of a statement before and after its rows; built once, because a process sends the same
 * few statements all the time.
 */
type Text = readonly [before: SQL, after: SQL];
const TEXTS = new Map<string, Text>();

function textOf(name: string, make: () => readonly [before: string, after: string]): Text {
  const known = TEXTS.get(name);
  if (known) return known;
  const [before, after] = make();
  const text = [sql.raw(before), sql.raw(after)] as const;
  TEXTS.set(name, text);
  return text;
}

interface InsertOptions {
  readonly onConflict?: 'ignore';
  readonly withIds?: boolean;
}

interface WriteOptions extends Omit<InsertOptions, 'onConflict'> {
  readonly onConflict?: 'ignore' | readonly string[];
}

function insertion(
  table: PgTable,
  rows: readonly Row[],
  { onConflict, withIds = false }: WriteOptions,
): SQL {
  // A column that no row names keeps the table's default.
  const fields = Object.keys(getTableColumns(table)).filter((field) =>
    rows.some((row) => row[field] !== undefined),
  );
  const [before, after] = textOf(
    `insert ${onConflict} ${withIds} ${getTableName(table)} ${fields.join()}`,
    () => {
      const columns = fields.map(namesOf(table)).join(', ');
      const conflict = onConflictOf(table, fields, onConflict);
      const readings = fields.map((field) => readingOf(table, field)).join(', ');
      const overriding = withIds ? ' overriding system value' : '';
      return [
        `insert into ${quoted(table)} (${columns})${overriding} select ${readings} from unnest(`,
        `) as given (${columns})${conflict}`,
      ];
    },
  );
  return sql`${before}${valuesOf(table, fields, rows)}${after}`;
}

function onConflictOf(
  table: PgTable,
  fields: readonly string[],
  onConflict: WriteOptions['onConflict'],
): string {
  if (onConflict === undefined) return '';
  if (onConflict === 'ignore') return ' on conflict do nothing';
  const name = namesOf(table);
  const set = fields
    .filter((field) => !onConflict.includes(field))
    .map((field) => `${name(field)} = excluded.${name(field)}`);
  return ` on conflict (${onConflict.map(name).join()}) do update set ${set.join()}`;
}

/** The columns as parameters: each an array in PostgreSQL's own text format. */
function valuesOf(table: PgTable, fields: readonly string[], rows: readonly Row[]): SQL {
  const columns = fields.map((field) => {
    const type = typeOf(table, field);
    const write = writerOf(type);
    const elements = rows.map((row) => elementOf(row[field], write));
    // One that is an array itself travels as text.
    // Within a select the planner does not see the length: for a long list it would read the whole
    // table that is updated rather than find each row by its key.
    return sql`(select ${`{${elements.join()}}`}::${sql.raw(isArray(type) ? 'text' : type)}[])`;
  });
  return sql.join(columns, sql.raw(', '));
}

/** What reads a given value of a field in a statement. */
function readingOf(table: PgTable, field: string): string {
  const type = typeOf(table, field);
  return `given.${namesOf(table)(field)}${isArray(type) ? `::${type}` : ''}`;
}

/** The type of a field's values. */
function typeOf(table: PgTable, field: string): string {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const [type = ''] = columnOf(all, field).getSQLType().split(' collate ');
  if (type === 'serial') return 'integer';
  return type === 'bigserial' ? 'bigint' : type;
}

function isArray(type: string): boolean {
  return type.endsWith('[]');
}

type Write = (value: object | string) => string;

/** Writes a value that is more than a number as the text that its column's type reads. */
function writerOf(type: string): Write {
  if (/^jsonb?$/.test(type)) return (value) => quotedElement(JSON.stringify(value));
  if (isArray(type)) {
    const write = writerOf(type.slice(0, -2));
    return (value) =>
      quotedElement(`{${(value as unknown[]).map((one) => elementOf(one, write)).join()}}`);
  }
  return (value) => (value instanceof Date ? value.toISOString() : quotedElement(value as string));
}

/** A value as an element of an array's text. */
function elementOf(value: unknown, write: Write): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'object' || typeof value === 'string' ? write(value) : String(value);
}

/** What is escaped between the quotes of an element. */
const SPECIAL = /["\\]/g;

function quotedElement(text: string): string {
  return `"${text.replace(SPECIAL, '\\$&')}"`;
}

function quoted(table: PgTable): string {
  return `"${getTableName(table)}"`;
}

/** The quoted column name of a field. */
function namesOf(table: PgTable): (field: string) => string {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  return (field) => `"${columnOf(all, field).name}"`;
}

function columnOf(all: Record<string, PgColumn>, field: string): PgColumn {
  const column = all[field];
  if (!column) throw new Error(`the table has no field ${field}`);
  return column;
}
