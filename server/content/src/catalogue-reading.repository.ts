import { filledShelf } from '@bonisa/domain/catalogue/shelf-rule';
import type { Database } from '@bonisa/kit/database/database';
import { lazy } from '@bonisa/kit/lazy';
import { createArtReading } from './reading/art.repository.ts';
import { createEpisodeReading } from './reading/episodes.repository.ts';
import { createListing } from './reading/listing.repository.ts';
import { createLiveReading } from './reading/live.repository.ts';
import { createPlaceReading } from './reading/places.repository.ts';
import { createProgrammingReading } from './reading/programming.repository.ts';
import { createShelfRules, type ShelfRules } from './reading/shelf-rules.repository.ts';
import { createTitleReading, type TitleReading } from './reading/titles.repository.ts';

/** The statements by subject. A preview builds those alone that it needs. */
export const READINGS = [
  (db: Database) => withRules(createTitleReading(db), createShelfRules(db)),
  createEpisodeReading,
  createPlaceReading,
  createLiveReading,
  createProgrammingReading,
  createArtReading,
  createListing,
] as const;

/**
 * The SQL of everything that viewers read, by subject. Returns only what is visible at `now` (see
 * `reading/visibility.ts`). The statements are built at first use and prepared by the database.
 */
export function createReadingRepository(db: Database) {
  const [titles, episodes, places, live, programming, art, listing] = READINGS;
  return lazy(() => ({
    ...titles(db),
    ...episodes(db),
    ...places(db),
    ...live(db),
    ...programming(db),
    ...art(db),
    ...listing(db),
  }));
}

/** Fills the shelves that have a rule. */
function withRules(titles: TitleReading, rules: ShelfRules) {
  return {
    ...titles,
    ...rules,
    shelves: async (channelId: number | null, now: Date) =>
      await Promise.all(
        (await titles.shelves(channelId, now)).map(async ({ rule, ...shelf }) => {
          if (!rule) return shelf;
          const byRule = await rules.titleIdsByRule(rule, now);
          return { ...shelf, titleIds: filledShelf(shelf.titleIds, byRule, rule) };
        }),
      ),
  };
}

export type ReadingRepository = ReturnType<typeof createReadingRepository>;
