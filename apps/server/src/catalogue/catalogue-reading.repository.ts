import type { Database } from '../platform/database.ts';
import { lazy } from '../platform/lazy.ts';
import { createArtReading } from './reading/art.repository.ts';
import { createEpisodeReading } from './reading/episodes.repository.ts';
import { createListing } from './reading/listing.repository.ts';
import { createLiveReading } from './reading/live.repository.ts';
import { createPlaceReading } from './reading/places.repository.ts';
import { createTitleReading } from './reading/titles.repository.ts';

/**
 * The SQL of everything that is read for viewers, by subject. What is not visible at `now` is in no
 * answer; what visible means stands in `reading/visibility.ts`. Statements are made once, when the
 * first of them is needed, and prepared by the database.
 */
export function createReadingRepository(db: Database) {
  return lazy(() => ({
    ...createTitleReading(db),
    ...createEpisodeReading(db),
    ...createPlaceReading(db),
    ...createLiveReading(db),
    ...createArtReading(db),
    ...createListing(db),
  }));
}

export type ReadingRepository = ReturnType<typeof createReadingRepository>;
