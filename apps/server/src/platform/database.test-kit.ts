import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import { migrate, type OpenDatabase, openPostgres, PGLITE_EXTENSIONS, wrapPglite } from './database.ts';

/** The template of this run (see `database-template.test-kit.ts`), read once in each process. */
let template: Blob | undefined;

/**
 * A migrated, empty database for one test file: PGlite in memory, or a database of its own on the server that
 * TEST_DATABASE_URL names. Close it in `afterAll`.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return await createOnServer(server);
  template ??= new Blob([await readFile(inject('databaseTemplate'))]);
  return wrapPglite(await PGlite.create({ loadDataDir: template, extensions: PGLITE_EXTENSIONS }));
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
