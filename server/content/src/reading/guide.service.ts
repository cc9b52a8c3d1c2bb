import type {
  GuidePart,
  GuideTimes,
  LiveChannelPage,
  LivePage,
} from '@bonisa/contract/live-page-data';
import type { DataCosts } from '@bonisa/contract/title-facts';
import {
  daysOf,
  type GuideWindow,
  neighboursOf,
  startOfWindow,
  WINDOW_HOURS,
  windowName,
  windowNamed,
  windowNow,
} from '@bonisa/domain/live/guide-window';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import {
  type AiredCosts,
  channelFacts,
  guideChannel,
  hourCostsOf,
  liveCategoryCard,
  liveHeader,
  meanCosts,
} from '../live.presentation.ts';
import { readLiveCosts } from './live.service.ts';

/** The programmes of a channel's own page. */
const DAY_HOURS = 24;
/** The view of now of a channel's own page. */
const CHANNEL_HOURS = 12;

export interface GuideQuery {
  /** The slug of a live category; absent: all channels. */
  readonly category?: string | undefined;
  /** The name of a window (see `guide-window.ts`); absent: now. */
  readonly from?: string | undefined;
  /** Counted from 1. */
  readonly page: number;
  readonly limit: number;
}

/**
 * Reads the guide: some channels in one window of time, whatever the number of channels and the
 * length of their weeks. `undefined` for a category that is not visible and for a window out of
 * reach.
 */
export function createGuideReads(parts: {
  reading: ReadingRepository;
  clock: Clock;
  airedCosts?: AiredCosts;
}) {
  const { reading, clock } = parts;
  async function part(
    { page, limit }: GuideQuery,
    shown: {
      readonly window: GuideWindow;
      readonly isNow: boolean;
      readonly category: number | null;
    },
    now: Date,
  ): Promise<GuidePart> {
    const place = { category: shown.category, limit, offset: (page - 1) * limit };
    const [rows, rowsOfNow, costsOf] = await Promise.all([
      reading.guide(place, shown.window, now),
      shown.isNow ? [] : reading.guide(place, windowNow(now), now),
      readLiveCosts(parts, now),
    ]);
    const nowById = new Map(rowsOfNow.map((row) => [row.id, row]));
    const total = rows[0]?.total ?? 0;
    return {
      page,
      lastPage: Math.max(1, Math.ceil(total / limit)),
      total,
      items: rows.map((row) =>
        guideChannel(row, { ...shown, at: now, now: nowById.get(row.id) }, costsOf),
      ),
    };
  }

  async function hourCosts(now: Date): Promise<DataCosts | null> {
    return hourCostsOf(await reading.recentMedia(now));
  }

  /** The category with its id, all (null), or `undefined` for one that is not visible. */
  async function categoryOf(slug: string | undefined, now: Date) {
    const categories = await reading.liveCategories(now);
    const category =
      slug === undefined ? null : categories.find((candidate) => candidate.slug === slug);
    return { categories, category };
  }

  return {
    /** A page of the guide's channels, for a list that grows in place. */
    async guide(query: GuideQuery): Promise<(GuidePart & GuideTimes) | undefined> {
      const now = clock.now();
      const window = windowOf(query.from, now, WINDOW_HOURS);
      const { category } = await categoryOf(query.category, now);
      if (!window || category === undefined) return undefined;
      const shown = { window, isNow: !query.from, category: category?.id ?? null };
      return {
        ...(await part(query, shown, now)),
        ...timesOf(window, query.from, now, WINDOW_HOURS),
      };
    },

    /** The live section's page: categories, and a page of channels in a window. */
    async livePage(query: GuideQuery): Promise<LivePage | undefined> {
      const now = clock.now();
      const window = windowOf(query.from, now, WINDOW_HOURS);
      if (!window) return undefined;
      const { categories, category } = await categoryOf(query.category, now);
      if (category === undefined) return undefined;
      const isNow = !query.from;
      const [header, channels, costs, costsOf] = await Promise.all([
        isNow && query.page === 1 ? reading.liveHeader(category?.id ?? null, now) : undefined,
        part(query, { window, isNow, category: category?.id ?? null }, now),
        hourCosts(now),
        readLiveCosts(parts, now),
      ]);
      return {
        header: liveHeader(header ? [header] : [], now, costsOf),
        categories: categories.map(liveCategoryCard),
        category: category && liveCategoryCard(category),
        times: timesOf(window, query.from, now, WINDOW_HOURS),
        channels,
        hourCosts: meanCosts(channels.items) ?? costs,
      };
    },

    /**
     * A live channel's own page: its next hours, or a day. `undefined` also for a channel of
     * another category.
     */
    async liveChannelPage(
      category: string,
      slug: string,
      from: string | undefined,
    ): Promise<LiveChannelPage | undefined> {
      const now = clock.now();
      const hours = from ? DAY_HOURS : CHANNEL_HOURS;
      const window = windowOf(from, now, hours);
      if (!window) return undefined;
      const [row, rowOfNow, costsOf] = await Promise.all([
        reading.liveChannel(slug, window, now),
        from ? reading.liveChannel(slug, windowNow(now), now) : undefined,
        readLiveCosts(parts, now),
      ]);
      if (row?.category !== category) return undefined;
      return {
        channel: {
          ...guideChannel(row, { window, isNow: !from, at: now, now: rowOfNow }, costsOf),
          ...channelFacts(row),
        },
        times: timesOf(window, from, now, DAY_HOURS),
      };
    },
  };
}

function windowOf(from: string | undefined, now: Date, hours: number): GuideWindow | undefined {
  return from === undefined ? windowNow(now, hours) : windowNamed(from, now, hours);
}

function timesOf(
  window: GuideWindow,
  name: string | undefined,
  now: Date,
  hours: number,
): GuideTimes {
  const { earlier, later } = neighboursOf(window, now, hours);
  return {
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    name: name ?? null,
    at: now.toISOString(),
    windowOfNow: windowName(startOfWindow(now, hours)),
    earlier: earlier ?? null,
    later: later ?? null,
    days: daysOf(now).map((day) => ({ from: day.from.toISOString(), name: day.name })),
  };
}
