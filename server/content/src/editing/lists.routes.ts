import {
  catalogueFind,
  catalogueList,
  catalogueMove,
  MOST_ORDERED,
} from '@bonisa/contract/studio/lists.calls';
import { moveInOrder } from '@bonisa/domain/catalogue/move-in-order';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { refusalOf } from './batch.refusals.ts';
import type { EditingService } from './editing.service.ts';
import { orderColumnOf } from './entry-kinds.ts';
import type { ListsRepository } from './lists.repository.ts';
import type { EntryLists } from './lists.service.ts';
import { writing } from './studio-writing.ts';

export interface ListsRoutesParts {
  readonly lists: EntryLists;
  readonly repository: Pick<ListsRepository, 'order'>;
  readonly editing: Pick<EditingService, 'apply'>;
}

/** The calls behind the lists of the studio. */
export function listsStudioRoutes({ lists, repository, editing }: ListsRoutesParts): StudioRoutes {
  return ({ register }) => {
    register(catalogueList, {
      limit: 'read',
      handle: ({ params: { kind }, query }) => lists.page(kind, query),
    });
    register(catalogueFind, {
      limit: 'read',
      handle: async ({ query: { search, limit } }) => ({ data: await lists.find(search, limit) }),
    });
    register(catalogueMove, {
      limit: 'write',
      handle: async ({ params: { kind }, body: { keys, to }, actor, audit }) => {
        if (orderColumnOf(kind) !== 'position') throw refused('kind', 'has no order by hand');
        const current = await repository.order(kind, MOST_ORDERED + 1);
        if (current.length > MOST_ORDERED)
          throw refused('kind', `has more than ${MOST_ORDERED} entries: too many to order by hand`);
        const known = new Set(current.map(({ key }) => key));
        const missing = keys.findIndex((key) => !known.has(key));
        if (missing >= 0) throw refused(`keys.${missing}`, `there is no ${kind} of this key`);
        const rows = [...moveInOrder(current, keys, to)].map(([key, position]) => {
          return { kind, key, position };
        });
        const { problems } = await editing.apply(rows, writing(actor, audit));
        if (problems.length > 0) throw refusalOf(problems);
        return { changed: rows.length };
      },
    });
  };
}

function refused(field: string, problem: string): AppError {
  return new AppError('invalid_request', `${field}: ${problem}.`, { fields: [{ field, problem }] });
}
