import { randomBytes } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { migrate, type OpenDatabase, openPostgres, PGLITE_EXTENSIONS, wrapPglite } from './database.ts';

/**
 * One migrated PGlite per test process, dumped and cloned: opening a fresh one and migrating it takes over a second. The
 * first is handed out as it is, since most test files need no second one.
 */
let template: Promise<Blob | File> | undefined;
let first = true;

/**
 * A migrated, empty database for one test file: PGlite in memory, or a database of its own on the server that
 * TEST_DATABASE_URL names. Close it in `afterAll`.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return await createOnServer(server);
  if (first) {
    first = false;
    return await migrated();
  }
  template ??= makeTemplate();
  const pglite = await PGlite.create({ loadDataDir: await template, extensions: PGLITE_EXTENSIONS });
  return wrapPglite(pglite);
}

async function migrated(): Promise<OpenDatabase> {
  const open = wrapPglite(await PGlite.create({ extensions: PGLITE_EXTENSIONS }));
  await migrate(open);
  return open;
}

async function makeTemplate(): Promise<Blob | File> {
  const open = await migrated();
  if (!open.pglite) throw new Error('expected PGlite');
  const dump = await open.pglite.dumpDataDir('none');
  await open.close();
  return dump;
}

async function createOnServer(server: string): Promise<OpenDatabase> {
  const name = `bonisa_test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const open = await openPostgres(url.toString());
  await migrate(open);
  return {
    ...open,
    close: async () => {
      await open.close();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
