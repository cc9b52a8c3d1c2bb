import * as calls from '@bonisa/contract/studio/settlement.calls';
import type { StatementFigure, StatementFigures } from '@bonisa/domain/money/carrier-settlement';
import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { type Month, monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { Settlement } from './carrier-settlement.repository.ts';
import type { CarrierSettlement } from './carrier-settlement.service.ts';
import type {
  CarrierStatements,
  ComparedMonth,
  EnteredStatement,
} from './carrier-statement.service.ts';
import { postedElsewhereView } from './posted-elsewhere.view.ts';
import { readStatementLines } from './statement-lines.ts';

/** The names of the figures on the wire. */
const NAMES = {
  gross: 'gross',
  refunds: 'refunds',
  vat: 'vat',
  carrierShare: 'carrier_share',
  toBePaid: 'to_be_paid',
} as const satisfies Record<StatementFigure, string>;

export interface SettlementRouteParts {
  readonly settlement: CarrierSettlement;
  readonly statements: CarrierStatements;
  /** The exceptions of a carrier's month that nobody has decided yet, and what they are about. */
  readonly openExceptions: (
    carrier: string,
    month: Month,
  ) => Promise<{ readonly count: number; readonly amount: Cents }>;
  readonly clock: Clock;
}

/** The calls of the studio about the settlement with each carrier. */
export function settlementStudioRoutes({
  settlement,
  statements,
  openExceptions,
  clock,
}: SettlementRouteParts): StudioRoutes {
  const viewsOf = (months: readonly ComparedMonth[]) =>
    Promise.all(
      months.map(async (comparedMonth) => {
        const { count, amount } = await openExceptions(
          comparedMonth.ours.carrierId,
          comparedMonth.ours.month,
        );
        return {
          ...settlementView(comparedMonth),
          open_exceptions: { count, amount: formatRand(amount) },
        };
      }),
    );
  return ({ register }) => {
    register(calls.listSettlements, {
      limit: 'read',
      handle: async ({ query }) => {
        const month = query.month ?? monthOf(clock.now());
        const data = await statements.compared(month, query.carrier);
        return { month, data: await viewsOf(data) };
      },
    });
    register(calls.enterStatement, {
      limit: 'write',
      handle: async ({ body, audit }) => {
        const entered = 'csv' in body ? readStatementLines(body.csv) : [enteredOf(body)];
        const compared = await statements.enter(entered, (tx, { carrier, month, reference }) =>
          audit.record({ subject: `settlement:${carrier}:${month}`, details: { reference } }, tx),
        );
        return { data: await viewsOf(compared) };
      },
    });
    register(calls.bookPayment, {
      limit: 'write',
      handle: async ({ body: { reason, ...payment }, audit }) => {
        const { carrier, month, paid, reference } = payment;
        if (month > monthOf(clock.now()))
          throw invalidRequest([{ field: 'month', problem: 'has not begun yet' }]);
        const details = { reference, paid: formatRand(paid) };
        await settlement.book(payment, (tx) =>
          audit.record({ subject: `settlement:${carrier}:${month}`, reason, details }, tx),
        );
        const [view] = await viewsOf(await statements.compared(month, carrier));
        if (!view) throw new Error('a carrier that was paid is not there');
        return { settlement: view };
      },
    });
  };
}

type Entered = Exclude<(typeof calls.enterStatement)['body']['_output'], { csv: string }>;

function enteredOf({ carrier_share: carrierShare, to_be_paid: toBePaid, ...rest }: Entered) {
  return { ...rest, carrierShare, toBePaid } satisfies EnteredStatement;
}

function settlementView({ ours, theirs, differences }: ComparedMonth) {
  return {
    carrier: ours.carrierId,
    month: ours.month,
    ours: figuresView(ours),
    theirs: theirs
      ? { ...figuresView(theirs), reference: theirs.reference, at: theirs.at.toISOString() }
      : null,
    differences: differences.map(({ figure, words, ...amounts }) => ({
      figure: NAMES[figure],
      ours: formatRand(amounts.ours),
      theirs: formatRand(amounts.theirs),
      difference: formatRand(amounts.difference),
      words,
    })),
    paid: formatRand(ours.paid),
    written_off: formatRand(ours.writtenOff),
    written_off_charges: formatRand(ours.writtenOffCharges),
    outstanding: formatRand(ours.outstanding),
    posted_elsewhere: postedElsewhereView(ours.postedElsewhere),
    // One of nothing corrects the share, which nobody paid.
    payments: ours.settlements.filter(({ paid }) => paid > 0).map(paymentView),
  };
}

function figuresView(figures: StatementFigures) {
  return {
    gross: formatRand(figures.gross),
    refunds: formatRand(figures.refunds),
    vat: formatRand(figures.vat),
    carrier_share: formatRand(figures.carrierShare),
    to_be_paid: formatRand(figures.toBePaid),
  };
}

function paymentView({ paid, share, reference, at }: Settlement) {
  return {
    paid: formatRand(paid),
    carrier_share: formatRand(share),
    reference,
    at: at.toISOString(),
  };
}
