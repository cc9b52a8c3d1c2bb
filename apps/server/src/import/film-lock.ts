import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { ImportError } from './import-row.ts';

/** SQLite's code for a lock that another process holds. */
const SQLITE_BUSY = 5;

/** Gives the file back; the lock leaves nothing in the folder. */
export type ReleaseFilm = () => Promise<void>;

/**
 * Keeps the file of a film for this import: two that appended to one file would mix its bytes. The
 * lock is the operating system's (through SQLite, as that of DATA_DIR), so a killed import holds
 * none. Throws an ImportError where another import holds it.
 */
export function lockFilm(file: string): ReleaseFilm {
  const path = `${file}.lock`;
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = delete');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    throw new ImportError(
      'another import is fetching this film; start this one again later',
      error,
    );
  }
  return async () => {
    await rm(path, { force: true });
    lock.close();
  };
}
