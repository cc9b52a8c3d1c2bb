import {
  search as everything,
  searchCategories,
  searchChannels,
  searchEpisodes,
  searchShows,
  searchVideos,
  suggest,
} from '@bonisa/contract/search.calls';
import type { FastifyRequest } from 'fastify';
import type { RegisterCall } from '../../platform/http/call-route.ts';
import type { EntityKind } from '../cards.service.ts';
import type { Search } from './search.service.ts';

export interface SearchRoutes {
  readonly search: Search;
  /** Told of each search, not of what was searched for. */
  readonly onSearch: (request: FastifyRequest) => void;
}

const CALLS: readonly (readonly [typeof everything, readonly EntityKind[]])[] = [
  [everything, []],
  [searchCategories, ['category']],
  [searchChannels, ['channel']],
  [searchShows, ['show']],
  [searchVideos, ['video']],
  [searchEpisodes, ['episode']],
];

/** A1, A2 and suggestions while somebody types. */
export function registerSearchRoutes(register: RegisterCall, { search, onSearch }: SearchRoutes): void {
  for (const [call, kinds] of CALLS) {
    register(call, {
      limit: 'read',
      handle: async ({ body, request }) => {
        onSearch(request);
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
