import { createAnswerCache } from '@bonisa/kit/answer-cache';
import type { Clock } from '@bonisa/kit/clock/clock';
import { lazy } from '@bonisa/kit/lazy';
import { LRUCache } from 'lru-cache';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import type { TitleRow } from './titles.repository.ts';

/** The maximum number of rows or lists that are cached. */
const MAX_REMEMBERED = 20_000;

interface Remembering {
  readonly reading: ReadingRepository;
  /** The version of the catalogue. */
  readonly version: () => number;
  readonly clock: Clock;
}

/**
 * Caches the reads that many pages share, such as the card of a title or the categories of a
 * channel, for each version of the catalogue. The version changes with every change and with every
 * window that opens or closes, so `now` makes no difference within one version.
 */
export function cacheCatalogueReads({ reading, version, clock }: Remembering): ReadingRepository {
  // The cache does not store `undefined`: requests for unknown names cannot fill it.
  const memory = createAnswerCache<unknown>({
    version,
    clock,
    maxBytes: MAX_REMEMBERED,
    weigh: () => 1,
    mayBeKept: (answer) => answer !== undefined,
  });
  const once = async <Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> =>
    (await memory.get(key, read)).answer as Answer;

  // Lazy, because copying `reading` builds all of its statements.
  return lazy(() => ({
    ...reading,
    titlesByIds: rememberTitles(reading, version),
    slidesWithTitles: (limit, now) =>
      once(`slides/${limit}`, () => reading.slidesWithTitles(limit, now)),
    channels: (now) => once('channels', () => reading.channels(now)),
    channelBySlug: (slug, now) => once(`channel/${slug}`, () => reading.channelBySlug(slug, now)),
    categories: (now) => once('categories', () => reading.categories(now)),
    choiceOfCategories: (limit, now) =>
      once(`choice/${limit}`, () => reading.choiceOfCategories(limit, now)),
    categoriesOfChannel: (slug, now) =>
      once(`categories/${slug}`, () => reading.categoriesOfChannel(slug, now)),
    categoryBySlug: (channel, slug, now) =>
      once(`category/${channel}/${slug}`, () => reading.categoryBySlug(channel, slug, now)),
    genres: (now) => once('genres', () => reading.genres(now)),
    genresOfCategory: (id, now) => once(`genres/${id}`, () => reading.genresOfCategory(id, now)),
    shelves: (channelId, now) =>
      once(`shelves/${channelId}`, () => reading.shelves(channelId, now)),
    seasonsOf: (showId, now) => once(`seasons/${showId}`, () => reading.seasonsOf(showId, now)),
    playedMedia: (now) => once('played', () => reading.playedMedia(now)),
    recentMedia: (now) => once('media', () => reading.recentMedia(now)),
    creditsOf: (titleId) => once(`credits/${titleId}`, () => reading.creditsOf(titleId)),
  }));
}

/** Caches the rows of titles by id. Reads all missing rows by one statement. */
function rememberTitles(
  reading: ReadingRepository,
  version: () => number,
): ReadingRepository['titlesByIds'] {
  const cached = new LRUCache<number, TitleRow>({ max: MAX_REMEMBERED });
  let seen = version();
  return async (ids, now) => {
    const current = version();
    if (current !== seen) {
      seen = current;
      cached.clear();
    }
    const found = new Map<number, TitleRow>();
    const missing: number[] = [];
    for (const id of ids) {
      const row = cached.get(id);
      if (row) found.set(id, row);
      else missing.push(id);
    }
    if (missing.length > 0) {
      for (const row of await reading.titlesByIds(missing, now)) {
        found.set(row.id, row);
        if (version() === current && seen === current) cached.set(row.id, row);
      }
    }
    return [...found.values()];
  };
}
