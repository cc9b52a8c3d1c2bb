import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Local copies of files that are elsewhere, for programs that read only local files. */
export interface LocalCopies {
  /**
   * Copies what `open` opens into the scratch folder and calls `work` with it; removes the copy
   * afterwards. Waits while too many copies are in use. `signal` breaks the copying off.
   */
  use<Result>(
    open: () => Promise<Readable>,
    work: (localFile: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
}

/** Bounds the scratch space: a source may have many gigabytes. */
const COPIES_AT_ONCE = 2;

/** Keeps copies in a folder that no other process uses. */
export function createLocalCopies(folder: string): LocalCopies {
  const waiting: (() => void)[] = [];
  let used = 0;

  async function enter(): Promise<void> {
    if (used >= COPIES_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
    else used += 1;
  }

  /** Passes the place on to the next that waits, so the count stays the same. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else used -= 1;
  }

  return {
    async use(open, work, signal) {
      await enter();
      const path = join(folder, randomUUID());
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const limits = signal ? { signal } : {};
        await pipeline(await open(), createWriteStream(path, { mode: 0o600 }), limits);
        return await work(path);
      } finally {
        await rm(path, { force: true });
        leave();
      }
    },
  };
}
