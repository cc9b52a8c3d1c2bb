import { bulkInsert } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import type { LedgerEntry } from './ledger.port.ts';
import { ledgerLines } from './ledger.tables.ts';

/** Writes entries as `LedgerPort.post` says. */
export async function post(tx: Database, entries: readonly LedgerEntry[]): Promise<void> {
  await bulkInsert(tx, ledgerLines, entries.flatMap(linesOf));
}

function linesOf({ cause, causeId, carrierId, at, lines }: LedgerEntry) {
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  if (sum !== 0 || lines.length < 2) throw new Error('a ledger entry must balance');
  const entryId = newId();
  return lines.map((line) => ({
    id: newId(),
    entryId,
    carrierId,
    cause,
    causeId,
    at,
    ...line,
  }));
}
