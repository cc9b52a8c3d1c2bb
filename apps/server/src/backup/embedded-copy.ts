/**
 * A consistent copy of the embedded database, whether the product runs or not, and what is done
 * with one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Config } from '../config.ts';
import { DataDirLockedError, holderOf, lockDataDir } from '../platform/data-dir-lock.ts';
import { openPglite, PGLITE_EXTENSIONS } from '../platform/database.ts';
import { PROCESS_HEADER } from './backup.ops-routes.ts';
import { BackupError } from './backup-file.ts';

/** Long enough to see that somebody else holds the folder. */
const LOCK_WAIT_MS = 200;

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'opsPort'>;

/**
 * The folder of the embedded database as a compressed tar. Throws {@link BackupError}, and what a
 * start would be refused with.
 */
export async function copyEmbedded(config: Where, now: Date): Promise<Buffer> {
  if (config.databaseUrl)
    throw new BackupError(
      'DATABASE_URL: the database is a PostgreSQL server: back it up with pg_dump',
    );
  const folder = join(config.dataDir, 'database');
  if (!existsSync(folder))
    throw new BackupError(`DATA_DIR: there is no database in ${config.dataDir}`);
  try {
    const lock = lockDataDir(config.dataDir, LOCK_WAIT_MS);
    try {
      return await copyStopped(folder, now);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof DataDirLockedError)) throw error;
    return await copyRunning(config, error);
  }
}

/**
 * A copy in memory, to be looked at or exported; the folder itself is not touched by what is done
 * with it.
 */
export async function openCopy(copy: Buffer): Promise<PGlite> {
  return await PGlite.create({
    loadDataDir: new Blob([new Uint8Array(copy)]),
    extensions: PGLITE_EXTENSIONS,
  });
}

/**
 * How many subscribers and charges a copy holds: it can be opened, and is the one that was meant.
 */
export async function inspectCopy(copy: Buffer): Promise<{ subscribers: number; charges: number }> {
  const pglite = await openCopy(copy);
  try {
    const { rows } = await pglite.query<{ subscribers: number; charges: number }>(
      'select (select count(*)::int from subscribers) as subscribers, (select count(*)::int from charges) as charges',
    );
    if (!rows[0]) throw new BackupError('the copy cannot be read');
    return rows[0];
  } finally {
    await pglite.close();
  }
}

async function copyStopped(folder: string, now: Date): Promise<Buffer> {
  const { pglite, close } = await openPglite(folder, now);
  try {
    if (!pglite) throw new Error('the embedded database is none');
    return Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer());
  } finally {
    await close();
  }
}

/** The process that holds the folder is asked; another product may have the port. */
async function copyRunning(
  { dataDir, opsPort }: Where,
  locked: DataDirLockedError,
): Promise<Buffer> {
  const refused = (words: string, cause?: unknown): BackupError =>
    new BackupError(`${locked.message} (OPS_PORT ${opsPort}: ${words})`, cause);
  const answer = await fetch(`http://127.0.0.1:${opsPort}/ops/backup`, { method: 'POST' }).catch(
    (error: unknown) => {
      throw refused('nobody answers there', error);
    },
  );
  const holder = holderOf(dataDir);
  if (!answer.ok || answer.headers.get(PROCESS_HEADER) !== holder)
    throw refused('that is another process, or it gives no backup');
  return Buffer.from(await answer.arrayBuffer());
}

/** The secrets that were generated beside the database; nothing where all are configured. */
export function generatedSecrets(dataDir: string): Buffer | undefined {
  const file = join(dataDir, 'secrets.json');
  return existsSync(file) ? readFileSync(file) : undefined;
}
