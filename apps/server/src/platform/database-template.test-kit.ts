/**
 * Before the tests that speak to a database: one migrated PGlite, written to a file. Each test process loads it in a third
 * of a second; making one anew takes two. A vitest global setup; nothing to do where tests run on a server.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate, openPglite } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the template lies; '' where there is none. */
    databaseTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => void) | undefined> {
  if (process.env.TEST_DATABASE_URL) {
    project.provide('databaseTemplate', '');
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bonisa-database-'));
  const open = await openPglite(undefined);
  await migrate(open);
  const dump = await open.pglite?.dumpDataDir('none');
  await open.close();
  if (!dump) throw new Error('expected PGlite');
  const file = join(folder, 'template.tar');
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  project.provide('databaseTemplate', file);
  return () => rmSync(folder, { recursive: true, force: true });
}
