import { instant } from '@bonisa/kit/database/columns';
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

/** One charge. It is written as an intent before the carrier is called; the outcome follows. */
export const charges = pgTable(
  'charges',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /**
     * The carrier that was asked. It never changes, even if the number moves to another carrier.
     */
    carrierId: text('carrier_id').notNull(),
    /**
     * Our reference, new for each charge. The carrier's lists and the subscriber's bill show it.
     */
    reference: text('reference').notNull(),
    period: integer('period').notNull(),
    packageId: text('package_id').notNull(),
    amount: integer('amount').notNull(),
    vat: integer('vat').notNull(),
    /** The rate of VAT that it was made with, in hundredths of a percent. */
    vatRate: integer('vat_rate').notNull(),
    state: text('state', {
      enum: ['intended', 'unknown', 'succeeded', 'denied', 'refunded'],
    }).notNull(),
    /** Why the charge was denied, or why its outcome is unknown. */
    reason: text('reason'),
    /**
     * The carrier's own words without numbers: why it denied the charge or, while the charge is
     * open, what an event reported.
     */
    detail: text('detail'),
    carrierPaymentId: text('carrier_payment_id'),
    carrierReference: text('carrier_reference'),
    createdAt: instant('created_at').notNull(),
    /** When a charge on hold was last sent again; `null` for one that was sent once. */
    sentAt: instant('sent_at'),
    decidedAt: instant('decided_at'),
    /** When the charge is looked up next; `null` once its outcome is final. */
    lookupAt: instant('lookup_at'),
    lookups: integer('lookups').notNull(),
    /**
     * A charge on hold (the carrier refused our request itself) is not asked for again before
     * this instant; `null` for all others.
     */
    onHoldUntil: instant('suspended_until'),
    /**
     * An overpayment: taken, but it buys no time (after the end, or for a period that is paid). It
     * is refunded.
     */
    isOverpayment: boolean('surplus').notNull().default(false),
    /** The sum of refunds that are done or open, in cents; never more than was taken. */
    refunded: integer('refunded').notNull().default(0),
  },
  (table) => [
    check('charges_refunded', sql`refunded between 0 and amount`),
    uniqueIndex('charges_reference').on(table.reference),
    index('charges_subscription').on(table.subscriptionId, table.period),
    index('charges_lookup')
      .on(table.carrierId, table.lookupAt, table.id)
      .where(sql`lookup_at is not null`),
    index('charges_held')
      .on(table.carrierId, table.onHoldUntil, table.id)
      .where(sql`suspended_until is not null`),
    // For reconciliation, which reads a carrier's charges by time: the first charge of a carrier
    // may come after millions of another one's.
    index('charges_carrier_created').on(table.carrierId, table.createdAt),
    // For reports, which read the charges of a day. A day's charges are adjacent, so this index
    // costs almost nothing.
    index('charges_made').using('brin', table.createdAt),
  ],
);

/**
 * The charges that were sent again, to find them by that time. An index of `charges` itself could
 * not be built without stopping payments meanwhile.
 */
export const chargeResends = pgTable(
  'charge_resends',
  {
    chargeId: uuid('charge_id').primaryKey(),
    carrierId: text('carrier_id').notNull(),
    /** As in `charges`. */
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    // A comparison of a day, and the check after a restore, read them by carrier and time.
    index('charge_resends_sent').on(table.carrierId, table.sentAt, table.chargeId),
  ],
);

/**
 * One refund, of a charge or of a payment that is no charge here: an intent before the carrier is
 * called, then its outcome.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    /** The charge; null where `exceptionId` names the payment. */
    chargeId: uuid('charge_id'),
    /** The reconciliation exception of a payment that is no charge here. */
    exceptionId: uuid('case_id'),
    /** The carrier of the charge or payment. */
    carrierId: text('carrier_id').notNull(),
    reference: text('reference').notNull(),
    amount: integer('amount').notNull(),
    vat: integer('vat').notNull(),
    state: text('state', { enum: ['intended', 'unknown', 'succeeded', 'denied'] }).notNull(),
    /**
     * Why the money is refunded: an agent's words, or a constant of ours (`taken_after_the_end`).
     */
    why: text('why').notNull(),
    /** Why the refund was denied, or why its outcome is unknown. */
    reason: text('reason'),
    detail: text('detail'),
    carrierRefundId: text('carrier_refund_id'),
    createdAt: instant('created_at').notNull(),
    /**
     * When the carrier was last asked for the refund. A refund that the carrier does not list long
     * after that was never made.
     */
    sentAt: instant('sent_at'),
    decidedAt: instant('decided_at'),
    /** When the refund is sent or looked up next; `null` once its outcome is final. */
    lookupAt: instant('lookup_at'),
    lookups: integer('lookups').notNull(),
    /** The operator's idempotency key: a repeated request with the same key is the same refund. */
    onceKey: text('once_key'),
  },
  (table) => [
    uniqueIndex('refunds_reference').on(table.reference),
    index('refunds_charge').on(table.chargeId),
    // For reports, which read refunds by day.
    index('refunds_created').on(table.createdAt),
    // A payment is given back once: another refund of it is written only after a denied one.
    uniqueIndex('refunds_case')
      .on(table.exceptionId)
      .where(sql`case_id is not null and state <> 'denied'`),
    uniqueIndex('refunds_once').on(table.onceKey).where(sql`once_key is not null`),
    index('refunds_lookup')
      .on(table.carrierId, table.lookupAt, table.id)
      .where(sql`lookup_at is not null`),
  ],
);

/** The key allows one successful charge for a subscription and period. */
export const paidPeriods = pgTable(
  'paid_periods',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    period: integer('period').notNull(),
    chargeId: uuid('charge_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.period] })],
);
