import { categoryVideos, seasonEpisodes } from '@bonisa/contract/catalogue.calls';
import type { Paged } from '@bonisa/contract/page-data';
import { AppError } from '../platform/http/app-error.ts';
import type { Routes } from '../platform/http/site-listener.ts';
import type { CatalogueReading } from './catalogue-reading.service.ts';

const PAGE_SIZE = 24;

/** A11 and A12: the lists that a page extends in place. */
export function pageListRoutes(content: CatalogueReading): Routes {
  return ({ register }) => {
    register(seasonEpisodes, {
      limit: 'read',
      handle: async ({ body: { season_id, page = 1, limit = PAGE_SIZE } }) => {
        const episodes = await content.seasonEpisodes(season_id, { page, limit });
        if (!episodes) throw new AppError('not_found', 'There is no such season.');
        return { episodes: pageOf(episodes) };
      },
    });

    register(categoryVideos, {
      limit: 'read',
      handle: async ({ body: { channel, category, page = 1, limit = PAGE_SIZE, genre } }) => {
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
    });
  };
}

function pageOf<Item>({ items, page, lastPage, total }: Paged<Item>) {
  return { page, lastPage, total, data: [...items] };
}
