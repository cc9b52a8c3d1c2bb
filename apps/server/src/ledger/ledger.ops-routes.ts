import { type Cents, formatRand, parseRand } from '@bonisa/domain/rand';
import { monthOf, parseMonth } from '@bonisa/domain/south-african-time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Case } from '../billing/reconciliation/case.repository.ts';
import { type CaseDecision, OUTCOMES } from '../billing/reconciliation/case.service.ts';
import { invalidRequest } from '../platform/http/errors.ts';
import type { Settlement } from './carrier-settlement.repository.ts';
import type { MonthStatement } from './carrier-settlement.service.ts';
import type { CaseSide } from './ledger.tables.ts';
import type { Ledger } from './ledger.ts';
import type { Line } from './postings.ts';

const money = z.string().transform((text, context): Cents => {
  const cents = parseRand(text);
  if (cents !== undefined && cents > 0) return cents;
  context.addIssue({ code: 'custom', message: 'must be rand above nothing, as in "5.00"' });
  return z.NEVER;
});
const month = z.string().transform((text, context) => {
  const read = parseMonth(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: 'must be a month as in 2026-11' });
  return z.NEVER;
});
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
/** Of a case with postings nothing is said; of an unknown what the carrier says. */
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
const statementQuery = z.strictObject({ month });
const settlementBody = z.strictObject({ month, paid: money, reference: words(100) });
const writeOffBody = z.strictObject({ amount: money, reason: words(500) });
const onceKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
    .optional(),
});

/**
 * The operator's routes of the books: the report, cases, and settling with the carrier. For the
 * loopback listener only.
 */
export function registerLedgerOps(app: FastifyInstance, { ledger }: { ledger: Ledger }): void {
  app.get('/ops/ledger', async () => ledger.report());
  registerCases(app, ledger);
  registerSettlement(app, ledger);
}

function registerCases(app: FastifyInstance, { cases, reconciliation }: Ledger): void {
  app.get('/ops/cases', { schema: { querystring: casesQuery } }, async (request) => {
    const { state, kind, page, limit } = request.query as z.output<typeof casesQuery>;
    // What was being looked up may have its answer by now.
    await reconciliation.revisit();
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
}

function decisionOf(body: z.output<typeof applyBody>): CaseDecision | undefined {
  const { outcome, note, carrier_id: carrierId } = body ?? {};
  return outcome === undefined || note === undefined
    ? undefined
    : { outcome, note, carrierId: carrierId ?? undefined };
}

function registerSettlement(
  app: FastifyInstance,
  { settlement, clock, carrierShare }: Ledger,
): void {
  const refuseFuture = (asked: string): void => {
    if (asked > monthOf(clock.now()))
      throw invalidRequest([{ field: 'month', problem: 'has not begun yet' }]);
  };
  app.get('/ops/settlement', { schema: { querystring: statementQuery } }, async (request) => {
    const asked = (request.query as z.output<typeof statementQuery>).month;
    refuseFuture(asked);
    return statementView(await settlement.statement(asked), carrierShare);
  });
  app.post('/ops/settlement', { schema: { body: settlementBody } }, async (request, reply) => {
    const body = request.body as z.output<typeof settlementBody>;
    refuseFuture(body.month);
    const { row, isNew } = await settlement.book(body);
    return reply.code(isNew ? 201 : 200).send(settlementView(row));
  });
  app.post(
    '/ops/write-off',
    { schema: { body: writeOffBody, headers: onceKey } },
    async (request, reply) => {
      const key = (request.headers as z.output<typeof onceKey>)['idempotency-key'] ?? null;
      const { row, isNew } = await settlement.writeOff({
        ...(request.body as z.output<typeof writeOffBody>),
        onceKey: key,
      });
      return reply.code(isNew ? 201 : 200).send({
        id: row.id,
        amount: formatRand(row.amount),
        reason: row.reason,
        at: row.at.toISOString(),
      });
    },
  );
}

function caseView(one: Case) {
  const { proposal } = one;
  return {
    id: one.id,
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

function lineView({ account, amount }: Line) {
  return {
    account,
    debit: formatRand(Math.max(amount, 0)),
    credit: formatRand(Math.max(-amount, 0)),
  };
}

function statementView(statement: MonthStatement, share: number) {
  return {
    month: statement.month,
    gross: formatRand(statement.gross),
    refunds: formatRand(statement.refunds),
    vat: formatRand(statement.vat),
    net: formatRand(statement.net),
    carrier_share_percent: formatRand(share),
    carrier_share: formatRand(statement.carrierShare),
    net_after_share: formatRand(statement.netAfterShare),
    to_be_paid: formatRand(statement.toBePaid),
    paid: formatRand(statement.paid),
    outstanding: formatRand(statement.toBePaid - statement.paid),
    settlements: statement.settlements.map(settlementView),
  };
}

function settlementView({ id, month: of, paid, share, reference, at }: Settlement) {
  return {
    id,
    month: of,
    paid: formatRand(paid),
    carrier_share: formatRand(share),
    reference,
    at: at.toISOString(),
  };
}
