import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

/** Another process holds the folder. */
export class DataDirLockedError extends Error {
  constructor(folder: string, holder: string) {
    super(
      `DATA_DIR: ${folder} is in use by another process${holder ? ` (${holder})` : ''}; stop it first or choose another folder`,
    );
    this.name = 'DataDirLockedError';
  }
}

export interface DataDirLock {
  /** The process before, where it ended without {@link release}; '' for none. */
  readonly died: string;
  release(): void;
}

/**
 * Locks the folder for this process, until it ends however it ends ({@link lockFile}). PGlite
 * itself would open the same folder twice without an error. Throws a {@link DataDirLockedError}.
 */
export function lockDataDir(folder: string, waitMs = 5000): DataDirLock {
  const holderFile = join(folder, 'lock.holder');
  const unlock = lockIn(folder, waitMs);
  if (!unlock) throw new DataDirLockedError(folder, readHolder(holderFile));
  const died = holderOf(folder);
  writeFileSync(holderFile, `process ${process.pid}`);
  return {
    died,
    release: () => {
      rmSync(holderFile, { force: true });
      unlock();
    },
  };
}

/** The id of the process that holds or last held the folder; '' for none. */
export function holderOf(folder: string): string {
  return readHolder(join(folder, 'lock.holder')).replace(/^process /, '');
}

function lockIn(folder: string, waitMs: number): (() => void) | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    return lockFile(join(folder, 'lock.sqlite'), waitMs);
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** SQLite's code for a file that is none of its own; ours is empty. */
const SQLITE_NOT_ITS_FILE = 26;

function unusable(folder: string, error: unknown): Error {
  if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_NOT_ITS_FILE)
    return new Error(
      `DATA_DIR: lock.sqlite in ${folder} is damaged; remove it while no process uses the folder (it holds no data)`,
      { cause: error },
    );
  return new Error(
    `DATA_DIR: ${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    { cause: error },
  );
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').slice(0, 100);
  } catch {
    return ''; // The holder has just started; the message is clear without its name.
  }
}
