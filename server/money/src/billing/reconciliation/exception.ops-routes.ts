import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { z } from 'zod';
import type { ReconciliationException } from './exception.repository.ts';
import { type ExceptionDecision, OUTCOMES } from './exception.service.ts';
import { lineView, sideView } from './exception.view.ts';
import type { Reconciliation } from './reconciliation.ts';

const NUL = '\u0000';
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max)
    .refine((text) => !text.includes(NUL), 'must not hold NUL');
const exceptionsQuery = z.strictObject({
  state: z.enum(['open', 'applied', 'dismissed', 'resolved', 'returned']).default('open'),
  kind: z
    .enum([
      'missing_here',
      'missing_there',
      'differing',
      'unknown_charge',
      'unknown_refund',
      'refund_denied',
    ])
    .optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
const exceptionId = z.strictObject({ id: z.uuid() });
const NAME = /^[\x21-\x7e]{1,255}$/;
/**
 * An exception with postings takes no body; an exception of an unknown outcome takes the carrier's
 * answer.
 */
const applyBody = z
  .strictObject({
    outcome: z.enum(OUTCOMES).optional(),
    note: words(500).optional(),
    carrier_id: z
      .string()
      .regex(NAME, 'must be at most 255 printable characters without spaces')
      .nullish(),
  })
  .refine(({ outcome, note }) => outcome === undefined || note !== undefined, {
    path: ['note'],
    error: 'must say how that is known',
  })
  .refine(
    ({ outcome, note, carrier_id: id }) =>
      outcome !== undefined || (note === undefined && id == null),
    {
      path: ['outcome'],
      error: 'must be there',
    },
  )
  .nullish();
const noteBody = z.strictObject({ note: words(500) });

/**
 * The operator's routes of exceptions: listing, applying, dismissing and returning. For the
 * loopback listener only.
 */
export function exceptionOpsRoutes({
  exceptions,
  revisitAll,
}: Pick<Reconciliation, 'exceptions' | 'revisitAll'>): OpsRoutes {
  return (app) => {
    app.get(
      '/ops/reconciliation-exceptions',
      { schema: { querystring: exceptionsQuery } },
      async (request) => {
        const { state, kind, page, limit } = request.query as z.output<typeof exceptionsQuery>;
        // A lookup may have resolved some of the open exceptions.
        await revisitAll();
        const { rows, total } = await exceptions.list(state, kind, {
          limit,
          offset: (page - 1) * limit,
        });
        return {
          data: rows.map(exceptionView),
          page,
          lastPage: Math.max(1, Math.ceil(total / limit)),
          total,
        };
      },
    );
    app.post(
      '/ops/reconciliation-exceptions/:id/apply',
      { schema: { params: exceptionId, body: applyBody } },
      async (request) => {
        const { id } = request.params as z.output<typeof exceptionId>;
        return exceptionView(
          await exceptions.apply(id, decisionOf(request.body as z.output<typeof applyBody>)),
        );
      },
    );
    app.post(
      '/ops/reconciliation-exceptions/:id/dismiss',
      { schema: { params: exceptionId, body: noteBody } },
      async (request) => {
        const { note } = request.body as z.output<typeof noteBody>;
        return exceptionView(
          await exceptions.dismiss((request.params as z.output<typeof exceptionId>).id, note),
        );
      },
    );
    app.post(
      '/ops/reconciliation-exceptions/:id/returned',
      { schema: { params: exceptionId, body: noteBody } },
      async (request) => {
        const { note } = request.body as z.output<typeof noteBody>;
        return exceptionView(
          await exceptions.returned((request.params as z.output<typeof exceptionId>).id, note),
        );
      },
    );
  };
}

function decisionOf(body: z.output<typeof applyBody>): ExceptionDecision | undefined {
  const { outcome, note, carrier_id: carrierId } = body ?? {};
  return outcome === undefined || note === undefined
    ? undefined
    : { outcome, note, carrierId: carrierId ?? undefined };
}

function exceptionView(exception: ReconciliationException) {
  const { proposal } = exception;
  return {
    id: exception.id,
    carrier: exception.carrierId,
    kind: exception.kind,
    subject: exception.subject,
    state: exception.state,
    reference: exception.reference,
    carrier_payment_id: exception.carrierPaymentId,
    date: exception.day,
    ours: sideView(exception.ours),
    theirs: sideView(exception.theirs),
    proposal: {
      action: proposal.action,
      words: proposal.words,
      lines: proposal.lines.map(lineView),
    },
    note: exception.note,
    created_at: exception.createdAt.toISOString(),
    closed_at: exception.closedAt?.toISOString() ?? null,
  };
}
