import {
  search as everything,
  searchCategories,
  searchChannels,
  searchEpisodes,
  searchShows,
  searchVideos,
  suggest,
} from '@bonisa/contract/search.calls';
import { countReport } from '../../platform/http/client-headers.ts';
import type { Routes } from '../../platform/http/site-listener.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { EntityKind } from '../reading/cards.service.ts';
import type { Search } from './search.service.ts';

/** The kinds that each call finds; without any: all of them. */
const FINDS: readonly (readonly [call: typeof everything, ...kinds: EntityKind[]])[] = [
  [everything],
  [searchCategories, 'category'],
  [searchChannels, 'channel'],
  [searchShows, 'show'],
  [searchVideos, 'video'],
  [searchEpisodes, 'episode'],
];

export interface SearchRoutes {
  readonly search: Search;
  readonly metrics: Pick<Metrics, 'reports'>;
}

/** A1, A2 and suggestions while the viewer types. The search text is never stored or logged. */
export function searchRoutes({ search, metrics }: SearchRoutes): Routes {
  return ({ register }) => {
    for (const [call, ...kinds] of FINDS) {
      register(call, {
        limit: 'read',
        handle: async ({ body, request }) => {
          const { results, languages, live, ...paging } = await search.find({ ...body, kinds });
          countReport(metrics, 'search', request);
          return {
            results: [...results],
            ...paging,
            languages: [...languages],
            live: [...live],
          };
        },
      });
    }
    register(suggest, {
      limit: 'read',
      handle: async ({ body }) => ({ suggestions: await search.suggest(body.text, body.limit) }),
    });
  };
}
