/** `npm run restore -- FILE`: restores a backup into a DATA_DIR that has no database. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@bonisa/kit/clock/clock';
import type { Command } from '@bonisa/kit/command-line';
import { lockDataDir } from '@bonisa/kit/database/data-dir-lock';
import { PGLITE_EXTENSIONS } from '@bonisa/kit/database/database';
import { restoreEmbeddedFolder } from '@bonisa/kit/database/embedded-folder';
import { PGlite } from '@electric-sql/pglite';
import { readConfig } from '../config.ts';
import { BackupError, readBackup } from './backup-file.ts';
import { fileNamed, runCommand } from './command.ts';
import { generatedSecrets, inspectCopy } from './embedded-copy.ts';

const COMMAND = {
  name: 'restore',
  about: `Restores a backup into a DATA_DIR that has no database. Then read 'Restoring a backup' in
docs/recovery.md: the carrier knows what was charged since.`,
  usage: ['run restore -- FILE'],
  arguments: 1,
  required: ['FILE'],
  meanings: { FILE: 'what npm run backup has written' },
  variables: { DATA_DIR: 'the folder to restore into (./var)' },
  exits: { 0: 'done', 1: 'not done: a line says why' },
} as const satisfies Command;

await runCommand(COMMAND, async ({ positionals }) => {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl)
    throw new BackupError(
      'DATABASE_URL: the database is a PostgreSQL server: restore it with pg_restore',
    );
  const file = fileNamed(positionals);
  const parts = readBackup(file);
  const copy = parts.get('database.tar.gz') ?? Buffer.alloc(0);
  const { subscribers, charges } = await inspectCopy(copy);
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDataDir(dataDir, 200);
  try {
    restoreSecrets(dataDir, parts.get('secrets.json'));
    const now = systemClock.now();
    await restoreEmbeddedFolder(join(dataDir, 'database'), now, async (folder) => {
      const loadDataDir = new Blob([new Uint8Array(copy)]);
      const options = { dataDir: folder, loadDataDir, extensions: PGLITE_EXTENSIONS };
      await (await PGlite.create(options)).close();
    });
  } finally {
    lock.release();
  }
  return `${dataDir}: ${subscribers} subscribers, ${charges} charges, of ${JSON.parse(String(parts.get('backup.json'))).at} (${file})`;
});

/** The database only works with the secrets that it was used with. */
function restoreSecrets(dataDir: string, backedUp: Buffer | undefined): void {
  const existing = generatedSecrets(dataDir);
  if (!backedUp || existing?.equals(backedUp)) return;
  if (existing)
    throw new BackupError(
      `DATA_DIR: secrets.json in ${dataDir} is another one than that of the backup; move it away`,
    );
  writeFileSync(join(dataDir, 'secrets.json'), backedUp, { mode: 0o600, flag: 'wx' });
}
