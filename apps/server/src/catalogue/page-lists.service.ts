import type { ReplyOf } from '@bonisa/contract/calls';
import type { Paged } from '@bonisa/contract/page-data';
import { AppError } from '../platform/http/app-error.ts';
import type { CatalogueReading } from './catalogue-reading.service.ts';

const PAGE_SIZE = 24;

interface PageAsked {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** The body of the call for a season's episodes, after its check. */
export interface SeasonAsked extends PageAsked {
  readonly season_id: number;
}

/** The body of the call for a category's titles, after its check. */
export interface CategoryAsked extends PageAsked {
  readonly channel: string;
  readonly category: string;
  readonly genre?: string | undefined;
}

export type PageLists = ReturnType<typeof createPageLists>;

/** A11 and A12: the answers of the lists that a page extends in place. */
export function createPageLists(content: Pick<CatalogueReading, 'seasonEpisodes' | 'category'>) {
  return {
    async seasonEpisodes({
      season_id,
      page = 1,
      limit = PAGE_SIZE,
    }: SeasonAsked): Promise<ReplyOf<'seasonEpisodes'>> {
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
    }: CategoryAsked): Promise<ReplyOf<'categoryVideos'>> {
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
  };
}

function pageOf<Item>({ items, page, lastPage, total }: Paged<Item>) {
  return { page, lastPage, total, data: [...items] };
}
