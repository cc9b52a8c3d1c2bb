import type { Cents } from '@bonisa/domain/money/rand';
import type { Day, Month } from '@bonisa/domain/south-african-time';
import type { Database } from '@bonisa/kit/database/database';
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
  /** The month in which the settlement counts it; absent: that of `at`. */
  readonly month?: Month;
  readonly lines: readonly LedgerLine[];
}

/** How later capabilities post to the ledger. */
export interface LedgerPort {
  /**
   * Writes entries within the caller's transaction, in one statement: the database checks each
   * statement as a whole. Throws if the lines of an entry do not add up to zero.
   */
  post(tx: Database, entries: readonly LedgerEntry[]): Promise<void>;
}

/** Where the settlement counts what was posted. */
export interface SettlementMonths {
  /** The month in which a charge is counted as taken; `undefined` if it is not posted. */
  monthOfCharge(tx: Database, chargeId: string): Promise<Month | undefined>;
}

/** The lines of one carrier whose sums are asked for, by South African days. */
export interface LedgerSpan {
  readonly carrierId: string;
  /** From this day on, and before that one; absent: no limit. */
  readonly from?: Day;
  readonly until?: Day;
  /**
   * These days are a month of the settlement: with entries of other days that it counts in the
   * month, and without those that it counts in another one.
   */
  readonly month?: Month;
  /**
   * `exact`: with every line that is posted; days that wait to be counted are read line by line.
   * `counted`: as the reports have it, which are counted within a minute.
   */
  readonly as: 'exact' | 'counted';
}

/** What was posted to an account for a cause: debits less credits. */
export interface LedgerSum {
  readonly account: string;
  readonly cause: string;
  readonly amount: Cents;
}

/** Adds up lines. A year of ten million subscriptions has too many lines to read for a screen. */
export type SumLedger = (db: Database, span: LedgerSpan) => Promise<readonly LedgerSum[]>;
