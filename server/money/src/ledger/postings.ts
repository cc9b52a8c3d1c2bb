import type { Cents } from '@bonisa/domain/money/rand';
import type { ACCOUNTS } from './ledger.tables.ts';

export type Account = (typeof ACCOUNTS)[number];

/** One line of an entry: a debit is positive, a credit negative. */
export interface LedgerLine {
  readonly account: Account;
  readonly amount: Cents;
}

/**
 * A successful charge: the carrier owes us the price, and we owe the state the VAT in it (section
 * 5.4 of the reference).
 */
export function chargeTaken(price: Cents, vat: Cents): LedgerLine[] {
  return [
    { account: 'carrier_receivable', amount: price },
    { account: 'revenue', amount: -(price - vat) },
    { account: 'vat_output', amount: -vat },
  ];
}

/** A refund: the carrier owes us that much less, and so do we the state for the VAT in it. */
export function chargeRefunded(amount: Cents, vat: Cents): LedgerLine[] {
  return [
    { account: 'refunds', amount: amount - vat },
    { account: 'vat_output', amount: vat },
    { account: 'carrier_receivable', amount: -amount },
  ];
}

/** A charge that proves not to be taken, or to be smaller: `chargeTaken` reversed. */
export function chargeTakenBack(amount: Cents, vat: Cents): LedgerLine[] {
  return chargeTaken(-amount, -vat);
}

/** The carrier paid, and kept its share: it owes us that much less. */
export function settlementReceived(paid: Cents, share: Cents): LedgerLine[] {
  return withoutZeroLines([
    { account: 'settlement', amount: paid },
    { account: 'carrier_share', amount: share },
    { account: 'carrier_receivable', amount: -(paid + share) },
  ]);
}

/**
 * A write-off: an amount that nobody will pay. The share of the month is posted with it, so that
 * what is owed afterwards is what the settlement shows as outstanding.
 */
export function writtenOff(amount: Cents, share: Cents): LedgerLine[] {
  return withoutZeroLines([
    { account: 'write_off', amount },
    { account: 'carrier_share', amount: share },
    { account: 'carrier_receivable', amount: -(amount + share) },
  ]);
}

/** A line of zero is omitted. */
export function withoutZeroLines(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.filter(({ amount }) => amount !== 0);
}
