/**
 * `npm run check-files`: names what the file store lacks and what nothing refers to, as after a
 * restore of the database.
 */

import type { Command } from '@bonisa/kit/command-line';
import { type Database, wrapPglite } from '@bonisa/kit/database/database';
import { createFileStore, startFileStore } from '@bonisa/kit/files/files';
import { runCommand } from '../backup/command.ts';
import { copyEmbedded, openCopy } from '../backup/embedded-copy.ts';
import { type Config, readConfig } from '../config.ts';
import { createCheckedFilesRepository } from './check-files.repository.ts';
import { createFilesCheck, megabytes } from './check-files.ts';
import { withServer } from './database.check.ts';

const COMMAND = {
  name: 'check-files',
  about: `Compares the database with the file store, as after a restore: names by title what the store lacks
and what to do, and counts what nothing refers to. The product may run meanwhile. It changes nothing
without --remove-orphans.`,
  usage: ['run -s check-files', 'run -s check-files -- --remove-orphans [--even-most]'],
  options: {
    'remove-orphans': { type: 'boolean', default: false },
    'even-most': { type: 'boolean', default: false },
  },
  meanings: {
    '--remove-orphans': 'remove what nothing refers to and is older than a day',
    '--even-most': 'also where more would go than stay: is it the right database?',
  },
  variables: {
    'DATABASE_URL, DATA_DIR': 'the database; the embedded one is copied',
    FILE_STORE: 'the file store (DATA_DIR/files)',
    OPS_PORT: 'where a running product gives a copy of its embedded database (3001)',
  },
  exits: { 0: 'everything is there', 1: 'something is missing, or could not be checked' },
} as const satisfies Command;

const STEP = 1000;

await runCommand(COMMAND, async ({ values }) => {
  const config = readConfig(process.env);
  const files = createFileStore(config);
  await startFileStore(files, config);
  return await withDatabase(config, async (db) => {
    const check = createFilesCheck({
      repository: createCheckedFilesRepository(db),
      files,
      now: () => new Date(),
      say: (line) => void process.stdout.write(`${line}\n`),
      onProgress: (looked) => {
        if (looked % STEP === 0) process.stderr.write(`${looked} looked at\n`);
      },
    });
    const asked = { removeOrphans: values['remove-orphans'], removeMost: values['even-most'] };
    const { missing, orphans, orphanBytes, removed, refused } = await check(asked);
    if (missing > 0 || refused) process.exitCode = 1;
    const found = missing === 0 ? 'nothing is missing' : `${missing} things lack files`;
    const unused = `${orphans} are unused (${megabytes(orphanBytes)} MB)`;
    if (refused)
      return `${found}, ${unused}; nothing was removed, since more would go than stay: is this the database of the store? (--even-most)`;
    return `${found}, ${unused}${values['remove-orphans'] ? `, ${removed} were removed` : ''}`;
  });
});

async function withDatabase<Result>(
  config: Config,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl === undefined) {
    const open = wrapPglite(await openCopy(await copyEmbedded(config)));
    try {
      return await work(open.db);
    } finally {
      await open.close();
    }
  }
  return await withServer(config.databaseUrl, (_client, db) => work(db));
}
