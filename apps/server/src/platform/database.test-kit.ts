import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type OpenDatabase, openPostgres, PGLITE_EXTENSIONS } from './database.ts';
import { createOnServer, dropOnServer, namedOn } from './database-server.test-kit.ts';
import { borrowPglite } from './embedded-pool.test-kit.ts';

/** The template of this run (see `database-template.test-kit.ts`), read once in each process. */
let template: Blob | undefined;

/**
 * A migrated, empty database for one test or test file: PGlite in memory, or a database on the
 * server that TEST_DATABASE_URL names. Close it at the end, so that other tests can use it.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (server) return await copyOnServer(server);
  template ??= new Blob([await readFile(inject('databaseTemplate'))]);
  return await borrowPglite(() =>
    PGlite.create({ loadDataDir: template as Blob, extensions: PGLITE_EXTENSIONS }),
  );
}

async function copyOnServer(server: string): Promise<OpenDatabase> {
  const name = await createOnServer(server, inject('databaseTemplate'));
  const open = await openPostgres(namedOn(server, name));
  return {
    ...open,
    close: async () => {
      await open.close();
      await dropOnServer(server, name);
    },
  };
}
