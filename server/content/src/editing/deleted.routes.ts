import {
  catalogueDeleted,
  catalogueReturn,
  MOST_RESTORED,
} from '@bonisa/contract/studio/deleted.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { RowProblem } from './batch.rows.ts';
import type { DeletedService } from './deleted.service.ts';
import type { EntriesService } from './entries.service.ts';
import { writing } from './studio-writing.ts';

/** The calls of the studio for deleted entries. */
export function deletedStudioRoutes({
  deleted,
  entries,
}: {
  readonly deleted: DeletedService;
  readonly entries: Pick<EntriesService, 'entry'>;
}): StudioRoutes {
  return ({ register }) => {
    register(catalogueDeleted, {
      limit: 'read',
      handle: ({ query }) => deleted.page(query),
    });
    register(catalogueReturn, {
      limit: 'write',
      handle: async ({ body, actor, audit }) => {
        const { kind, key } = body;
        const back = await deleted.restore(body, writing(actor, audit, body));
        if (!back) throw new AppError('not_found', `There is no deleted ${kind} '${key}'.`);
        if ('tooMany' in back) throw tooMany(back.tooMany);
        const { outcome, without } = back;
        if (outcome.problems.length > 0) throw cannotReturn(outcome.problems);
        const created = outcome.results.filter(({ result }) => result === 'created');
        const { state = null, version = 0 } = (await entries.entry({ kind, key })) ?? {};
        return {
          ...{ kind, key, state, version },
          restored: countsOf(created.map((result) => result.kind)),
          without: [...without],
        };
      },
    });
  };
}

function countsOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function tooMany(found: number): AppError {
  return new AppError(
    'invalid_request',
    `More than ${MOST_RESTORED} entries went with it. Restore it without them, then each of them.`,
    { fields: [{ field: 'contents', problem: `at least ${found} entries went with it` }] },
  );
}

/** Names the entry and the field of each problem: the request is right, the catalogue has moved. */
function cannotReturn(problems: readonly RowProblem[]): AppError {
  const fields = problems.map(({ kind, key, field, problem }) => ({
    field: `${kind}.${key}.${field}`,
    problem,
  }));
  const [first] = problems;
  const code = problems.every(({ needsScope }) => needsScope) ? 'scope_missing' : 'conflict';
  return new AppError(
    code,
    `Nothing came back. ${first?.field} of '${first?.key}': ${first?.problem}.`,
    { fields },
  );
}
