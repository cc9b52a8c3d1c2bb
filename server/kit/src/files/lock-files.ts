import { rm, stat, writeFile } from 'node:fs/promises';

/** Longer than a small file takes to write. */
const STALE_MS = 20_000;

/**
 * Locks of files on a file system that several machines mount. A lock that stays the same for so
 * long was left by a killed process. The times of files are compared with nothing but themselves:
 * the clock of the machine that wrote one may be wrong.
 */
export function createLockFiles() {
  const seen = new Map<string, { readonly id: string; readonly since: number }>();

  const idOf = async (lock: string): Promise<string | undefined> => {
    try {
      const { ino, mtimeMs } = await stat(lock);
      return `${ino} ${mtimeMs}`;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
  };

  return {
    /** Takes a lock; a stale one is removed for the next try. */
    take: async (lock: string): Promise<boolean> => {
      try {
        await writeFile(lock, '', { flag: 'wx' });
        seen.delete(lock);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const id = await idOf(lock);
      const before = seen.get(lock);
      if (id === undefined || before?.id !== id) {
        if (id === undefined) seen.delete(lock);
        else seen.set(lock, { id, since: performance.now() });
      } else if (performance.now() - before.since >= STALE_MS) {
        await rm(lock, { force: true });
        seen.delete(lock);
      }
      return false;
    },
  };
}
