/**
 * `npm run export-to-postgres -- postgres://…`: copies the embedded database into an empty
 * PostgreSQL database.
 */
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { openPostgres } from '../platform/database.ts';
import { BackupError } from './backup-file.ts';
import { runCommand } from './command.ts';
import { copyEmbedded, openCopy } from './embedded-copy.ts';
import { exportToServer } from './postgres-export.ts';

await runCommand('export-to-postgres', async () => {
  const url = process.argv[2];
  if (!url || !/^postgres(ql)?:\/\//.test(url))
    throw new BackupError('usage: npm run export-to-postgres -- postgres://user@host/database');
  const copy = await copyEmbedded(
    readConfig({ ...process.env, DATABASE_URL: '' }),
    systemClock.now(),
  );
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
