import {
  catalogueBatch,
  catalogueEntries,
  catalogueSchema,
  MOST_BATCH_BYTES,
} from '@bonisa/contract/studio/catalogue.calls';
import { catalogueDocument } from '@bonisa/contract/studio/catalogue-file';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import { z } from 'zod';
import { answerOf, detailsOf, refusalOf } from './batch.refusals.ts';
import type { EditingService } from './editing.service.ts';

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
              by: actor,
              record: (written, transaction) =>
                audit.record({ subject: 'catalogue', details: detailsOf(written) }, transaction),
            });
        if (outcome.problems.length > 0) throw refusalOf(outcome.problems);
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

/** The JSON Schema of a catalogue file, which `docs/catalogue.schema.json` publishes. */
export function catalogueFileSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(catalogueDocument, { io: 'input', reused: 'ref' });
  return { ...schema, title: 'A catalogue of Bonisa' };
}
