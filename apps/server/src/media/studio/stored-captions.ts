import type { StoredCaptions } from '../../catalogue/editing/identity.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { CAPTIONS_FOLDER, captionFile } from '../asset.ts';

/** Which captions of a deleted title can come back: those whose file nobody has removed. */
export function createStoredCaptions(files: Pick<FileStore, 'stat'>): StoredCaptions {
  return async (captions) => {
    const there = await Promise.all(
      captions.map(async ({ filesId, language }) => {
        const path = `media/${filesId}/${CAPTIONS_FOLDER}/${captionFile(language)}`;
        return filesId === null || (await files.stat(path)) !== undefined;
      }),
    );
    return captions.filter((_, at) => there[at]);
  };
}
