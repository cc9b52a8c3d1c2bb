import type { Cents } from '@bonisa/domain/rand';
import type { ACCOUNTS } from './ledger.tables.ts';

export type Account = (typeof ACCOUNTS)[number];

/** One line of an entry: a debit is positive, a credit negative. */
export interface LedgerLine {
  readonly account: Account;
  readonly amount: Cents;
}

/**
 * A charge that was taken: the carrier owes us the price, of which the VAT is the state's (section
 * 5.4 of the reference).
 */
export function chargeTaken(price: Cents, vat: Cents): LedgerLine[] {
  return [
    { account: 'carrier_receivable', amount: price },
    { account: 'revenue', amount: -(price - vat) },
    { account: 'vat_output', amount: -vat },
  ];
}

/**
 * Money given back: the carrier owes us that much less, and the VAT in it is not the state's any
 * more.
 */
export function chargeRefunded(amount: Cents, vat: Cents): LedgerLine[] {
  return [
    { account: 'refunds', amount: amount - vat },
    { account: 'vat_output', amount: vat },
    { account: 'carrier_receivable', amount: -amount },
  ];
}

/**
 * A charge that proves never to have been taken, or to have been less: `chargeTaken` the other way
 * round.
 */
export function chargeTakenBack(amount: Cents, vat: Cents): LedgerLine[] {
  return chargeTaken(-amount, -vat);
}

/** The carrier paid, and kept its share: it owes us that much less. */
export function settlementReceived(paid: Cents, share: Cents): LedgerLine[] {
  return withoutNothing([
    { account: 'settlement', amount: paid },
    { account: 'carrier_share', amount: share },
    { account: 'carrier_receivable', amount: -(paid + share) },
  ]);
}

/** What nobody will pay. */
export function writtenOff(amount: Cents): LedgerLine[] {
  return [
    { account: 'write_off', amount },
    { account: 'carrier_receivable', amount: -amount },
  ];
}

/** A line of no money says nothing. */
export function withoutNothing(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.filter(({ amount }) => amount !== 0);
}
