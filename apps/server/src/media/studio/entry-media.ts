import type { EntryMedia } from '../../catalogue/editing/batch.media.ts';
import type { Database } from '../../platform/database/database.ts';
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
    keptCaptions: async (ids) => new Set((await library.retiredOf(ids)).keys()),
    retire: (ids, now) => library.retire('asset', ids, now),
    retireCaptions: (ids, now) => library.retire('captions', ids, now),
    keep: async (ids) => {
      for (const id of ids) await library.unretire(id);
    },
  };
}
