import { monthInput } from '@bonisa/contract/times';
import { type Cents, formatRand, parseRand } from '@bonisa/domain/money/rand';
import { monthOf } from '@bonisa/domain/south-african-time';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PostedElsewhere, Settlement } from './carrier-settlement.repository.ts';
import type { MonthStatement } from './carrier-settlement.service.ts';
import type { Ledger } from './ledger.ts';
import { postedElsewhereView } from './posted-elsewhere.view.ts';

const money = z.string().transform((text, context): Cents => {
  const cents = parseRand(text);
  if (cents !== undefined && cents > 0) return cents;
  context.addIssue({ code: 'custom', message: 'must be rand above nothing, as in "5.00"' });
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

const carrier = z.string().max(64).optional();
const statementQuery = z.strictObject({ month: monthInput, carrier });
const settlementBody = z.strictObject({
  month: monthInput,
  paid: money,
  reference: words(100),
  carrier,
});
const writeOffBody = z.strictObject({
  month: monthInput.optional(),
  amount: money,
  reason: words(500),
  carrier,
});
const onceKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')
    .optional(),
});

/**
 * The operator's routes of the ledger: the report of the accounts, the carrier's monthly
 * settlement, and write-offs. For the loopback listener only.
 */
export function ledgerOpsRoutes(ledger: Ledger): OpsRoutes {
  return (app) => {
    app.get('/ops/ledger', async () => ledger.report());
    registerSettlement(app, ledger);
  };
}

function registerSettlement(app: FastifyInstance, { settlement, clock }: Ledger): void {
  const refuseFuture = (month: string): void => {
    if (month > monthOf(clock.now()))
      throw invalidRequest([{ field: 'month', problem: 'has not begun yet' }]);
  };
  app.get('/ops/settlement', { schema: { querystring: statementQuery } }, async (request) => {
    const { month, carrier: of } = request.query as z.output<typeof statementQuery>;
    refuseFuture(month);
    return statementsView(month, await settlement.statements(month, of));
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
      const body = request.body as z.output<typeof writeOffBody>;
      if (body.month) refuseFuture(body.month);
      const { row, isNew } = await settlement.writeOff({ ...body, vat: null, onceKey: key });
      return reply.code(isNew ? 201 : 200).send({
        id: row.id,
        carrier: row.carrierId,
        month: row.month,
        amount: formatRand(row.amount),
        carrier_share: formatRand(row.share),
        reason: row.reason,
        at: row.at.toISOString(),
      });
    },
  );
}

/** The sum of several carriers' statements, and each one separately. */
function statementsView(of: string, statements: readonly MonthStatement[]) {
  const total = (field: (statement: MonthStatement) => Cents): Cents =>
    statements.reduce((sum, statement) => sum + field(statement), 0);
  // A share of the sum has a meaning only with a single carrier.
  const moved = statements.filter(({ gross, refunds }) => gross !== 0 || refunds !== 0);
  const [first = statements[0], ...further] = moved;
  return {
    ...figuresView({
      gross: total(({ gross }) => gross),
      refunds: total(({ refunds }) => refunds),
      vat: total(({ vat }) => vat),
      net: total(({ net }) => net),
      carrierShare: total(({ carrierShare }) => carrierShare),
      netAfterShare: total(({ netAfterShare }) => netAfterShare),
      toBePaid: total(({ toBePaid }) => toBePaid),
      writtenOffCharges: total(({ writtenOffCharges }) => writtenOffCharges),
      writtenOff: total(({ writtenOff }) => writtenOff),
      paid: total(({ paid }) => paid),
      outstanding: total(({ outstanding }) => outstanding),
      postedElsewhere: statements
        .flatMap(({ postedElsewhere }) => postedElsewhere ?? [])
        .reduce<PostedElsewhere | undefined>(added, undefined),
    }),
    month: of,
    carrier_share_percent: further.length === 0 && first ? formatRand(first.share) : null,
    settlements: statements.flatMap(({ settlements }) => settlements.map(settlementView)),
    carriers: statements.map((statement) => ({
      carrier: statement.carrierId,
      ...figuresView(statement),
      carrier_share_percent: formatRand(statement.share),
    })),
  };
}

/** The sum of two, and when the later one was posted last. */
function added(one: PostedElsewhere | undefined, other: PostedElsewhere): PostedElsewhere {
  if (!one) return other;
  const lastAt = one.lastAt > other.lastAt ? one.lastAt : other.lastAt;
  return { amount: one.amount + other.amount, lastAt };
}

type Figures = Omit<
  MonthStatement,
  'carrierId' | 'share' | 'month' | 'settlements' | 'postedShare'
>;

function figuresView(statement: Figures) {
  return {
    gross: formatRand(statement.gross),
    refunds: formatRand(statement.refunds),
    vat: formatRand(statement.vat),
    net: formatRand(statement.net),
    carrier_share: formatRand(statement.carrierShare),
    net_after_share: formatRand(statement.netAfterShare),
    to_be_paid: formatRand(statement.toBePaid),
    paid: formatRand(statement.paid),
    written_off: formatRand(statement.writtenOff),
    written_off_charges: formatRand(statement.writtenOffCharges),
    outstanding: formatRand(statement.outstanding),
    posted_elsewhere: postedElsewhereView(statement.postedElsewhere),
  };
}

function settlementView({ id, carrierId, month: of, paid, share, reference, at }: Settlement) {
  return {
    id,
    carrier: carrierId,
    month: of,
    paid: formatRand(paid),
    carrier_share: formatRand(share),
    reference,
    at: at.toISOString(),
  };
}
