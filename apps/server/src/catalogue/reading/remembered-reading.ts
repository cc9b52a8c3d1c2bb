import { createAnswerCache } from '../../platform/answer-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import type { TitleRow } from './titles.repository.ts';

/** So many answers at most are remembered. */
const MAX_REMEMBERED = 20_000;

interface Remembering {
  readonly reading: ReadingRepository;
  /** The catalogue's version. */
  readonly version: () => number;
  readonly clock: Clock;
}

/**
 * The same reads; those that many answers share (a title's card, a channel, its categories) are
 * asked of the database once for each version of the catalogue. The version moves with every change
 * and with every window that opens or closes, so that within one of them the instant of asking
 * makes no difference.
 */
export function rememberReads({ reading, version, clock }: Remembering): ReadingRepository {
  // What is not there is asked for again: nobody can fill the memory with names of nothing.
  const memory = createAnswerCache<unknown>({
    version,
    clock,
    maxBytes: MAX_REMEMBERED,
    weigh: () => 1,
    mayBeKept: (answer) => answer !== undefined,
  });
  const once = async <Answer>(key: string, read: () => Promise<Answer>): Promise<Answer> =>
    (await memory.get(key, read)).answer as Answer;

  return {
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
    creditsOf: (titleId) => once(`credits/${titleId}`, () => reading.creditsOf(titleId)),
  };
}

/** Rows of titles, each remembered by its id: only those that are missing are read, together. */
function rememberTitles(
  reading: ReadingRepository,
  version: () => number,
): ReadingRepository['titlesByIds'] {
  const kept = new Map<number, TitleRow>();
  let seen = version();
  return async (ids, now) => {
    const current = version();
    if (current !== seen || kept.size >= MAX_REMEMBERED) {
      seen = current;
      kept.clear();
    }
    const found = new Map<number, TitleRow>();
    const missing: number[] = [];
    for (const id of ids) {
      const row = kept.get(id);
      if (row) found.set(id, row);
      else missing.push(id);
    }
    if (missing.length > 0) {
      for (const row of await reading.titlesByIds(missing, now)) {
        found.set(row.id, row);
        if (version() === current && seen === current) kept.set(row.id, row);
      }
    }
    return [...found.values()];
  };
}
