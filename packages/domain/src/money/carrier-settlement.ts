import type { Cents } from './rand.ts';

/** The sums of a month's ledger postings, in cents. */
export interface MonthTotals {
  /** The charges taken, VAT included. */
  readonly gross: Cents;
  /** The refunds of charges, VAT included. */
  readonly refunds: Cents;
  /** The VAT in the charges less the VAT in the refunds. */
  readonly vat: Cents;
}

export interface SettlementStatement extends MonthTotals {
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
  { gross, refunds, vat }: MonthTotals,
  share: BasisPoints,
): SettlementStatement {
  const net = gross - refunds - vat;
  const carrierShare = shareOf(net, share);
  return {
    gross,
    refunds,
    vat,
    net,
    carrierShare,
    netAfterShare: net - carrierShare,
    toBePaid: gross - refunds - carrierShare,
  };
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
    more: 'The carrier says that it took more than we know of: look at the cases missing here.',
    less: 'The carrier says that it took less than we posted: look at the cases missing there.',
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
