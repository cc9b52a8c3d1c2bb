import { bulkInsert } from '../platform/database/bulk.ts';
import type { NewId } from '../platform/ids.ts';
import type { LedgerEntry, LedgerPort } from './ledger.port.ts';
import { ledgerLines } from './ledger.tables.ts';

/** Makes `post` of the ledger's port. */
export function createPosting(newId: NewId): LedgerPort['post'] {
  const linesOf = ({ cause, causeId, carrierId, at, lines }: LedgerEntry) => {
    const sum = lines.reduce((total, line) => total + line.amount, 0);
    if (sum !== 0 || lines.length < 2) throw new Error('a ledger entry must balance');
    const entryId = newId();
    return lines.map((line) => ({ id: newId(), entryId, carrierId, cause, causeId, at, ...line }));
  };
  return async (tx, entries) => {
    await bulkInsert(tx, ledgerLines, entries.flatMap(linesOf));
  };
}
