import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Logger } from 'pino';
import type { FileStorePlace } from './file-store.config.ts';
import { type FileStore, FileStoreError } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createLocalCopies } from './local-copies.ts';
import { createS3Store } from './s3-store.ts';

interface FilesConfig {
  readonly dataDir: string;
  readonly fileStore: FileStorePlace;
}

/** Builds the file store of the configuration. Call {@link startFileStore} before it is used. */
export function createFileStore(
  { dataDir, fileStore: place }: FilesConfig,
  logger?: Pick<Logger, 'warn'>,
): FileStore {
  if (place.kind === 'folder') return createFolderStore(place.folder);
  return createS3Store(place, createLocalCopies(join(dataDir, 'scratch', 'copies')), logger);
}

/**
 * Checks the store, after it has moved files to where this version expects them. Rejects with one
 * line that names the variable.
 */
export async function startFileStore(files: FileStore, { dataDir }: FilesConfig): Promise<void> {
  if (files.folder === resolve(dataDir, 'files')) await adoptOlderFolders(dataDir, files.folder);
  await files.check().catch((error: unknown) => {
    if (error instanceof FileStoreError)
      throw new FileStoreError('setup', `FILE_STORE: ${error.message}`, { cause: error });
    throw error;
  });
}

/** Version 1.7 had folders of their own for media and pictures in `DATA_DIR`. */
async function adoptOlderFolders(dataDir: string, folder: string): Promise<void> {
  const older = [
    [join(dataDir, 'media', 'assets'), join(folder, 'media')],
    [join(dataDir, 'pictures'), join(folder, 'pictures')],
  ] as const;
  for (const [from, to] of older) {
    if (!existsSync(from) || existsSync(to)) continue;
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  }
}
