import {
  catalogueBatch,
  catalogueEntries,
  catalogueSchema,
  MOST_BATCH_BYTES,
} from '@bonisa/contract/studio/catalogue.calls';
import { AppError } from '../../platform/http/app-error.ts';
import type { StudioRoutes } from '../../platform/http/studio-listener.ts';
import type { RowProblem } from './batch.rows.ts';
import type { BatchOutcome, EditingService, RowResult } from './editing.service.ts';
import { catalogueFileSchema } from './file-schema.ts';

/** The calls of the studio that write the catalogue. */
export function catalogueStudioRoutes({
  editing,
}: {
  readonly editing: EditingService;
}): StudioRoutes {
  return ({ register }) => {
    register(catalogueBatch, {
      limit: 'write',
      bodyLimit: MOST_BATCH_BYTES,
      handle: async ({ body, actor, audit }) => {
        const mayPublish = actor.scopes.has('catalogue:publish');
        const { rows, dry_run: isDryRun = false, assume: assumed = [] } = body;
        if (assumed.length > 0 && !isDryRun)
          throw new AppError('invalid_request', 'assume is for a dry run only.', {
            fields: [{ field: 'assume', problem: 'is for a dry run only' }],
          });
        const outcome = isDryRun
          ? await editing.preview(rows, { assumed, mayPublish })
          : await editing.apply(rows, {
              mayPublish,
              record: (written, transaction) =>
                audit.record({ subject: 'catalogue', details: detailsOf(written) }, transaction),
            });
        if (outcome.problems.length > 0) throw refusal(outcome.problems);
        if (isDryRun) await audit.record({ subject: 'catalogue', details: { dryRun: true } });
        return answerOf(outcome);
      },
    });
    register(catalogueEntries, {
      limit: 'read',
      handle: async ({ params: { kind }, query }) => {
        const data = await editing.entries(kind, query);
        return { data, next: data.length < query.limit ? null : (data.at(-1)?.key ?? null) };
      },
    });
    register(catalogueSchema, { limit: 'read', handle: async () => catalogueFileSchema() });
  };
}

/** Names every problem: a file of a thousand rows is mended once and not a thousand times. */
function refusal(problems: readonly RowProblem[]): AppError {
  const fields = problems.map(({ row, field, problem }) => ({
    field: ['rows', row, field].filter((part) => part !== '').join('.'),
    problem,
  }));
  const [first] = fields;
  const many = `${fields.length} problem${fields.length === 1 ? '' : 's'}`;
  return new AppError(
    'invalid_request',
    `Nothing was written: ${many}. First: ${first?.field}: ${first?.problem}`,
    { fields },
  );
}

function answerOf({ results }: BatchOutcome) {
  const count = (result: RowResult['result']): number =>
    results.filter((one) => one.result === result).length;
  return {
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    deleted: count('deleted'),
    results: results.map((one) => ({ ...one, fields: [...one.fields] })),
  };
}

const MOST_KEYS_IN_AUDIT = 50;

/** What the audit says of a batch: how many, and the keys of the first entries. */
function detailsOf(outcome: BatchOutcome): Readonly<Record<string, unknown>> {
  const { results, ...counts } = answerOf(outcome);
  const written = results.filter(({ result }) => result !== 'unchanged');
  return {
    ...counts,
    entries: written
      .slice(0, MOST_KEYS_IN_AUDIT)
      .map(({ kind, key, result, fields }) => ({ kind, key, result, fields })),
  };
}
