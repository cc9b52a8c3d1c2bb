import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { Database, OpenDatabase } from './database.ts';
import { createPgliteClient } from './prepared-statements.ts';

/** The same database, and the texts of the statements that are sent through it from now on. */
export function countStatements(open: OpenDatabase): OpenDatabase & { statements: string[] } {
  const statements: string[] = [];
  const options = { logger: { logQuery: (text: string) => void statements.push(text) } };
  const { pglite, pool } = open;
  const client = pglite ? createPgliteClient(pglite, open.state) : undefined;
  const db = client ? drizzlePglite(client as never, options) : pool && drizzlePg(pool, options);
  if (!db) throw new Error('the database has neither a server nor a folder');
  return { ...open, db: db as unknown as Database, statements };
}
