import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';

/** How a field is stored: as it is, as milliseconds since 1970, or as 0 and 1. */
export type ColumnKind = 'plain' | 'time' | 'flag';

/** A row of SQLite by column name. */
export type Row = Record<string, SQLInputValue>;

/** Writes and reads the entities of one table, whose columns are named after their fields. */
export interface EntityTable<Entity> {
  insert(entity: Entity): void;
  read(row: Row): Entity;
  readOptional(row: Row | undefined): Entity | undefined;
}

/** @param columns every field of the entity; `createdAt` is the column `created_at`. */
export function createEntityTable<Entity extends object>(
  database: Database,
  table: string,
  columns: { readonly [Field in keyof Entity]-?: ColumnKind },
): EntityTable<Entity> {
  const fields = Object.entries<ColumnKind>(columns).map(([field, kind]) => ({
    field: field as keyof Entity & string,
    column: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    kind,
  }));
  const insert = database.prepare(
    `insert into ${table} (${fields.map(({ column }) => column).join(', ')})
      values (${fields.map(() => '?').join(', ')})`,
  );
  const read = (row: Row): Entity =>
    Object.fromEntries(
      fields.map(({ field, column, kind }) => [field, readValue(row[column] ?? null, kind)]),
    ) as Entity;
  return {
    insert: (entity) => void insert.run(...fields.map(({ field }) => written(entity[field]))),
    read,
    readOptional: (row) => row && read(row),
  };
}

function written(value: unknown): SQLInputValue {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'boolean' ? Number(value) : (value as SQLInputValue);
}

function readValue(value: SQLInputValue, kind: ColumnKind): unknown {
  if (kind === 'flag') return value === 1;
  return kind === 'time' && value !== null ? new Date(Number(value)) : value;
}

/** The filter of a billing list. Times are inclusive. */
export interface ListFilter {
  from?: Date | undefined;
  to?: Date | undefined;
  statuses?: readonly string[] | undefined;
  merchantIdentifier?: string | undefined;
}

/** The page of a list, counted in entries. */
export interface Paging {
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/**
 * The condition of a billing list and its values.
 * @param owner the columns with the same values in every entry of the list.
 * @param prefix a condition without values that comes first.
 */
export function conditionsOf(
  owner: Record<string, string | undefined>,
  filter: ListFilter,
  prefix?: string,
): { where: string; values: SQLInputValue[] } {
  const parts = prefix === undefined ? [] : [prefix];
  const values: SQLInputValue[] = [];
  const add = (condition: string, ...more: SQLInputValue[]) => {
    parts.push(condition);
    values.push(...more);
  };
  for (const [column, value] of Object.entries(owner))
    if (value !== undefined) add(`${column} = ?`, value);
  if (filter.from) add('created_at >= ?', filter.from.getTime());
  if (filter.to) add('created_at <= ?', filter.to.getTime());
  if (filter.merchantIdentifier !== undefined)
    add('merchant_identifier = ?', filter.merchantIdentifier);
  if (filter.statuses?.length)
    add(`status in (${filter.statuses.map(() => '?').join(', ')})`, ...filter.statuses);
  return { where: parts.join(' and '), values };
}
