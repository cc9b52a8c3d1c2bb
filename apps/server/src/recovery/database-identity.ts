/**
 * What a database is known by while it stays the same: a restored, copied or failed-over one is
 * another. A row of it that names this says whether it was written before or after.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { OpenDatabase } from '../platform/database.ts';

/**
 * The embedded database belongs to one process, which cannot tell whether its folder was changed
 * before: each opening is a database of its own.
 */
const OPENINGS = new WeakMap<object, string>();

/**
 * An SQL expression. On a server: when it started (a physical restore or a failover needs a start),
 * which database it is (a copy is another one), and the file of the charges (another one where they
 * were emptied and loaded again).
 */
export function databaseIdentity(open: OpenDatabase): SQL {
  if (open.kind === 'postgres') {
    return sql`concat_ws(' ', extract(epoch from pg_postmaster_start_time()), (select oid from pg_database where datname = current_database()), pg_relation_filenode('charges'))`;
  }
  const key = open.pglite ?? open;
  const opening = OPENINGS.get(key) ?? `opened ${randomUUID()}`;
  OPENINGS.set(key, opening);
  return sql.raw(`'${opening}'`);
}
