import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/**
 * One attempt to take money: written as an intent before the carrier is called, then with its
 * outcome.
 */
export const charges = pgTable(
  'charges',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** The carrier that was asked, for ever: the number may have moved since. */
    carrierId: text('carrier_id').notNull(),
    /** Ours, new for each attempt; what the carrier's lists and the bill say. */
    reference: text('reference').notNull(),
    period: integer('period').notNull(),
    packageId: text('package_id').notNull(),
    amount: integer('amount').notNull(),
    vat: integer('vat').notNull(),
    state: text('state', {
      enum: ['intended', 'unknown', 'succeeded', 'denied', 'refunded'],
    }).notNull(),
    /** Why it was denied, or what is unknown about it. */
    reason: text('reason'),
    /**
     * The carrier's own words, without numbers: why it was denied or, while it is open, what an
     * event said of it.
     */
    detail: text('detail'),
    carrierPaymentId: text('carrier_payment_id'),
    carrierReference: text('carrier_reference'),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    /** When it is looked up next; `null` once it is decided. */
    lookupAt: instant('lookup_at'),
    lookups: integer('lookups').notNull(),
    /**
     * Refused by the carrier for a mistake of ours, and not asked for again before then; `null`
     * where it is not held.
     */
    suspendedUntil: instant('suspended_until'),
    /**
     * Taken, but it buys nothing (after the end, or for a period that is paid): it is given back.
     */
    surplus: boolean('surplus').notNull().default(false),
    /** What was given back or is being given back, in cents: never more than was taken. */
    refunded: integer('refunded').notNull().default(0),
  },
  (table) => [
    check('charges_refunded', sql`refunded between 0 and amount`),
    uniqueIndex('charges_reference').on(table.reference),
    index('charges_subscription').on(table.subscriptionId),
    index('charges_lookup')
      .on(table.carrierId, table.lookupAt, table.id)
      .where(sql`lookup_at is not null`),
    index('charges_held')
      .on(table.carrierId, table.suspendedUntil, table.id)
      .where(sql`suspended_until is not null`),
    // Reconciliation reads them by day.
    index('charges_created').on(table.createdAt),
  ],
);

/** One attempt to give money back: an intent before the carrier is called, then its outcome. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    chargeId: uuid('charge_id').notNull(),
    /** The carrier of the charge. */
    carrierId: text('carrier_id').notNull(),
    reference: text('reference').notNull(),
    amount: integer('amount').notNull(),
    vat: integer('vat').notNull(),
    state: text('state', { enum: ['intended', 'unknown', 'succeeded', 'denied'] }).notNull(),
    /** Why it is given back: an agent's words, or ours (`taken_after_the_end`). */
    why: text('why').notNull(),
    /** Why it was denied, or what is unknown about it. */
    reason: text('reason'),
    detail: text('detail'),
    carrierRefundId: text('carrier_refund_id'),
    createdAt: instant('created_at').notNull(),
    /**
     * When the carrier was last asked for it: what it does not list long after that was never done.
     */
    sentAt: instant('sent_at'),
    decidedAt: instant('decided_at'),
    /** When it is sent or looked up next; `null` once it is decided. */
    lookupAt: instant('lookup_at'),
    lookups: integer('lookups').notNull(),
    /** The operator's key of the request: the same one again is the same refund. */
    onceKey: text('once_key'),
  },
  (table) => [
    uniqueIndex('refunds_reference').on(table.reference),
    index('refunds_charge').on(table.chargeId),
    uniqueIndex('refunds_once').on(table.onceKey).where(sql`once_key is not null`),
    index('refunds_lookup')
      .on(table.carrierId, table.lookupAt, table.id)
      .where(sql`lookup_at is not null`),
  ],
);

/** One success for a subscription and period, held by the key. */
export const paidPeriods = pgTable(
  'paid_periods',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    period: integer('period').notNull(),
    chargeId: uuid('charge_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.period] })],
);
