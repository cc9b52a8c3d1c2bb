import { bulkInsert } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { ledgerLines } from './ledger.tables.ts';
import type { Line } from './postings.ts';

/**
 * What is posted because of one thing. `cause` says of which kind it is (`charge`, `refund`),
 * `causeId` which.
 */
export interface Entry {
  readonly cause: string;
  readonly causeId: string;
  readonly at: Date;
  readonly lines: readonly Line[];
}

/**
 * Writes an entry within the transaction of what caused it. Throws where its lines do not add up to
 * nothing.
 */
export async function post(transaction: Database, entry: Entry): Promise<void> {
  await postAll(transaction, [entry]);
}

/** The same for many, in one statement: the database judges each statement as a whole. */
export async function postAll(transaction: Database, entries: readonly Entry[]): Promise<void> {
  await bulkInsert(transaction, ledgerLines, entries.flatMap(linesOf));
}

function linesOf({ cause, causeId, at, lines }: Entry) {
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  if (sum !== 0 || lines.length < 2) throw new Error('a ledger entry must balance');
  const entryId = newId();
  return lines.map((line) => ({ id: newId(), entryId, cause, causeId, at, ...line }));
}
