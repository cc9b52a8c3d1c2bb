import type { Database } from '../platform/database.ts';
import type { LedgerLine } from './postings.ts';

/**
 * What is posted because of one thing. `cause` says of which kind it is (`charge`, `refund`),
 * `causeId` which.
 */
export interface LedgerEntry {
  readonly cause: string;
  readonly causeId: string;
  /** The id of the carrier with which the money was moved. */
  readonly carrierId: string;
  readonly at: Date;
  readonly lines: readonly LedgerLine[];
}

/** How the rooms above post to the ledger. */
export interface LedgerPort {
  /**
   * Writes entries within the caller's transaction, in one statement: the database checks each
   * statement as a whole. Throws where the lines of an entry do not add up to nothing.
   */
  post(tx: Database, entries: readonly LedgerEntry[]): Promise<void>;
}
