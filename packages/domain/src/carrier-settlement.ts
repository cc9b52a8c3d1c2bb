import type { Cents } from './rand.ts';

/** What a month's postings come to, in cents. */
export interface MonthTotals {
  /** What was taken, VAT included. */
  readonly gross: Cents;
  /** What was given back of it, VAT included. */
  readonly refunds: Cents;
  /** The VAT in what was taken, less the VAT in what was given back. */
  readonly vat: Cents;
}

export interface SettlementStatement extends MonthTotals {
  /** Gross without refunds and VAT: what the carrier's share is of. */
  readonly net: Cents;
  readonly carrierShare: Cents;
  /** What is left to us of the net when the carrier has kept its share. */
  readonly netAfterShare: Cents;
  /**
   * What the carrier owes us for the month: gross without refunds and its share. The VAT is in it,
   * since we owe that to the state.
   */
  readonly toBePaid: Cents;
}

/** Hundredths of a percent: 30 % is 3000. */
export type BasisPoints = number;

/**
 * The statement of a month: the carrier keeps its share of the net, rounded half up to the cent.
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
 * A share of an amount, rounded half up. A month's money times ten thousand may be more than a
 * number holds exactly.
 */
function shareOf(amount: Cents, share: BasisPoints): Cents {
  const doubled = 2n * BigInt(amount) * BigInt(share) + 10_000n;
  const quotient = doubled / 20_000n;
  // Division of big integers goes towards zero; rounding half up goes down from a rest below it.
  return Number(doubled < 0n && doubled % 20_000n !== 0n ? quotient - 1n : quotient);
}
