import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown when another process holds the folder. */
export class DataDirLockedError extends Error {
  constructor(folder: string, holder: string) {
    super(`DATA_DIR: ${folder} is in use by another process${holder ? ` (${holder})` : ''}; stop it first or choose another folder`);
    this.name = 'DataDirLockedError';
  }
}

export interface DataDirLock {
  release(): void;
}

/**
 * Takes the folder for this process alone. The lock is the operating system's lock on a file (held through SQLite's exclusive
 * mode), so a `kill -9` frees it with the process and nothing stale is ever left to judge. PGlite itself would open the same
 * folder twice without an error. Throws {@link DataDirLockedError}.
 */
export function lockDataDir(folder: string, waitMs = 3000): DataDirLock {
  mkdirSync(folder, { recursive: true });
  const holderFile = join(folder, 'lock.holder');
  const file = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: waitMs });
  try {
    file.exec('pragma journal_mode = delete');
    file.exec('begin exclusive');
  } catch {
    file.close();
    throw new DataDirLockedError(folder, readHolder(holderFile));
  }
  writeFileSync(holderFile, `process ${process.pid}`);
  return {
    release: () => {
      file.exec('rollback');
      file.close();
    },
  };
}

function readHolder(holderFile: string): string {
  try {
    return readFileSync(holderFile, 'utf8').slice(0, 100);
  } catch {
    return ''; // The holder has only just begun; the message says enough without its name.
  }
}
