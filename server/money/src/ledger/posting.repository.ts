import { type Month, monthOf } from '@bonisa/domain/south-african-time';
import { bulkInsert } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { and, eq } from 'drizzle-orm';
import type { LedgerEntry, LedgerPort, SettlementMonths } from './ledger.port.ts';
import { ledgerLines, ledgerMonths } from './ledger.tables.ts';

/** Makes `post` of the ledger's port. */
export function createPosting(newId: NewId): LedgerPort['post'] {
  const linesOf = ({ cause, causeId, carrierId, at, lines, entryId }: NamedEntry) => {
    const sum = lines.reduce((total, line) => total + line.amount, 0);
    if (sum !== 0 || lines.length < 2) throw new Error('a ledger entry must balance');
    return lines.map((line) => ({ entryId, carrierId, cause, causeId, at, ...line }));
  };
  return async (tx, entries) => {
    const withIds = entries.map((entry) => ({ ...entry, entryId: newId() }));
    await bulkInsert(tx, ledgerLines, withIds.flatMap(linesOf));
    await bulkInsert(tx, ledgerMonths, withIds.flatMap(monthsOf));
  };
}

type NamedEntry = LedgerEntry & { readonly entryId: string };

/** The row of an entry that the settlement counts in another month than that of its posting. */
function monthsOf({ entryId, carrierId, at, month }: NamedEntry) {
  const postedMonth = monthOf(at);
  return month === undefined || month === postedMonth
    ? []
    : [{ entryId, carrierId, month, postedMonth }];
}

/** Reads the month in which the settlement counts a charge. */
export const monthOfCharge: SettlementMonths['monthOfCharge'] = async (
  tx: Database,
  chargeId: string,
) => {
  const [row] = await tx
    .select({ at: ledgerLines.at, month: ledgerMonths.month })
    .from(ledgerLines)
    .leftJoin(ledgerMonths, eq(ledgerMonths.entryId, ledgerLines.entryId))
    .where(and(eq(ledgerLines.causeId, chargeId), eq(ledgerLines.cause, 'charge')))
    .limit(1);
  return row && ((row.month as Month | null) ?? monthOf(row.at));
};
