import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any work on one file takes. */
const ABANDONED_MS = 24 * 60 * 60_000;

/**
 * Removes what processes left in the scratch folders of `dataDir` that ended long ago. A younger
 * file may be in use: an import may share the folder.
 */
export async function sweepScratch(dataDir: string): Promise<void> {
  const scratch = join(dataDir, 'scratch');
  for (const folder of await namesIn(scratch))
    for (const name of await namesIn(join(scratch, folder))) {
      const path = join(scratch, folder, name);
      if (Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS)
        await rm(path, { recursive: true, force: true });
    }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
