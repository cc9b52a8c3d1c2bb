import type { Database } from '../platform/database.ts';
import { lazy } from '../platform/lazy.ts';
import { createArtReading } from './reading/art.repository.ts';
import { createEpisodeReading } from './reading/episodes.repository.ts';
import { createListing } from './reading/listing.repository.ts';
import { createLiveReading } from './reading/live.repository.ts';
import { createPlaceReading } from './reading/places.repository.ts';
import { createProgrammingReading } from './reading/programming.repository.ts';
import { createTitleReading } from './reading/titles.repository.ts';

/**
 * The SQL of everything that viewers read, by subject. Returns only what is visible at `now` (see
 * `reading/visibility.ts`). The statements are built at first use and prepared by the database.
 */
export function createReadingRepository(db: Database) {
  return lazy(() => ({
    ...createTitleReading(db),
    ...createEpisodeReading(db),
    ...createPlaceReading(db),
    ...createLiveReading(db),
    ...createProgrammingReading(db),
    ...createArtReading(db),
    ...createListing(db),
  }));
}

export type ReadingRepository = ReturnType<typeof createReadingRepository>;
