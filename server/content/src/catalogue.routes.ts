import { categoryVideos, seasonEpisodes } from '@bonisa/contract/catalogue.calls';
import { withNamesIn } from '@bonisa/domain/catalogue/names';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
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
      handle: async ({ body, request }) =>
        withNamesIn(await lists.categoryVideos(body), viewerLanguage(request.headers)),
    });
  };
}
