import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/**
 * One row for each carrier: whether its list was read since this database came to be as it is.
 * `database` names the running server and its files, `written_by` the transaction that wrote the
 * row. After a restore, a copy or a failover one of the two is another, and the list is read again
 * before money is moved.
 */
export const carrierChecks = pgTable('carrier_checks', {
  carrierId: text('carrier_id').primaryKey(),
  database: text('database').notNull(),
  writtenBy: text('written_by').notNull(),
  /** When the list was read to its end; `null` while it was not. */
  checkedAt: instant('checked_at'),
  /** Who reads it now, as a lease: another process goes on after a crash. */
  run: uuid('run'),
  until: instant('until'),
  /** Why it could not be read, how often in a row, and when it is tried again. */
  problem: text('problem'),
  tries: integer('tries').notNull(),
  retryAt: instant('retry_at'),
});

/** Each time jobs were held because the carrier had payments of ours that this database had not. */
export const holds = pgTable(
  'holds',
  {
    id: uuid('id').primaryKey(),
    /** Whose payments were not here: what moves money at this carrier is held. */
    carrierId: text('carrier_id').notNull(),
    /**
     * `missing_here`: the database is older than the carrier's books. `empty_database`: it knows no
     * subscription at all. `list_unread`: released without the list.
     */
    why: text('why', { enum: ['missing_here', 'empty_database', 'list_unread'] }).notNull(),
    since: instant('since').notNull(),
    /** The part of the carrier's list that was read. */
    windowFrom: instant('window_from').notNull(),
    windowTo: instant('window_to').notNull(),
    /** Payments that were not here. */
    missing: integer('missing').notNull(),
    /** Of these, written down for their subscription and period. */
    attached: integer('attached').notNull(),
    /** Of these, on the list of what people must decide. */
    cases: integer('cases').notNull(),
    /** Refunds that the carrier had and this database had not. */
    refunds: integer('refunds').notNull(),
    /** The carrier did not tell the refunds of all payments. */
    refundsUnread: boolean('refunds_unread').notNull(),
    /** When all of it was written down; `null` while it is under way. */
    attachedAt: instant('attached_at'),
    releasedAt: instant('released_at'),
    /** Why an operator released it. */
    note: text('note'),
  },
  // One hold at a time for a carrier.
  (table) => [uniqueIndex('holds_open').on(table.carrierId).where(sql`released_at is null`)],
);
