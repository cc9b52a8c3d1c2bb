import {
  search as everything,
  searchCategories,
  searchChannels,
  searchEpisodes,
  searchShows,
  searchVideos,
  suggest,
} from '@bonisa/contract/search.calls';
import type { RegisterCall } from '../../platform/http/call-route.ts';
import type { EntityKind } from '../reading/cards.service.ts';
import type { Search } from './search.service.ts';

/** What each call finds; nothing named: everything. */
const FINDS: readonly (readonly [call: typeof everything, ...kinds: EntityKind[]])[] = [
  [everything],
  [searchCategories, 'category'],
  [searchChannels, 'channel'],
  [searchShows, 'show'],
  [searchVideos, 'video'],
  [searchEpisodes, 'episode'],
];

/** The addresses of all searches but of suggestions. */
export const SEARCH_PATHS = FINDS.map(([{ path }]) => path);

/** A1, A2 and suggestions while somebody types. What was searched for is written nowhere. */
export function registerSearchRoutes(register: RegisterCall, search: Search): void {
  for (const [call, ...kinds] of FINDS) {
    register(call, {
      limit: 'read',
      handle: async ({ body }) => {
        const { results, ...paging } = await search.find({ ...body, kinds });
        return { results: [...results], ...paging };
      },
    });
  }
  register(suggest, {
    limit: 'read',
    handle: async ({ body }) => ({ suggestions: await search.suggest(body.text, body.limit) }),
  });
}
