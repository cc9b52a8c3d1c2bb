import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/** What the events of a subscription come to; written in the same transaction as they are. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    /** The carrier of the number: the one that is asked for the next charge. */
    carrierId: text('carrier_id').notNull(),
    packageId: text('package_id').notNull(),
    /** What the next paid period is charged for, where that is another package. */
    nextPackageId: text('next_package_id'),
    status: text('status', {
      enum: [
        'pending',
        'trial',
        'active',
        'due',
        'grace',
        'parked',
        'cancelled',
        'expired',
        'blocked',
      ],
    }).notNull(),
    startedAt: instant('started_at').notNull(),
    paidUntil: instant('paid_until'),
    /**
     * The end of what was paid in earlier subscriptions of the number and not used up when this one
     * began.
     */
    carriedUntil: instant('carried_until'),
    /**
     * From when on a refused renewal may be served unpaid; `null`: the number has no grace left.
     */
    graceFrom: instant('grace_from'),
    /** Served unpaid until then. */
    graceUntil: instant('grace_until'),
    period: integer('period').notNull(),
    cancelledAt: instant('cancelled_at'),
    /** The package that the carrier is being asked for. */
    chargingPackageId: text('charging_package_id'),
    /** Since when it is asked for that. */
    chargingSince: instant('charging_since'),
    /** When airtime arrived while it is being asked. */
    toppedUpAt: instant('topped_up_at'),
    /** Refusals since the paid time ended. */
    tries: integer('tries').notNull().default(0),
    /** How often in a row the carrier could not be asked, or never knew of it, since then. */
    failures: integer('failures').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    /** What was taken in a South African month (`2026-11`) since the latest consent, in cents. */
    takenMonth: text('taken_month'),
    takenCents: integer('taken_cents').notNull().default(0),
    /** How many tries were brought forward by airtime on a South African day (`2026-11-20`). */
    topUpDay: text('top_up_day'),
    topUpTries: integer('top_up_tries').notNull().default(0),
    /**
     * When price and stop route are told again (WASPA: in each calendar month); `null` once nothing
     * is renewed.
     */
    remindAt: instant('remind_at'),
    /** When time alone next changes it. */
    dueAt: instant('due_at'),
    /** How many events it has: the next one's place, and the guard against two writers. */
    version: integer('version').notNull(),
    transactionId: text('transaction_id').notNull(),
  },
  (table) => [
    // One running subscription for a number, whatever races: held here and not by care.
    uniqueIndex('subscriptions_one_running')
      .on(table.subscriberId)
      .where(sql`status in ('pending', 'trial', 'active', 'due', 'grace', 'parked')`),
    index('subscriptions_subscriber').on(table.subscriberId, table.startedAt),
    // What is to be charged and what only ends wait in lines of their own: the one must keep the
    // carrier's pace, the other need not wait for it. Whatever waits for an instant is ordered by
    // its id as well: many wait for the same one, and the same run of a simulation takes them in
    // the same order.
    index('subscriptions_renewing')
      .on(table.carrierId, table.dueAt, table.id)
      .where(sql`due_at is not null and status in ('trial', 'active', 'grace', 'parked')`),
    index('subscriptions_ending')
      .on(table.dueAt, table.id)
      .where(sql`due_at is not null and status in ('cancelled', 'due')`),
    index('subscriptions_remind').on(table.remindAt, table.id).where(sql`remind_at is not null`),
  ],
);

/** What happened, in order; appended and never changed (the database refuses it): the audit. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    place: integer('place').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    data: jsonb('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.place] })],
);

/**
 * A number that was let in again after STOP ALL, as an agent's caller asked: when, and in the
 * agent's words why. Appended, never changed.
 */
export const unblockings = pgTable(
  'unblockings',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    blockedAt: instant('blocked_at').notNull(),
    at: instant('at').notNull(),
    reason: text('reason').notNull(),
  },
  (table) => [index('unblockings_subscriber').on(table.subscriberId)],
);
