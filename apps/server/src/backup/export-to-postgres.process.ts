/**
 * `npm run export-to-postgres -- postgres://…`: copies the embedded database into an empty
 * PostgreSQL database.
 */

import type { Command } from '@bonisa/kit/command-line';
import { openPostgres } from '@bonisa/kit/database/database';
import { readConfig } from '../config.ts';
import { BackupError } from './backup-file.ts';
import { runCommand } from './command.ts';
import { copyEmbedded, openCopy } from './embedded-copy.ts';
import { exportToServer } from './postgres-export.ts';

const COMMAND = {
  name: 'export-to-postgres',
  about: `Copies the embedded database into an empty PostgreSQL database and compares each table.`,
  usage: ['run export-to-postgres -- postgres://user@host/database'],
  arguments: 1,
  required: ['postgres://user@host/database'],
  variables: {
    DATA_DIR: 'the folder of the product (./var)',
    OPS_PORT: 'where a running product answers (3001)',
  },
  exits: { 0: 'done', 1: 'not done: a line says why' },
} as const satisfies Command;

await runCommand(COMMAND, async ({ positionals: [url] }) => {
  if (!url || !/^postgres(ql)?:\/\//.test(url))
    throw new BackupError('must be an address such as postgres://user@host/database');
  const copy = await copyEmbedded(readConfig({ ...process.env, DATABASE_URL: '' }));
  const target = await openPostgres(url, { connections: 2 }).catch((error: Error) => {
    throw new BackupError(error.message.replace('DATABASE_URL: ', ''), error);
  });
  const source = await openCopy(copy);
  try {
    const tables = await exportToServer(source, target);
    const rows = tables.reduce((sum, { count }) => sum + count, 0);
    return `${tables.length} tables and ${rows} rows are there, each compared with the original. Start with DATABASE_URL and the same DATA_DIR, or SECRET_KEY`;
  } finally {
    await source.close();
    await target.close();
  }
});
