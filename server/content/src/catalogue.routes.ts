import { categoryVideos, seasonEpisodes } from '@bonisa/contract/catalogue.calls';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { CatalogueReading } from './catalogue-reading.service.ts';
import { createPageLists } from './page-lists.service.ts';

/** A11 and A12: the lists that a page extends in place, as viewers have them. */
export function pageListRoutes(content: CatalogueReading): Routes {
  const lists = createPageLists(content);
  return ({ register }) => {
    register(seasonEpisodes, {
      limit: 'read',
      handle: ({ body }) => lists.seasonEpisodes(body),
    });
    register(categoryVideos, {
      limit: 'read',
      handle: ({ body }) => lists.categoryVideos(body),
    });
  };
}
