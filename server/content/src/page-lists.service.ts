import type { ReplyOf } from '@bonisa/contract/calls';
import type { liveGuide } from '@bonisa/contract/content-v2.calls';
import type { Paged } from '@bonisa/contract/page-data';
import { AppError } from '@bonisa/kit/http/app-error';
import type { z } from 'zod';
import type { CatalogueReading } from './catalogue-reading.service.ts';

const PAGE_SIZE = 24;
const GUIDE_CHANNELS = 20;

interface PageQuery {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** The body of the call for a season's episodes, after its check. */
export interface SeasonQuery extends PageQuery {
  readonly season_id: number;
}

/** The body of the call for a category's titles, after its check. */
export interface CategoryQuery extends PageQuery {
  readonly channel: string;
  readonly category: string;
  readonly genre?: string | undefined;
}

/** The fields of the content API's guide, after their check. */
export type GuideFields = z.output<typeof liveGuide.fields>;

export type PageLists = ReturnType<typeof createPageLists>;

/** A11, A12 and the guide: the answers of the lists that a page extends in place. */
export function createPageLists(
  content: Pick<CatalogueReading, 'seasonEpisodes' | 'category' | 'guide'>,
) {
  return {
    async seasonEpisodes({
      season_id,
      page = 1,
      limit = PAGE_SIZE,
    }: SeasonQuery): Promise<ReplyOf<'seasonEpisodes'>> {
      const episodes = await content.seasonEpisodes(season_id, { page, limit });
      if (!episodes) throw new AppError('not_found', 'There is no such season.');
      return { episodes: pageOf(episodes) };
    },

    async categoryVideos({
      channel,
      category,
      page = 1,
      limit = PAGE_SIZE,
      genre,
    }: CategoryQuery): Promise<ReplyOf<'categoryVideos'>> {
      const found = await content.category(channel, category, { page, limit, genre });
      if (!found) throw new AppError('not_found', 'There is no such category.');
      const { title, tagline, slug, landscape, genres, titles } = found;
      return {
        videos: pageOf(titles),
        header: { title, tagline, slug, channel: found.channel },
        thumbnail: landscape,
        genres: [...genres],
      };
    },

    /** `undefined` for a category that is not visible and for a window out of reach. */
    async guide({ category_slug: category, from, page = 1, limit = GUIDE_CHANNELS }: GuideFields) {
      const found = await content.guide({ category, from, page, limit });
      if (!found) return undefined;
      const { from: start, to, earlier, later } = found;
      return { ...pageOf(found), from: start, to, earlier, later };
    },
  };
}

function pageOf<Item>({ items, page, lastPage, total }: Paged<Item>) {
  return { page, lastPage, total, data: [...items] };
}
