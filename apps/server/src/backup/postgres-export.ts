/**
 * Copies every table of the embedded database, with its sequences, to a PostgreSQL server in one
 * transaction and compares both sides; a difference rolls the transaction back. The tables of the
 * job queue are not copied: the product recreates them and finds its open work in its own tables.
 */

import {
  type Database,
  migrate,
  type OpenDatabase,
  rowsOf,
  wrapPglite,
} from '@bonisa/kit/database/database';
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { BackupError } from './backup-file.ts';

export interface ExportedTable {
  readonly name: string;
  readonly count: number;
}

const BATCH = 2000;

/**
 * Copies `source` into the empty database `target` and returns the copied tables. Throws a {@link
 * BackupError}.
 */
export async function exportToServer(
  source: PGlite,
  target: OpenDatabase,
): Promise<ExportedTable[]> {
  await requireEmpty(target.long);
  // Brings a copy of an older release to the current schema, as a start does.
  await migrate(wrapPglite(source));
  await migrate(target);
  const names = await tablesOf(source);
  await source.exec("set time zone 'UTC'");
  return await target.long.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'UTC'`);
    const all = sql.raw(names.map(quoted).join(', '));
    // Triggers check changes of the product. Copied rows passed them before.
    for (const name of names)
      await tx.execute(sql.raw(`alter table ${quoted(name)} disable trigger user`));
    await tx.execute(sql`truncate table ${all}`);
    const exported: ExportedTable[] = [];
    for (const name of names) {
      await copyTable(source, tx, name);
      exported.push({ name, count: await compare(source, tx, name) });
    }
    for (const name of names)
      await tx.execute(sql.raw(`alter table ${quoted(name)} enable trigger user`));
    await copySequences(source, tx);
    return exported;
  });
}

async function requireEmpty(db: Database): Promise<void> {
  const query = sql`select count(*)::int as tables from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`;
  const [found] = await rowsOf<{ tables: number }>(db, query);
  if (found?.tables)
    throw new BackupError(
      `the database is not empty (${found.tables} tables): export into a new one`,
    );
}

/**
 * Orders the tables so that each follows the tables that it references. Rows of partitions are
 * copied through their table: the target has partitions of its own.
 */
async function tablesOf(source: PGlite): Promise<string[]> {
  const { rows } = await source.query<{ name: string; needs: string[] }>(`
    select c.relname as name, coalesce(array_agg(f.relname::text) filter (where f.relname is not null and f.oid <> c.oid), '{}') as needs
    from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' left join pg_class f on f.oid = k.confrelid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace group by c.relname order by c.relname`);
  const ordered = new Set<string>();
  while (ordered.size < rows.length) {
    const ready = rows.filter(
      ({ name, needs }) => !ordered.has(name) && needs.every((one) => ordered.has(one)),
    );
    if (ready.length === 0) throw new Error('the foreign keys of the tables form a circle');
    for (const { name } of ready) ordered.add(name);
  }
  return [...ordered];
}

async function copyTable(source: PGlite, tx: Database, name: string): Promise<void> {
  const { rows: columns } = await source.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${quoted(name)}`],
  );
  const list = columns.map((column) => quoted(column.name)).join(', ');
  await source.transaction(async (reading) => {
    await reading.exec(
      `declare exported no scroll cursor for select row_to_json(t)::text as row from (select ${list} from ${quoted(name)}) t`,
    );
    for (;;) {
      const { rows } = await reading.query<{ row: string }>(`fetch ${BATCH} from exported`);
      if (rows.length === 0) break;
      const batch = `[${rows.map(({ row }) => row).join(',')}]`;
      const into = sql.raw(
        `insert into ${quoted(name)} (${list}) overriding system value select ${list} from json_populate_recordset(null::${quoted(name)}, `,
      );
      await tx.execute(sql`${into}${batch}::json)`);
    }
  });
}

/** Returns the number of rows. Throws when the two sides differ in number or content. */
async function compare(source: PGlite, tx: Database, name: string): Promise<number> {
  // Sums a hash of each row, so that the order of rows does not matter.
  const query = `select count(*)::int as count,
    coalesce(sum(('x' || substr(md5(row_to_json(t)::text), 1, 15))::bit(60)::bigint), 0)::text as contents from ${quoted(name)} t`;
  const { rows } = await source.query<{ count: number; contents: string }>(query);
  const [there] = await rowsOf<{ count: number; contents: string }>(tx, sql.raw(query));
  const [here] = rows;
  if (!here || here.count !== there?.count || here.contents !== there.contents) {
    throw new BackupError(
      `${name} differs after it was copied (${here?.count} and ${there?.count} rows): nothing was kept`,
    );
  }
  return here.count;
}

async function copySequences(source: PGlite, tx: Database): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    "select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'",
  );
  for (const { name, last } of rows)
    if (last !== null)
      await tx.execute(sql`select setval(${`public.${quoted(name)}`}::regclass, ${last}::bigint)`);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
