import { type Month, monthOf } from '../south-african-time.ts';
import type { Cents } from './rand.ts';
import { EDGE_MS } from './reconciliation.ts';

/** The sums of the ledger postings that belong to a month, in cents. */
export interface MonthTotals {
  /** The charges taken, VAT included. */
  readonly gross: Cents;
  /** The refunds of charges, VAT included. */
  readonly refunds: Cents;
  /** The VAT in the charges less the VAT in the refunds. */
  readonly vat: Cents;
}

/** What of a month nobody will pay. */
export interface MonthWriteOff {
  readonly amount: Cents;
  /**
   * The VAT in a charge that the carrier does not list: the charge leaves the figures of the month,
   * and so the base of the share. Null: a part of what the carrier owes after its share.
   */
  readonly vat: Cents | null;
}

/** The figures of a month, without the charges that were written off. */
export interface SettlementStatement extends MonthTotals {
  /** The charges that were written off, VAT included: no other figure contains them. */
  readonly writtenOffCharges: Cents;
  /** What of `toBePaid` was written off. */
  readonly writtenOff: Cents;
  /** Gross less refunds and VAT: the base of the carrier's share. */
  readonly net: Cents;
  readonly carrierShare: Cents;
  /** The service's part of the net after the carrier's share. */
  readonly netAfterShare: Cents;
  /**
   * The amount that the carrier owes the service for the month: gross less refunds and the
   * carrier's share. It includes the VAT, because the service pays the VAT to the state.
   */
  readonly toBePaid: Cents;
}

/** Hundredths of a percent: 30 % is 3000. */
export type BasisPoints = number;

/**
 * The statement of a month. The carrier keeps its share of the net, rounded half up to the cent.
 */
export function settlementStatement(
  totals: MonthTotals,
  share: BasisPoints,
  writeOffs: readonly MonthWriteOff[] = [],
): SettlementStatement {
  const charges = writeOffs.filter(({ vat }) => vat !== null);
  const writtenOffCharges = sumOf(charges, ({ amount }) => amount);
  const gross = totals.gross - writtenOffCharges;
  const vat = totals.vat - sumOf(charges, (charge) => charge.vat ?? 0);
  const { refunds } = totals;
  const net = gross - refunds - vat;
  const carrierShare = shareOf(net, share);
  return {
    gross,
    refunds,
    vat,
    writtenOffCharges,
    writtenOff: sumOf(writeOffs, ({ amount }) => amount) - writtenOffCharges,
    net,
    carrierShare,
    netAfterShare: net - carrierShare,
    toBePaid: gross - refunds - carrierShare,
  };
}

/** What is outstanding of a month that was paid in part; negative: more than it is worth. */
export function outstandingOf(
  { toBePaid, writtenOff }: Pick<SettlementStatement, 'toBePaid' | 'writtenOff'>,
  paid: Cents,
): Cents {
  return toBePaid - writtenOff - paid;
}

/**
 * How much more of the share is to be posted for a month because of what was posted of it since its
 * last booking (`late`, which `totals` contain). Nothing where the posted share is not that of the
 * month without it: then the agreed share has changed since, and a month is not shared anew by an
 * agreement of later; or the month was not over, and its next booking posts the rest.
 */
export function shareOfLate(
  { totals, late, writeOffs, posted }: ChangedMonth,
  share: BasisPoints,
): Cents {
  const before = {
    gross: totals.gross - late.gross,
    refunds: totals.refunds - late.refunds,
    vat: totals.vat - late.vat,
  };
  const wasPosted = settlementStatement(before, share, writeOffs).carrierShare === posted;
  return wasPosted ? settlementStatement(totals, share, writeOffs).carrierShare - posted : 0;
}

/** A month that has changed since its share was posted. */
export interface ChangedMonth {
  readonly totals: MonthTotals;
  readonly late: MonthTotals;
  readonly writeOffs: readonly MonthWriteOff[];
  /** The carrier's share as far as it is posted. */
  readonly posted: Cents;
}

/**
 * The month in which the settlement counts a payment: that in which the carrier made it, as its own
 * statement does. A time of the carrier that cannot be, because its clock is wrong, counts for
 * nothing: then it is the month in which we asked.
 */
export function settlementMonth(payment: {
  readonly asked: Date;
  readonly made: Date;
  readonly recorded: Date;
}): Month {
  const made = payment.made.getTime();
  const isPossible =
    made >= payment.asked.getTime() - EDGE_MS && made <= payment.recorded.getTime() + EDGE_MS;
  return monthOf(isPossible ? payment.made : payment.asked);
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => Cents): Cents {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

/**
 * A share of an amount, rounded half up. Uses big integers because a month's money times ten
 * thousand may exceed a safe integer.
 */
function shareOf(amount: Cents, share: BasisPoints): Cents {
  const doubled = 2n * BigInt(amount) * BigInt(share) + 10_000n;
  const quotient = doubled / 20_000n;
  // Division of big integers truncates towards zero, so a negative amount with a remainder needs
  // one less.
  return Number(doubled < 0n && doubled % 20_000n !== 0n ? quotient - 1n : quotient);
}

/** The figures of a statement that a carrier and the service both name. */
export const STATEMENT_FIGURES = ['gross', 'refunds', 'vat', 'carrierShare', 'toBePaid'] as const;
export type StatementFigure = (typeof STATEMENT_FIGURES)[number];
export type StatementFigures = Readonly<Record<StatementFigure, Cents>>;

/** A figure in which the carrier's statement differs from ours. */
export interface StatementDifference {
  readonly figure: StatementFigure;
  readonly ours: Cents;
  readonly theirs: Cents;
  /** Theirs less ours. */
  readonly difference: Cents;
  /** What to look at. */
  readonly words: string;
}

/** Where a carrier's statement of a month differs from ours, in the order of the figures. */
export function statementDifferences(
  ours: StatementFigures,
  theirs: StatementFigures,
): StatementDifference[] {
  return STATEMENT_FIGURES.filter((figure) => ours[figure] !== theirs[figure]).map((figure) => {
    const difference = theirs[figure] - ours[figure];
    return {
      figure,
      ours: ours[figure],
      theirs: theirs[figure],
      difference,
      words: MEANINGS[figure][difference > 0 ? 'more' : 'less'],
    };
  });
}

const MEANINGS: Readonly<
  Record<StatementFigure, { readonly more: string; readonly less: string }>
> = {
  gross: {
    more: 'The carrier says that it took more than we know of: look at the reconciliation exceptions missing here.',
    less: 'The carrier says that it took less than we posted: look at the reconciliation exceptions missing there.',
  },
  refunds: {
    more: 'The carrier gave back more than we posted: look for refunds that it made by hand.',
    less: 'We posted refunds that the carrier does not have: look at the unknown refunds.',
  },
  vat: {
    more: 'The carrier counts more VAT: compare the rate and the month of each charge.',
    less: 'The carrier counts less VAT: compare the rate and the month of each charge.',
  },
  carrierShare: {
    more: 'The carrier keeps more than the agreed share of the net: ask it by what rate.',
    less: 'The carrier keeps less than the agreed share: compare what the share is taken of.',
  },
  toBePaid: {
    more: 'The carrier will pay more than we expect: the figures above say why.',
    less: 'The carrier will pay less than we expect: the figures above say why.',
  },
};
