import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/**
 * One row for each carrier: whether its list was read since this database has its present identity.
 * `database` names the running server and its files, `written_by` the transaction that wrote the
 * row. After a restore, a copy or a failover one of them differs, and the list is read again before
 * money is moved.
 */
export const carrierChecks = pgTable('carrier_checks', {
  carrierId: text('carrier_id').primaryKey(),
  database: text('database').notNull(),
  writtenBy: text('written_by').notNull(),
  /** When the list was read to its end; `null` before. */
  checkedAt: instant('checked_at'),
  /** The lease of the process that reads the list: another one continues after a crash. */
  run: uuid('run'),
  until: instant('until'),
  /** Why the list could not be read, how often in a row, and when it is tried again. */
  problem: text('problem'),
  tries: integer('tries').notNull(),
  retryAt: instant('retry_at'),
});

/** Each hold of jobs, begun because the carrier had payments of ours that this database lacked. */
export const holds = pgTable(
  'holds',
  {
    id: uuid('id').primaryKey(),
    /** The carrier whose payments were missing; jobs that move money there are held. */
    carrierId: text('carrier_id').notNull(),
    /**
     * `missing_here`: the database is older than the carrier's list. `empty_database`: it has no
     * subscription at all. `list_unread`: released without the list.
     */
    why: text('why', { enum: ['missing_here', 'empty_database', 'list_unread'] }).notNull(),
    since: instant('since').notNull(),
    /** The part of the carrier's list that was read. */
    windowFrom: instant('window_from').notNull(),
    windowTo: instant('window_to').notNull(),
    /** The number of payments that were missing here. */
    missing: integer('missing').notNull(),
    /** How many of these were written for their subscription and period. */
    attached: integer('attached').notNull(),
    /** How many of these became reconciliation exceptions. */
    exceptions: integer('cases').notNull(),
    /** The number of refunds that the carrier had and this database lacked. */
    refunds: integer('refunds').notNull(),
    /** The carrier did not return the refunds of all payments. */
    refundsUnread: boolean('refunds_unread').notNull(),
    /** When everything was written; `null` before. */
    attachedAt: instant('attached_at'),
    releasedAt: instant('released_at'),
    /** Why an operator released the hold. */
    note: text('note'),
  },
  // A carrier has at most one open hold.
  (table) => [uniqueIndex('holds_open').on(table.carrierId).where(sql`released_at is null`)],
);
