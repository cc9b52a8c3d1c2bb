import type { EntryMedia } from '@bonisa/content/editing/batch.media';
import type { StoredCaptions } from '@bonisa/content/editing/returning-entry';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { CAPTIONS_FOLDER, captionFile } from '../asset.ts';
import { createMediaRepository } from '../media.repository.ts';
import { createLibraryRepository } from './library.repository.ts';

/**
 * What the catalogue asks and tells the media store where entries take films and captions, and give
 * them up.
 */
export function createEntryMedia(db: Database): EntryMedia {
  const { assetStates } = createMediaRepository(db);
  const library = createLibraryRepository(db);
  return {
    assetStates,
    failures: async (ids) =>
      new Map((await library.failed(ids)).map(({ assetId, why }) => [assetId, why])),
    keptCaptions: async (ids) => new Set((await library.retiredOf(ids)).keys()),
    retire: (ids, now) => library.retire('asset', ids, now),
    retireCaptions: (ids, now) => library.retire('captions', ids, now),
    keep: async (ids) => {
      for (const id of ids) await library.unretire(id);
    },
  };
}

/** What the catalogue, an earlier module, is handed to ask about media. */
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
