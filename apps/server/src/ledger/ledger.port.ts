import type { Database } from '../platform/database/database.ts';
import type { LedgerLine } from './postings.ts';

/**
 * One entry. `cause` is its kind (`charge`, `refund`), `causeId` the id of that charge or refund.
 */
export interface LedgerEntry {
  readonly cause: string;
  readonly causeId: string;
  /** The id of the carrier with which the money was moved. */
  readonly carrierId: string;
  readonly at: Date;
  readonly lines: readonly LedgerLine[];
}

/** How the capabilities above post to the ledger. */
export interface LedgerPort {
  /**
   * Writes entries within the caller's transaction, in one statement: the database checks each
   * statement as a whole. Throws if the lines of an entry do not add up to zero.
   */
  post(tx: Database, entries: readonly LedgerEntry[]): Promise<void>;
}
