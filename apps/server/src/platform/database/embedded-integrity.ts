/**
 * Looks for pages of the embedded database that were never written. It flushes nothing, so a
 * machine that loses its power may leave files shorter than they were, or with pages of zeros, and
 * PostgreSQL takes both for free space: rows would be missing without a word. The index of each
 * table still names their places.
 */
import type { PGlite } from '@electric-sql/pglite';

interface Indexed {
  readonly table: string;
  readonly index: string;
  readonly pages: number;
  readonly indexPages: number;
}

/** One complete index of each table, its primary key where it has one, and those of the catalog. */
const INDEXED = `
  select distinct on (i.indrelid) i.indrelid::regclass::text as table,
    i.indexrelid::regclass::text as index,
    (pg_relation_size(i.indrelid) / current_setting('block_size')::int)::int as pages,
    (pg_relation_size(i.indexrelid) / current_setting('block_size')::int)::int as "indexPages"
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and i.indpred is null and i.indisvalid
  order by i.indrelid, i.indisprimary desc, i.indisunique desc, i.indexrelid`;

/**
 * Pages of the table that entries of the index name and that are not there, or have nothing in
 * them. The first entry of a leaf with a right neighbour is its limit and names nothing.
 */
const LOST_PAGES = `
  with named as (
    select distinct ((place::text)::point)[0]::int as page
    from generate_series(1, $3::int - 1) as leaf,
      lateral bt_page_stats($2, leaf) as stats,
      lateral bt_page_items($2, leaf) as item,
      lateral unnest(coalesce(item.tids, array[item.htid])) as place
    where stats.type = 'l' and item.htid is not null
      and not (item.itemoffset = 1 and stats.btpo_next <> 0))
  select count(*)::int as lost from named
  where case when page >= $4::int then true else (page_header(get_raw_page($1, page))).upper = 0 end`;

/**
 * Names the first table with lost or unreadable pages; `undefined` where all are there. It reads
 * each page of each table, and changes nothing. PGlite must have the extension `pageinspect`.
 */
export async function findDamage(pglite: PGlite): Promise<string | undefined> {
  let found: string | undefined;
  await pglite.transaction(async (tx) => {
    // Only for this transaction: without the extension the database is as its migrations say.
    await tx.exec('create extension pageinspect');
    const { rows } = await tx.query<Indexed>(INDEXED);
    for (const { table, index, pages, indexPages } of rows) {
      const words = [table, index, indexPages, pages];
      const lost = await tx.query<{ lost: number }>(LOST_PAGES, words).catch((error: Error) => {
        found = `${table}: ${error.message}`;
      });
      if (lost?.rows[0]?.lost) found = `${table}: ${lost.rows[0].lost} pages of it are lost`;
      if (found) break;
    }
    await tx.rollback();
  });
  return found;
}
