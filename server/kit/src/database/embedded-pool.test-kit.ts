/**
 * Lends migrated PGlites to the tests of a process, one test after the other: emptying one takes
 * about ten milliseconds, loading one a second of processor time. Discards a database whose schema
 * changed or that grew large.
 */
import type { PGlite } from '@electric-sql/pglite';
import { type OpenDatabase, wrapPglite } from './database.ts';
import { openTemplate } from './embedded-template.test-kit.ts';

/** A database and its contents before a test uses it. */
interface Untouched {
  readonly pglite: PGlite;
  readonly shape: string;
  /** Rows that migrations wrote, by table, as JSON. */
  readonly rows: ReadonlyMap<string, string>;
}

/** A table scan still reads deleted rows, so larger databases are discarded. */
const MOST_LEFT_BYTES = 4_000_000;

const idle: Untouched[] = [];

/**
 * Lends a migrated database that holds only the rows of the migrations; its `close` returns it.
 * `load` opens another one where none is idle.
 */
export async function borrowPglite(load = openTemplate): Promise<OpenDatabase> {
  const untouched = idle.pop() ?? (await look(await load()));
  const { pglite } = untouched;
  let returned = false;
  const borrowed = new Proxy(pglite, {
    get: (target, key) => {
      if (returned) throw new Error('this database was closed');
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    ...wrapPglite(borrowed),
    close: async () => {
      if (returned) return;
      returned = true;
      if (await empty(untouched)) idle.push(untouched);
      else await pglite.close();
    },
  };
}

async function look(pglite: PGlite): Promise<Untouched> {
  const rows = new Map<string, string>();
  for (const table of await tablesWithRows(pglite)) {
    const { rows: found } = await pglite.query<{ kept: string }>(
      `select json_agg(t)::text as kept from ${table} t`,
    );
    rows.set(table, found[0]?.kept ?? '[]');
  }
  return { pglite, shape: await shapeOf(pglite), rows };
}

/** Restores the rows of the migrations; returns whether the database can be lent again. */
async function empty({ pglite, shape, rows }: Untouched): Promise<boolean> {
  await pglite.exec('discard all');
  // The replica role disables triggers and foreign keys, which would refuse the deletes.
  await pglite.exec("set search_path to public; set session_replication_role = 'replica'");
  if ((await shapeOf(pglite)) !== shape) return false;
  for (const table of await tablesWithRows(pglite)) await pglite.exec(`delete from ${table}`);
  for (const [table, kept] of rows)
    await pglite.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
      [kept],
    );
  await pglite.exec(`
    select setval(seqrelid, seqstart, false) from pg_sequence where seqrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
    set session_replication_role = 'origin'`);
  const { rows: left } = await pglite.query<{ bytes: number }>(
    "select coalesce(sum(pg_table_size(oid)), 0)::int as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  return (left[0]?.bytes ?? 0) < MOST_LEFT_BYTES;
}

async function tablesWithRows(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0",
  );
  return rows.map(({ name }) => name);
}

/** A fingerprint of the schema: each change adds, updates or deletes a row of these catalogues. */
async function shapeOf(pglite: PGlite): Promise<string> {
  const catalogs = [
    'pg_class',
    'pg_attribute',
    'pg_attrdef',
    'pg_constraint',
    'pg_trigger',
    'pg_proc',
    'pg_namespace',
    'pg_type',
    'pg_extension',
  ];
  const parts = catalogs.map(
    (name) =>
      `select '${name}' as name, count(*) as count, max(xmin::text::bigint) as latest from ${name}`,
  );
  return JSON.stringify((await pglite.query(parts.join(' union all '))).rows);
}
