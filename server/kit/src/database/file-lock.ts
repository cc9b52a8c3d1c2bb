import { DatabaseSync } from 'node:sqlite';

/** SQLite's code for a lock that another process holds. */
const SQLITE_BUSY = 5;

/**
 * Locks a file for this process, and answers what gives it back; `undefined` where another one
 * holds it for `waitMs`. The lock is the operating system's (through SQLite's exclusive mode), so
 * `kill -9` releases it and no stale lock can remain. Throws SQLite's error for a file that it
 * cannot open, or that is none of its own.
 */
export function lockFile(path: string, waitMs: number): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: waitMs });
  try {
    file.exec('pragma journal_mode = delete');
    file.exec('begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return () => {
    file.exec('rollback');
    file.close();
  };
}
