import { rm } from 'node:fs/promises';
import { lockFile } from '../platform/database/file-lock.ts';
import { ImportError } from './import-row.ts';

/** Gives the file back; the lock leaves nothing in the folder. */
export type ReleaseFilm = () => Promise<void>;

/**
 * Keeps the file of a film for this import: two that appended to one file would mix its bytes.
 * Throws an ImportError where another import holds it.
 */
export function lockFilm(file: string): ReleaseFilm {
  const path = `${file}.lock`;
  const unlock = lockFile(path, 0);
  if (!unlock)
    throw new ImportError('another import is fetching this film; start this one again later');
  return async () => {
    await rm(path, { force: true });
    unlock();
  };
}
