import { bigint, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

const day = () => date('day', { mode: 'string' }).notNull();
const carrierId = () => text('carrier_id').notNull();
const packageId = () => text('package_id').notNull();
const count = () => bigint('n', { mode: 'number' }).notNull();
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Days whose facts have changed since they were counted. Triggers write a row for each statement
 * that changes facts, in its transaction; the roll-up job deletes the rows and counts the day again
 * in one transaction.
 */
export const reportChanges = pgTable('report_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subject: text('subject', {
    enum: ['charges', 'refunds', 'disputes', 'ledger', 'subscribers'],
  }).notNull(),
  /** A South African day. */
  day: day(),
});

/**
 * Charges by the South African day on which they were asked for, and what has become of them. A
 * late outcome corrects that day.
 */
export const reportCharges = pgTable(
  'report_charges',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    /** `taken` includes what was refunded later; `unknown` includes what is being asked for. */
    outcome: text('outcome', { enum: ['taken', 'denied', 'unknown'] }).notNull(),
    /**
     * Why it was denied or is unknown. For `taken`: `recovered` (the carrier had denied the period
     * before), `surplus` (it buys nothing and is refunded), else empty.
     */
    reason: text('reason').notNull(),
    n: count(),
    cents: cents('cents'),
    vat: cents('vat'),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.carrierId, table.packageId, table.outcome, table.reason],
    }),
    index('report_charges_outcome').on(table.outcome, table.day),
  ],
);

/** Refunds by the South African day on which they were asked for. */
export const reportRefunds = pgTable(
  'report_refunds',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    state: text('state', { enum: ['made', 'waiting', 'refused'] }).notNull(),
    n: count(),
    cents: cents('cents'),
    vat: cents('vat'),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.packageId, table.state] })],
);

/** Disputes of charges by the South African day on which the caller disputed. */
export const reportDisputes = pgTable(
  'report_disputes',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    /** `open` until a person has upheld or rejected it. */
    state: text('state', { enum: ['open', 'upheld', 'rejected'] }).notNull(),
    n: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.packageId, table.state] })],
);

/** Postings by the South African day on which they were made. */
export const reportLedger = pgTable(
  'report_ledger',
  {
    day: day(),
    carrierId: carrierId(),
    account: text('account').notNull(),
    cause: text('cause').notNull(),
    debit: cents('debit'),
    credit: cents('credit'),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.account, table.cause] })],
);

/**
 * What happened to subscriptions on a South African day, by the carrier of the number and the
 * package that was asked for last.
 */
export const reportSubscribers = pgTable(
  'report_subscribers',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    what: text('what', {
      enum: [
        'trial',
        'paid_at_once',
        'converted',
        'refused',
        'moved_in',
        'moved_out',
        'ended_wanted',
        'ended_unpaid',
        'ended_other',
        'trial_ended',
      ],
    }).notNull(),
    n: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.packageId, table.what] })],
);

/** Ends of subscriptions by day, with the week and the month in which they had begun. */
export const reportEnds = pgTable(
  'report_ends',
  {
    day: day(),
    /** The Monday of the week of the beginning. */
    week: date('week', { mode: 'string' }).notNull(),
    /** The first day of the month of the beginning. */
    month: date('month', { mode: 'string' }).notNull(),
    carrierId: carrierId(),
    packageId: packageId(),
    n: count(),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.week, table.month, table.carrierId, table.packageId],
    }),
  ],
);

/** The ends of `report_ends` by the week or month of the beginning and of the end. */
export const reportCohorts = pgTable(
  'report_cohorts',
  {
    grain: text('grain', { enum: ['week', 'month'] }).notNull(),
    /** The first day of the week or month in which the subscriptions began. */
    cohort: date('cohort', { mode: 'string' }).notNull(),
    /** The first day of the week or month in which they ended. */
    ended: date('ended', { mode: 'string' }).notNull(),
    carrierId: carrierId(),
    packageId: packageId(),
    n: count(),
  },
  (table) => [
    primaryKey({
      columns: [table.grain, table.cohort, table.ended, table.carrierId, table.packageId],
    }),
    index('report_cohorts_ended').on(table.grain, table.ended),
  ],
);

/** How far the roll-ups are: one row, written after each run of the job. */
export const reportRuns = pgTable('report_runs', {
  id: integer('id').primaryKey(),
  /** Everything that had happened by then was counted. */
  countedUntil: instant('counted_until').notNull(),
});
