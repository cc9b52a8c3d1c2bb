import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS } from '@bonisa/kit/database/database';
import type pg from 'pg';
import { type Problem, warning } from './check.ts';

/** From so many rows on, an index takes seconds in which nothing is written to its table. */
const LARGE_ROWS = 1_000_000;
const INDEX = /^create index if not exists "(\w+)" on "(\w+)" .*?(?=;?$)/gim;

interface Migration {
  readonly tag: string;
  /** When it was written, in milliseconds since 1970: the database remembers it by that. */
  readonly when: number;
}

/** What the next start would do to the tables, and what is better done before it. */
export async function checkMigrations(client: pg.Client): Promise<Problem[]> {
  const newest = await newestApplied(client);
  if (newest === undefined) return [];
  const journal = readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8');
  const ours = (JSON.parse(journal) as { entries: Migration[] }).entries;
  const pending = ours.filter(({ when }) => when > newest);
  return [
    ...(newest > Math.max(...ours.map(({ when }) => when))
      ? [warning('migrations', 'a newer release has migrated the database')]
      : []),
    ...(pending.length > 0
      ? [warning('migrations', `the next start applies ${pending.length}; make a backup first`)]
      : []),
    ...(await indexProblems(client, pending)),
  ];
}

/** Undefined for a database without tables. */
async function newestApplied(client: pg.Client): Promise<number | undefined> {
  const found = await client.query<{ found: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as found",
  );
  if (!found.rows[0]?.found) return undefined;
  const { rows } = await client.query<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.at ?? 0);
}

/**
 * A migration runs in a transaction, where nothing is written to a table while its index is built.
 * And it takes an index whose building was broken off for built, though nothing is read by it.
 */
async function indexProblems(client: pg.Client, pending: readonly Migration[]): Promise<Problem[]> {
  const { rows } = await client.query<{ name: string; rows: number; valid: boolean | null }>(`
    select c.relname as name, c.reltuples::float8 as rows, i.indisvalid as valid
      from pg_class c left join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'i')`);
  const broken = rows.filter(({ valid }) => valid === false);
  const isThere = (index: string): boolean => rows.some(({ name }) => name === index);
  const isLarge = (table: string): boolean =>
    rows.some(({ name, rows: count }) => name === table && count >= LARGE_ROWS);
  const wanted = pending
    .flatMap(({ tag }) => readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8').split('-->'))
    .flatMap((text) => [...text.matchAll(INDEX)])
    .filter(([, name = '', table = '']) => !isThere(name) && isLarge(table));
  return [
    ...broken.map(({ name }) =>
      warning('indexes', `${name} was not built to its end; reindex index concurrently ${name}`),
    ),
    ...wanted.map(([statement, name, table]) =>
      warning(
        'indexes',
        `the next start builds ${name} and stops writes to the large table ${table}; before it: ${statement.replace(/^create index/i, 'create index concurrently')}`,
      ),
    ),
  ];
}
