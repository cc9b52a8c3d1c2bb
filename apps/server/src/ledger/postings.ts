import type { Cents } from '@bonisa/domain/rand';
import type { ACCOUNTS } from './ledger.tables.ts';

export type Account = (typeof ACCOUNTS)[number];

/** One line of an entry: a debit is positive, a credit negative. */
export interface Line {
  readonly account: Account;
  readonly amount: Cents;
}

/** A charge that was taken: the carrier owes us the price, of which the VAT is the state's (section 5.4 of the reference). */
export function chargeTaken(price: Cents, vat: Cents): Line[] {
  return [
    { account: 'carrier_receivable', amount: price },
    { account: 'revenue', amount: -(price - vat) },
    { account: 'vat_output', amount: -vat },
  ];
}

/** Money given back: the carrier owes us that much less, and the VAT in it is not the state's any more. */
export function chargeRefunded(amount: Cents, vat: Cents): Line[] {
  return [
    { account: 'refunds', amount: amount - vat },
    { account: 'vat_output', amount: vat },
    { account: 'carrier_receivable', amount: -amount },
  ];
}
