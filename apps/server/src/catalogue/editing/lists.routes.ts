import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import type { StudioRoutes } from '../../platform/http/studio-listener.ts';
import type { EntryLists } from './lists.service.ts';

/** The call behind the lists of the studio. */
export function listsStudioRoutes(lists: EntryLists): StudioRoutes {
  return ({ register }) => {
    register(catalogueList, {
      limit: 'read',
      handle: ({ params: { kind }, query }) => lists.page(kind, query),
    });
  };
}
