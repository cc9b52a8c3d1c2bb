/** `npm run restore -- FILE`: restores a backup into a DATA_DIR that has no database. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock/clock.ts';
import type { Asked, Command } from '../platform/command-line.ts';
import { lockDataDir } from '../platform/database/data-dir-lock.ts';
import { restoreEmbeddedFolder } from '../platform/database/embedded-folder.ts';
import { BackupError, readBackup } from './backup-file.ts';
import { backupAt } from './backup-series.ts';
import { fileNamed, runCommand } from './command.ts';
import { generatedSecrets, inspectCopy } from './embedded-copy.ts';
import { writeFolder } from './restore-folder.ts';

const COMMAND = {
  name: 'restore',
  about: `Restores a backup into a DATA_DIR that has no database. Then read 'Restoring a backup' in
docs/recovery.md: the carrier knows what was charged since.`,
  usage: ['run restore -- FILE', 'run restore -- --newest', 'run restore -- --at TIME'],
  arguments: 1,
  options: { newest: { type: 'boolean' }, at: { type: 'string' } },
  meanings: {
    FILE: 'what npm run backup has written',
    '--newest': 'the newest backup of BACKUP_DIR',
    '--at TIME': 'the newest that began at TIME or before: 2026-11-24T10:30:00+02:00',
  },
  variables: {
    DATA_DIR: 'the folder to restore into (./var)',
    BACKUP_DIR: 'where the product writes its backups (DATA_DIR/backups)',
  },
  exits: { 0: 'done', 1: 'not done: a line says why' },
} as const satisfies Command;

type RestoreAsked = Asked<typeof COMMAND.options>;
/** Without a zone a time would be of this machine, which need not be the operator's. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/;

await runCommand(COMMAND, async (asked) => {
  const { dataDir, databaseUrl, backups } = readConfig(process.env);
  if (databaseUrl)
    throw new BackupError(
      'DATABASE_URL: the database is a PostgreSQL server: restore it with pg_restore',
    );
  const file = chosenFile(asked, backups.folder, systemClock.now());
  const parts = await readBackup(file);
  const copy = parts.get('database.tar.gz') ?? Buffer.alloc(0);
  const { subscribers, charges } = await inspectCopy(copy);
  mkdirSync(dataDir, { recursive: true });
  const lock = lockDataDir(dataDir, 200);
  try {
    restoreSecrets(dataDir, parts.get('secrets.json'));
    const now = systemClock.now();
    await restoreEmbeddedFolder(join(dataDir, 'database'), now, (folder) =>
      writeFolder(folder, copy),
    );
  } finally {
    lock.release();
  }
  return `${dataDir}: ${subscribers} subscribers, ${charges} charges, of ${JSON.parse(String(parts.get('backup.json'))).at} (${file})`;
});

/** The backup that was asked for. Throws a {@link BackupError} where there is none. */
function chosenFile({ positionals, values }: RestoreAsked, folder: string, now: Date): string {
  const { newest, at } = values;
  if ([positionals.length > 0, newest === true, at !== undefined].filter(Boolean).length !== 1)
    throw new BackupError('name one FILE, or --newest, or --at TIME');
  if (positionals.length > 0) return fileNamed(positionals);
  if (at !== undefined && !INSTANT.test(at))
    throw new BackupError(`--at: '${at}' is no instant with a zone: 2026-11-24T10:30:00+02:00`);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const name = backupAt(names, at === undefined ? now : new Date(at));
  if (!name) throw new BackupError(`BACKUP_DIR: no backup in ${folder} is old enough`);
  return join(folder, name);
}

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
