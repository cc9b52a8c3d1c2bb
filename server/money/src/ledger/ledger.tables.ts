import { instant } from '@bonisa/kit/database/columns';
import { desc, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

/**
 * The accounts. `carrier_receivable`: what the carrier owes us for airtime that it took. `revenue`
 * (without VAT) and `vat_output`. `refunds`: the net of refunds. `settlement`: what the carrier
 * paid. `carrier_share`: the part that the carrier keeps. `write_off`: what nobody will pay.
 */
export const ACCOUNTS = [
  'carrier_receivable',
  'revenue',
  'vat_output',
  'refunds',
  'settlement',
  'carrier_share',
  'write_off',
] as const;

/**
 * Double entry, append-only (the database refuses changes, see the migration `append_only`): the
 * lines of one entry add up to zero. Amounts are cents; a debit is positive, a credit negative.
 */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    /**
     * Written by versions up to 1.8 and read by none: lines are found by their entry. A key of it
     * would cost each charge three entries of an index.
     */
    id: uuid('id'),
    entryId: uuid('entry_id').notNull(),
    /** The carrier with which the money was moved. */
    carrierId: text('carrier_id').notNull(),
    account: text('account', { enum: ACCOUNTS }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** The kind of cause, for example `charge`. */
    cause: text('cause').notNull(),
    causeId: uuid('cause_id').notNull(),
    at: instant('at').notNull(),
  },
  // From a charge to its postings, for the audit.
  (table) => [
    index('ledger_lines_cause').on(table.causeId),
    // From an entry that the settlement counts in another month to its lines.
    index('ledger_lines_entry').on(table.entryId),
    // Lines are only appended, so a month's lines are adjacent: this index finds them and costs
    // almost nothing.
    index('ledger_lines_at').using('brin', table.at),
  ],
);

/**
 * Entries that the settlement counts in another month than that of their posting: a charge that was
 * recorded after its month, or a reconciliation exception. Every other entry belongs to the month
 * of its posting. Append-only, as the lines.
 */
export const ledgerMonths = pgTable(
  'ledger_months',
  {
    entryId: uuid('entry_id').primaryKey(),
    carrierId: text('carrier_id').notNull(),
    /** The month of the settlement: `2026-11`. */
    month: text('month').notNull(),
    postedMonth: text('posted_month').notNull(),
  },
  (table) => [
    index('ledger_months_month').on(table.carrierId, table.month),
    index('ledger_months_posted').on(table.carrierId, table.postedMonth),
  ],
);

/**
 * The carrier's payment for a month, and the share that it kept. One of nothing corrects the share
 * of a month that has changed since it was paid.
 */
export const settlements = pgTable(
  'settlements',
  {
    id: uuid('id').primaryKey(),
    carrierId: text('carrier_id').notNull(),
    month: text('month').notNull(),
    paid: bigint('paid', { mode: 'number' }).notNull(),
    share: bigint('share', { mode: 'number' }).notNull(),
    reference: text('reference').notNull(),
    at: instant('at').notNull(),
  },
  // References are the carrier's own: two carriers may use the same one.
  (table) => [uniqueIndex('settlements_reference').on(table.carrierId, table.reference)],
);

/** A carrier's own statement of a month, as it was entered; the latest of a month counts. */
export const carrierStatements = pgTable(
  'carrier_statements',
  {
    id: uuid('id').primaryKey(),
    carrierId: text('carrier_id').notNull(),
    month: text('month').notNull(),
    reference: text('reference').notNull(),
    gross: bigint('gross', { mode: 'number' }).notNull(),
    refunds: bigint('refunds', { mode: 'number' }).notNull(),
    vat: bigint('vat', { mode: 'number' }).notNull(),
    carrierShare: bigint('carrier_share', { mode: 'number' }).notNull(),
    toBePaid: bigint('to_be_paid', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
  },
  // The same statement entered again is the same one.
  (table) => [uniqueIndex('carrier_statements_reference').on(table.carrierId, table.reference)],
);

/**
 * Write-offs that people of the brand ask for: each waits for a second person, and is posted when
 * that one approves.
 */
export const writeOffRequests = pgTable(
  'write_off_requests',
  {
    id: uuid('id').primaryKey(),
    carrierId: text('carrier_id').notNull(),
    /** The month of the settlement; null: asked for before requests had one. */
    month: text('month'),
    /** Cents. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** The VAT in it, if it is a charge; null: a part of what the carrier owes after its share. */
    vat: bigint('vat', { mode: 'number' }),
    reason: text('reason').notNull(),
    /**
     * The reconciliation exception of the reconciliation that is closed with it; null: a debt
     * without a exception.
     */
    exceptionId: uuid('case_id'),
    /** The payment of that exception is to be given back, and nothing is written off. */
    givesBack: boolean('gives_back').notNull().default(false),
    /** The asking person's key: a repeated request with the same key is the same request. */
    onceKey: text('once_key').notNull().unique(),
    state: text('state', { enum: ['waiting', 'approved', 'refused'] }).notNull(),
    /** The id of the account. */
    askedBy: text('asked_by').notNull(),
    askedByName: text('asked_by_name').notNull(),
    askedAt: instant('asked_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name'),
    decidedAt: instant('decided_at'),
    decidedReason: text('decided_reason'),
  },
  (table) => [
    check('write_off_requests_amount', sql`amount > 0`),
    // The list of the screen: the newest first.
    index('write_off_requests_asked').on(desc(table.askedAt), desc(table.id)),
    // What waits for a second person, for the sum that a carrier still owes.
    index('write_off_requests_waiting').on(table.carrierId).where(sql`state = 'waiting'`),
    // What waits for a reconciliation exception, for the list of exceptions.
    index('write_off_requests_case').on(table.exceptionId).where(sql`case_id is not null`),
  ],
);

/** An amount that nobody will pay any more, and the reason. */
export const writeOffs = pgTable('write_offs', {
  id: uuid('id').primaryKey(),
  carrierId: text('carrier_id').notNull(),
  /** The month of the settlement; null: of none, written before write-offs had a month. */
  month: text('month'),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  /** As in the request. */
  vat: bigint('vat', { mode: 'number' }),
  /** The carrier's share of the month that was posted with it. */
  share: bigint('share', { mode: 'number' }).notNull().default(0),
  reason: text('reason').notNull(),
  /** The operator's idempotency key: a repeated request with the same key is the same write-off. */
  onceKey: text('once_key').unique(),
  at: instant('at').notNull(),
});
