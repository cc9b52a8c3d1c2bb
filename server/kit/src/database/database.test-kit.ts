import { inject } from 'vitest';
import { type OpenDatabase, openPostgres } from './database.ts';
import { createOnServer, dropOnServer, namedOn } from './database-server.test-kit.ts';
import { borrowPglite } from './embedded-pool.test-kit.ts';

/**
 * A migrated, empty database for one test or test file: PGlite in memory, or a database on the
 * server that TEST_DATABASE_URL names. Close it at the end, so that other tests can use it.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? await copyOnServer(server) : await borrowPglite();
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
