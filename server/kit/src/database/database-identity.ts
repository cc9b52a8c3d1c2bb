/**
 * The identity of a database, which a restore, a copy or a failover changes. A row that stores it
 * shows whether it was written before or after.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { OpenDatabase } from './database.ts';

/**
 * The embedded database belongs to one process, which cannot know whether its folder was replaced:
 * each opening has its own identity.
 */
const OPENINGS = new WeakMap<object, string>();

/**
 * An SQL expression. On a server: its start time (a physical restore or a failover needs a start),
 * the database's id (a copy has another), and the file of the charges (a reload creates another).
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
