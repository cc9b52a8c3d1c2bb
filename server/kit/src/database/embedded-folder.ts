/**
 * Checks the folder of the embedded database before PGlite opens it. PGlite creates a new, empty
 * database in every folder without `PG_VERSION`, whatever else it contains, and its error messages
 * are WebAssembly's. A marker file beside the folder records that a database was created, so that a
 * lost one is noticed.
 */
import { constants } from 'node:fs';
import {
  access,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { isDiskFull } from '../disk-full.ts';
import { ENOUGH_FREE_BYTES } from '../disk-watch.ts';

/** The major version of PostgreSQL in this PGlite; it opens only folders of this version. */
export const EMBEDDED_MAJOR = '18';

/**
 * The folder cannot be used. The message is for an operator and begins with the variable at fault.
 */
export class EmbeddedDatabaseError extends Error {
  constructor(words: string, cause?: unknown) {
    super(`DATA_DIR: ${words}`, { cause });
    this.name = 'EmbeddedDatabaseError';
  }
}

const HELP = "see 'The embedded database' in docs/recovery.md";

interface Marker {
  readonly state: 'making' | 'made';
  /** When the database was created. */
  readonly at: string;
}

/**
 * Prepares the folder for PGlite. Throws an {@link EmbeddedDatabaseError} when its database is
 * damaged, lost or of another version.
 */
export async function prepareEmbeddedFolder(
  folder: string,
  now: Date,
): Promise<{ made: () => Promise<void> }> {
  try {
    const marker = await readMarker(folder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    // PGlite would compute forever on a full disk.
    if ((await freeBytes(folder)) < ENOUGH_FREE_BYTES) throw diskFull(folder);
    if (marker?.state === 'making') await moveUnfinished(folder, now);
    const files = await readdir(folder);
    if (files.includes('PG_VERSION')) await refuseOtherVersion(folder);
    else refuseLost(folder, files, marker);
    const at = marker?.state === 'made' ? marker.at : now.toISOString();
    if (!files.includes('PG_VERSION')) await writeMarker(folder, { state: 'making', at });
    return {
      made: async () =>
        marker?.state === 'made' ? undefined : await writeMarker(folder, { state: 'made', at }),
    };
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : await explainFolder(folder, error);
  }
}

/**
 * Writes a database into an empty or missing folder, even after an earlier database was lost.
 * Throws an {@link EmbeddedDatabaseError} when the folder contains one.
 */
export async function restoreEmbeddedFolder(
  folder: string,
  now: Date,
  write: (folder: string) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if ((await readdir(folder)).length > 0)
    throw new EmbeddedDatabaseError(
      `there is a database in ${folder}: restore into another DATA_DIR, or move it away`,
    );
  await writeMarker(folder, { state: 'making', at: now.toISOString() });
  await write(folder);
  await writeMarker(folder, { state: 'made', at: now.toISOString() });
}

/** Explains in plain words why PGlite could not open a folder. */
export async function explainFolder(
  folder: string,
  error: unknown,
): Promise<EmbeddedDatabaseError> {
  const { code } = error as { code?: unknown };
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedDatabaseError(
      `${folder} cannot be written by this user (permission denied); its owner must be who starts the product`,
      error,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new EmbeddedDatabaseError(`${folder} is not a folder`, error);
  if (isDiskFull(error) || (await freeBytes(folder)) < ENOUGH_FREE_BYTES) {
    return diskFull(folder, error);
  }
  if (typeof code === 'string')
    return new EmbeddedDatabaseError(`${folder} cannot be used (${code})`, error);
  return new EmbeddedDatabaseError(
    `the database in ${folder} is damaged and cannot be opened; restore the newest backup (${HELP})`,
    error,
  );
}

/** The free bytes on the disk of a folder; infinite when the system does not say. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({
    bavail: Number.POSITIVE_INFINITY,
    bsize: 1,
  }));
  return bavail * bsize;
}

function diskFull(folder: string, cause?: unknown): EmbeddedDatabaseError {
  const least = Math.round(ENOUGH_FREE_BYTES / 1_000_000);
  return new EmbeddedDatabaseError(
    `the disk is full: the database in ${folder} needs ${least} MB; free some space and start again`,
    cause,
  );
}

async function refuseOtherVersion(folder: string): Promise<void> {
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (version === EMBEDDED_MAJOR) return;
  // No release has had an older one than 16; half of a number is damage.
  if (!/^(?:1[6-9]|[2-9]\d)$/.test(version))
    throw new EmbeddedDatabaseError(
      `the database in ${folder} is damaged (PG_VERSION); restore the newest backup (${HELP})`,
    );
  throw new EmbeddedDatabaseError(
    `the database in ${folder} is of PostgreSQL ${version}, and this release has ${EMBEDDED_MAJOR}: export it with the release that made it (${HELP})`,
  );
}

function refuseLost(folder: string, files: readonly string[], marker: Marker | undefined): void {
  if (files.length > 0) {
    throw new EmbeddedDatabaseError(
      `${folder} is not empty, but PG_VERSION is missing in it: a database is damaged; restore the newest backup (${HELP})`,
    );
  }
  if (marker?.state === 'made') {
    throw new EmbeddedDatabaseError(
      `a database was made in ${folder} on ${marker.at}, and it is gone; restore the newest backup, or remove ${markerOf(folder)} to begin with an empty one (${HELP})`,
    );
  }
}

/**
 * Moves a database away that a killed first start left unfinished. It never held data; it is kept
 * in case another database was put there since.
 */
async function moveUnfinished(folder: string, now: Date): Promise<void> {
  if ((await readdir(folder)).length === 0) return;
  await rename(folder, `${folder}.unfinished-${now.getTime()}`);
  await mkdir(folder, { mode: 0o700 });
}

function markerOf(folder: string): string {
  return `${folder}.made.json`;
}

async function readMarker(folder: string): Promise<Marker | undefined> {
  const file = markerOf(folder);
  const there = await stat(file).catch(() => undefined);
  if (!there) return undefined;
  const { state, at } = parsed(await readFile(file, 'utf8'));
  // Only the time is lost: a damaged marker still proves that a database was created.
  return {
    state: state === 'making' ? 'making' : 'made',
    at: typeof at === 'string' ? at : there.mtime.toISOString(),
  };
}

function parsed(text: string): { state?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(text)) as { state?: unknown; at?: unknown };
  } catch {
    return {};
  }
}

async function writeMarker(folder: string, marker: Marker): Promise<void> {
  const file = markerOf(folder);
  await writeFile(`${file}.new`, `${JSON.stringify(marker)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
