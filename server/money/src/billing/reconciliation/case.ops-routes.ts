import { formatRand } from '@bonisa/domain/money/rand';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { z } from 'zod';
import type { LedgerLine } from '../../ledger/postings.ts';
import type { Case } from './case.repository.ts';
import { type CaseDecision, OUTCOMES } from './case.service.ts';
import type { CaseSide } from './reconciliation.tables.ts';
import type { Reconciliation } from './reconciliation.ts';

const NUL = '\u0000';
const words = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max)
    .refine((text) => !text.includes(NUL), 'must not hold NUL');
const casesQuery = z.strictObject({
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
const caseId = z.strictObject({ id: z.uuid() });
const NAME = /^[\x21-\x7e]{1,255}$/;
/** A case with postings takes no body; a case of an unknown outcome takes the carrier's answer. */
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
 * The operator's routes of cases: listing, applying, dismissing and returning. For the loopback
 * listener only.
 */
export function caseOpsRoutes({
  cases,
  revisitAll,
}: Pick<Reconciliation, 'cases' | 'revisitAll'>): OpsRoutes {
  return (app) => {
    app.get('/ops/cases', { schema: { querystring: casesQuery } }, async (request) => {
      const { state, kind, page, limit } = request.query as z.output<typeof casesQuery>;
      // A lookup may have resolved some of the open cases.
      await revisitAll();
      const { rows, total } = await cases.list(state, kind, { limit, offset: (page - 1) * limit });
      return {
        data: rows.map(caseView),
        page,
        lastPage: Math.max(1, Math.ceil(total / limit)),
        total,
      };
    });
    app.post(
      '/ops/cases/:id/apply',
      { schema: { params: caseId, body: applyBody } },
      async (request) => {
        const { id } = request.params as z.output<typeof caseId>;
        return caseView(
          await cases.apply(id, decisionOf(request.body as z.output<typeof applyBody>)),
        );
      },
    );
    app.post(
      '/ops/cases/:id/dismiss',
      { schema: { params: caseId, body: noteBody } },
      async (request) => {
        const { note } = request.body as z.output<typeof noteBody>;
        return caseView(await cases.dismiss((request.params as z.output<typeof caseId>).id, note));
      },
    );
    app.post(
      '/ops/cases/:id/returned',
      { schema: { params: caseId, body: noteBody } },
      async (request) => {
        const { note } = request.body as z.output<typeof noteBody>;
        return caseView(await cases.returned((request.params as z.output<typeof caseId>).id, note));
      },
    );
  };
}

function decisionOf(body: z.output<typeof applyBody>): CaseDecision | undefined {
  const { outcome, note, carrier_id: carrierId } = body ?? {};
  return outcome === undefined || note === undefined
    ? undefined
    : { outcome, note, carrierId: carrierId ?? undefined };
}

function caseView(one: Case) {
  const { proposal } = one;
  return {
    id: one.id,
    carrier: one.carrierId,
    kind: one.kind,
    subject: one.subject,
    state: one.state,
    reference: one.reference,
    carrier_payment_id: one.carrierPaymentId,
    date: one.day,
    ours: sideView(one.ours),
    theirs: sideView(one.theirs),
    proposal: {
      action: proposal.action,
      words: proposal.words,
      lines: proposal.lines.map(lineView),
    },
    note: one.note,
    created_at: one.createdAt.toISOString(),
    closed_at: one.closedAt?.toISOString() ?? null,
  };
}

function sideView(side: CaseSide | null) {
  return side && { amount: formatRand(side.amount), state: side.state, at: side.at };
}

function lineView({ account, amount }: LedgerLine) {
  return {
    account,
    debit: formatRand(Math.max(amount, 0)),
    credit: formatRand(Math.max(-amount, 0)),
  };
}
