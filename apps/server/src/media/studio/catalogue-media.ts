import type { StoredCaptions } from '../../catalogue/editing/identity.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { CAPTIONS_FOLDER, captionFile } from '../asset.ts';
import { createEntryMedia } from './entry-media.ts';

/** What the catalogue, a lower floor, is handed to ask about media. */
export function mediaForCatalogue(files: Pick<FileStore, 'stat'>) {
  return { entryMediaOn: createEntryMedia, storedCaptions: createStoredCaptions(files) };
}

/** Which captions of a deleted title can come back: those whose file nobody has removed. */
function createStoredCaptions(files: Pick<FileStore, 'stat'>): StoredCaptions {
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
