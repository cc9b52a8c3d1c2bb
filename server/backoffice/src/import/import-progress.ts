import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportError } from './import-row.ts';
import type { ImportProgress } from './run-import.ts';

/** What an import of files knows of the run before. */
export interface FilesDone {
  /** The files before this one were sent or refused. */
  readonly done: number;
  /** The places of those that were refused. */
  readonly refused: readonly number[];
}

/** Which files are done already. */
export interface FilesProgress {
  state(): Promise<FilesDone>;
  record(done: number, refused: readonly number[]): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Remembers in a file how many batches or files of an import are done, until all are. Its name has
 * the digest of the rows and of where they go: other rows are another import.
 */
export function fileProgress(folder: string, digest: string): ImportProgress & FilesProgress {
  const file = join(folder, `.import-${digest.slice(0, 16)}.json`);
  const state = async (): Promise<FilesDone> => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const found = text === undefined ? undefined : readDone(text);
    return found?.digest === digest ? found : { done: 0, refused: [] };
  };
  return {
    state,
    done: async () => (await state()).done,
    async record(done, refused: readonly number[] = []) {
      await writeFile(`${file}.new`, JSON.stringify({ digest, done, refused }));
      await rename(`${file}.new`, file);
    },
    clear: () => rm(file, { force: true }),
  };
}

/**
 * Makes the folder where an import remembers how far it is. Throws an ImportError where nothing can
 * be written, such as in the read-only image: after the first batch that would be too late.
 */
export async function openProgressFolder(folder: string): Promise<void> {
  const probe = join(folder, `.import-${process.pid}.new`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = 'an import writes there how far it is';
    throw new ImportError(`${folder} cannot be written (${code}); ${why}`, error);
  }
}

/** A damaged file means that nothing is known to be done: sending a batch again is safe. */
function readDone(text: string): (FilesDone & { readonly digest: string }) | undefined {
  try {
    const { digest, done, refused = [] } = JSON.parse(text) as FilesDone & { digest: string };
    const isKnown = Number.isSafeInteger(done) && done >= 0 && Array.isArray(refused);
    return isKnown ? { digest, done, refused } : undefined;
  } catch {
    return undefined;
  }
}
