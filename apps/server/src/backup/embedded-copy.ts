/**
 * Copies the embedded database consistently, whether the product runs or not, and opens such
 * copies.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirLockedError, holderOf, lockDataDir } from '@bonisa/kit/database/data-dir-lock';
import { openPglite, PGLITE_EXTENSIONS } from '@bonisa/kit/database/database';
import { PGlite } from '@electric-sql/pglite';
import type { Config } from '../config.ts';
import { PROCESS_HEADER } from './backup.ops-routes.ts';
import { BackupError } from './backup-file.ts';

/** How long to wait for the folder's lock before another process counts as its holder. */
const LOCK_WAIT_MS = 200;

type Where = Pick<Config, 'dataDir' | 'databaseUrl' | 'opsPort'>;

/**
 * The folder of the embedded database as a compressed tar. Throws a {@link BackupError}, or the
 * error with which a start would fail.
 */
export async function copyEmbedded(config: Where): Promise<Buffer> {
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
      return await copyStopped(folder);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof DataDirLockedError)) throw error;
    return await copyRunning(config, error);
  }
}

/** Opens a copy in memory to read or export it. The folder does not change. */
export async function openCopy(copy: Buffer): Promise<PGlite> {
  return await PGlite.create({
    loadDataDir: new Blob([new Uint8Array(copy)]),
    extensions: PGLITE_EXTENSIONS,
  });
}

/**
 * Counts the subscribers and the charges of a copy; this also proves that the copy can be opened.
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

async function copyStopped(folder: string): Promise<Buffer> {
  const { pglite, close } = await openPglite(folder);
  try {
    if (!pglite) throw new Error('the embedded database has no PGlite instance');
    return Buffer.from(await (await pglite.dumpDataDir('gzip')).arrayBuffer());
  } finally {
    await close();
  }
}

/**
 * Requests the dump from the process that holds the folder. Checks the process, since another
 * product may use the port.
 */
async function copyRunning(
  { dataDir, opsPort }: Where,
  { message }: DataDirLockedError,
): Promise<Buffer> {
  const refused = (words: string, cause?: unknown): BackupError =>
    new BackupError(`${message} (OPS_PORT ${opsPort}: ${words})`, cause);
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

/**
 * The secrets that the product generated beside the database; undefined when all secrets are
 * configured.
 */
export function generatedSecrets(dataDir: string): Buffer | undefined {
  const file = join(dataDir, 'secrets.json');
  return existsSync(file) ? readFileSync(file) : undefined;
}
