/** The migrations: what a start would do to the tables, and what is better done before it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { MIGRATIONS } from '../platform/database/database.ts';
import { type Finding, findingsOf } from './finding.ts';

const { error, warning, ok } = findingsOf('database');
const NAME = 'migrations';
const INDEXES = 'indexes';
/** From so many rows on, an index takes seconds in which nothing is written to its table. */
const LARGE_ROWS = 1_000_000;

/** Compares the migrations of a database with those of this release. */
export async function checkMigrations(client: pg.Client): Promise<Finding[]> {
  const applied = await appliedMigrations(client);
  const ours = migrationsOfRelease();
  const pending = applied === undefined ? [] : pendingAfter(applied, ours);
  const facts = await indexFacts(client);
  return [
    ...migrationFindings(
      applied,
      ours.map(({ when }) => when),
    ),
    ...indexFindings(pending.flatMap(indexesOf), facts),
  ];
}

interface Migration {
  readonly tag: string;
  /** When it was written, in milliseconds since 1970: the database remembers it by that. */
  readonly when: number;
}

/** When each migration of a database was written; undefined for a database without tables. */
export type Applied = readonly number[] | undefined;

async function appliedMigrations(client: pg.Client): Promise<Applied> {
  const { rows } = await client.query<{ found: string | null }>(
    "select to_regclass('drizzle.__drizzle_migrations')::text as found",
  );
  if (!rows[0]?.found) return undefined;
  const applied = await client.query<{ at: string }>(
    'select created_at::text as at from drizzle.__drizzle_migrations order by created_at',
  );
  return applied.rows.map(({ at }) => Number(at));
}

function migrationsOfRelease(): Migration[] {
  const journal = readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8');
  return (JSON.parse(journal) as { entries: Migration[] }).entries;
}

function pendingAfter(applied: readonly number[], ours: readonly Migration[]): Migration[] {
  const newest = applied.at(-1) ?? 0;
  return ours.filter(({ when }) => when > newest);
}

/** What a start would do to the tables, or why it could not. */
export function migrationFindings(applied: Applied, ours: readonly number[]): Finding[] {
  if (applied === undefined)
    return [ok(NAME, `the database is empty: ${ours.length} will be applied`)];
  const newest = applied.at(-1) ?? 0;
  if (newest > Math.max(...ours))
    return [
      error(
        NAME,
        'the database was migrated by a newer release',
        'start that release, or restore a backup of before',
      ),
    ];
  if (applied.length > 0 && !ours.includes(newest))
    return [
      error(
        NAME,
        'the tables are of another release, which this one cannot migrate',
        'start the release that made them, or choose an empty database',
      ),
    ];
  const pending = ours.filter((when) => when > newest).length;
  if (pending === 0) return [ok(NAME, 'all are applied')];
  return [
    warning(NAME, `${pending} are pending: the next start applies them`, 'make a backup first'),
  ];
}

/** An index that a migration makes unless it is there. */
export interface WantedIndex {
  readonly name: string;
  readonly table: string;
  readonly statement: string;
}

const INDEX = /^create index if not exists "(\w+)" on "(\w+)" .*?(?=;?$)/gim;

/** The indexes of tables that may be large, in one migration. */
function indexesOf({ tag }: Migration): WantedIndex[] {
  return wantedIndexes(readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8'));
}

/** The indexes that a migration makes unless they are there; see `regenerate-migrations.ts`. */
export function wantedIndexes(text: string): WantedIndex[] {
  return text
    .split('--> statement-breakpoint')
    .flatMap((statement) => [...statement.trim().matchAll(INDEX)])
    .map(([statement, name = '', table = '']) => ({ name, table, statement }));
}

export interface IndexFacts {
  /** Whether each index of the database was built to its end, by its name. */
  readonly valid: ReadonlyMap<string, boolean>;
  /** About how many rows each table has, by its name. */
  readonly rows: ReadonlyMap<string, number>;
}

async function indexFacts(client: pg.Client): Promise<IndexFacts> {
  const { rows } = await client.query<{ name: string; rows: number; valid: boolean | null }>(`
    select c.relname as name, c.reltuples::float8 as rows, i.indisvalid as valid
      from pg_class c left join pg_index i on i.indexrelid = c.oid
      where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p', 'i')`);
  return {
    valid: new Map(rows.flatMap(({ name, valid }) => (valid === null ? [] : [[name, valid]]))),
    rows: new Map(
      rows.flatMap(({ name, rows: count, valid }) => (valid === null ? [[name, count]] : [])),
    ),
  };
}

/**
 * What an operator does about indexes before the upgrade: a migration runs in a transaction, where
 * nothing is written to a table while its index is built. And indexes whose building was broken
 * off, which a migration takes for built and which nothing is read by.
 */
export function indexFindings(wanted: readonly WantedIndex[], facts: IndexFacts): Finding[] {
  const broken = [...facts.valid].filter(([, valid]) => !valid);
  const large = wanted.filter(
    ({ name, table }) => !facts.valid.has(name) && (facts.rows.get(table) ?? 0) >= LARGE_ROWS,
  );
  return [
    ...broken.map(([name]) =>
      warning(INDEXES, `${name} was not built to its end`, `reindex index concurrently ${name}`),
    ),
    ...large.map(({ name, table, statement }) =>
      warning(
        INDEXES,
        `${name} is built by the next start, which stops writes to the large table ${table}`,
        `before it: ${statement.replace(/^create index/i, 'create index concurrently')}`,
      ),
    ),
  ];
}
