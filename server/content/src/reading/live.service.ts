import type {
  LiveCategoryCard,
  LiveChannelCard,
  LiveSection,
} from '@bonisa/contract/live-page-data';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import {
  type AiredCosts,
  type LiveCosts,
  liveCategoryCard,
  liveChannelCard,
  liveCostsOf,
  liveHeader,
} from '../live.presentation.ts';

interface CostParts {
  readonly reading: Pick<ReadingRepository, 'playedMedia' | 'recentMedia'>;
  readonly airedCosts?: AiredCosts;
}

/** Reads what an hour of each live channel costs. */
export async function readLiveCosts(
  { reading, airedCosts }: CostParts,
  now: Date,
): Promise<LiveCosts> {
  const [played, newest] = await Promise.all([reading.playedMedia(now), reading.recentMedia(now)]);
  return liveCostsOf(played, newest, (channelId) => airedCosts?.(channelId, now));
}

/** Reads the live section. */
export function createLiveReads(parts: {
  reading: ReadingRepository;
  clock: Clock;
  airedCosts?: AiredCosts;
}) {
  const { reading, clock } = parts;
  return {
    /** All live channels, by category. */
    async liveChannels(): Promise<LiveChannelCard[]> {
      const now = clock.now();
      const [rows, costsOf] = await Promise.all([
        reading.liveChannels(now),
        readLiveCosts(parts, now),
      ]);
      return rows.map((row) => liveChannelCard(row, now, costsOf));
    },

    /**
     * The live section, or one of its categories by slug or id. `undefined` for a category that is
     * not visible now.
     */
    async live(category?: string | number): Promise<LiveSection | undefined> {
      const now = clock.now();
      const [rows, categories, costsOf] = await Promise.all([
        reading.liveChannels(now),
        reading.liveCategories(now),
        readLiveCosts(parts, now),
      ]);
      const shown =
        category === undefined
          ? null
          : categories.find(({ id, slug }) => category === id || category === slug);
      if (shown === undefined) return undefined;
      const listed = rows.filter((row) => shown === null || row.categoryId === shown.id);
      return {
        header: liveHeader(listed, now, costsOf),
        categories: categories.map(liveCategoryCard),
        category: shown && liveCategoryCard(shown),
        channels: listed.map((row) => liveChannelCard(row, now, costsOf)),
      };
    },

    liveCategories: async (): Promise<LiveCategoryCard[]> =>
      (await reading.liveCategories(clock.now())).map(liveCategoryCard),
  };
}
