import type { Cents } from '@bonisa/domain/rand';
import { v7 as uuid } from 'uuid';
import type { Database } from '../platform/database.ts';
import { ledgerLines } from './ledger.tables.ts';

export type Account = typeof ledgerLines.$inferInsert.account;

/** Writes an entry within the transaction of what caused it. Throws where its lines do not add up to nothing. */
export async function post(
  transaction: Database,
  entry: { cause: string; causeId: string; at: Date; lines: readonly { account: Account; amount: Cents }[] },
): Promise<void> {
  const sum = entry.lines.reduce((total, line) => total + line.amount, 0);
  if (sum !== 0 || entry.lines.length < 2) throw new Error('a ledger entry must balance');
  const entryId = uuid();
  await transaction
    .insert(ledgerLines)
    .values(entry.lines.map((line) => ({ id: uuid(), entryId, cause: entry.cause, causeId: entry.causeId, at: entry.at, ...line })));
}

/** A charge that was taken: the carrier owes us the price, of which the VAT is the state's (section 5.4 of the reference). */
export function chargeTaken(price: Cents, vat: Cents): { account: Account; amount: Cents }[] {
  return [
    { account: 'carrier_receivable', amount: price },
    { account: 'revenue', amount: -(price - vat) },
    { account: 'vat_output', amount: -vat },
  ];
}
