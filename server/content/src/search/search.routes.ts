import {
  search as everything,
  searchCategories,
  searchChannels,
  searchEpisodes,
  searchShows,
  searchVideos,
  suggest,
} from '@bonisa/contract/search.calls';
import { withNamesIn } from '@bonisa/domain/catalogue/names';
import { countReport } from '@bonisa/kit/http/client-headers';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { Metrics } from '@bonisa/kit/metrics';
import type { FastifyRequest } from 'fastify';
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

/** Is told of each search of everything, with its text and how much it found. */
export type SearchAnswered = (request: FastifyRequest, text: string, found: number) => void;

export interface SearchRoutes {
  readonly search: Search;
  readonly searched: SearchAnswered;
  readonly metrics: Pick<Metrics, 'reports'>;
}

/** A1, A2 and suggestions while the viewer types. The search text is never logged. */
export function searchRoutes({ search, searched, metrics }: SearchRoutes): Routes {
  return ({ register }) => {
    for (const [call, ...kinds] of FINDS) {
      register(call, {
        limit: 'read',
        handle: async ({ body, request }) => {
          const { results, languages, live, ...paging } = await search.find({ ...body, kinds });
          countReport(metrics, 'search', request);
          if (kinds.length === 0 && !paging.offset)
            searched(request, body.text, paging.total + live.length);
          return {
            results: withNamesIn([...results], viewerLanguage(request.headers)),
            ...paging,
            languages: [...languages],
            live: [...live],
          };
        },
      });
    }
    register(suggest, {
      limit: 'read',
      handle: async ({ body, request }) => {
        const suggestions = await search.suggest(body.text, body.limit);
        return withNamesIn({ suggestions }, viewerLanguage(request.headers));
      },
    });
  };
}
