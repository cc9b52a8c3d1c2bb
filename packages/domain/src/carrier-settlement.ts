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
