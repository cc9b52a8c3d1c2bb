import { instant } from '@bonisa/kit/database/columns';
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

/** The state of a subscription after its events, written in the same transaction as they are. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    /** The carrier of the number, which is asked for the next charge. */
    carrierId: text('carrier_id').notNull(),
    packageId: text('package_id').notNull(),
    /** The price that was agreed to, in cents: renewals take it. */
    price: integer('price').notNull(),
    /** The package of the next paid period, if it is another one or has another price. */
    nextPackageId: text('next_package_id'),
    nextPrice: integer('next_price'),
    /** That price is not charged before this instant; `null`: from the next charge on. */
    nextFrom: instant('next_from'),
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
     * The end of the unused paid time of the number's earlier subscriptions when this one began.
     */
    carriedUntil: instant('carried_until'),
    /**
     * When the number's grace begins: a denied renewal may be served unpaid from then on; `null`:
     * the number has no grace left.
     */
    graceFrom: instant('grace_from'),
    /** Served unpaid until then. */
    graceUntil: instant('grace_until'),
    period: integer('period').notNull(),
    cancelledAt: instant('cancelled_at'),
    /** The package of the charge under way. */
    chargingPackageId: text('charging_package_id'),
    chargingPrice: integer('charging_price'),
    /** Since when that charge is under way. */
    chargingSince: instant('charging_since'),
    /** When a top-up arrived during the charge. */
    toppedUpAt: instant('topped_up_at'),
    /** Denials since the paid time ended. */
    tries: integer('tries').notNull().default(0),
    /** How often in a row since then the carrier could not be asked, or never had the charge. */
    failures: integer('failures').notNull().default(0),
    nextTryAt: instant('next_try_at'),
    /**
     * The sum of charges in a South African month (`2026-11`) since the latest consent, in cents.
     */
    takenMonth: text('taken_month'),
    takenCents: integer('taken_cents').notNull().default(0),
    /** How many tries top-ups brought forward on a South African day (`2026-11-20`). */
    topUpDay: text('top_up_day'),
    topUpTries: integer('top_up_tries').notNull().default(0),
    /**
     * When the next reminder of price and how to stop is due (WASPA: each calendar month); `null`
     * once nothing renews.
     */
    remindAt: instant('remind_at'),
    /** When time alone next changes the subscription. */
    dueAt: instant('due_at'),
    /** The number of events: the next one's position, and the guard against two writers. */
    version: integer('version').notNull(),
    transactionId: text('transaction_id').notNull(),
  },
  (table) => [
    // The key allows a number one running subscription, whatever races.
    uniqueIndex('subscriptions_one_running')
      .on(table.subscriberId)
      .where(sql`status in ('pending', 'trial', 'active', 'due', 'grace', 'parked')`),
    index('subscriptions_subscriber').on(table.subscriberId, table.startedAt),
    // Subscriptions to charge and subscriptions that only end have separate queues: charges follow
    // the carrier's pace, endings need not wait for it. Rows due at the same instant are ordered by
    // id, since many are: the same run of a simulation takes them in the same order.
    index('subscriptions_renewing')
      .on(table.carrierId, table.dueAt, table.id)
      .where(sql`due_at is not null and status in ('trial', 'active', 'grace', 'parked')`),
    index('subscriptions_ending')
      .on(table.dueAt, table.id)
      .where(sql`due_at is not null and status in ('cancelled', 'due')`),
    index('subscriptions_remind').on(table.remindAt, table.id).where(sql`remind_at is not null`),
  ],
);

/** Events in order, appended and never changed (the database refuses it): the audit. */
export const subscriptionEvents = pgTable(
  'subscription_events',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    place: integer('place').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    data: jsonb('data').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.place] }),
    // Events are only appended, so a day's events are adjacent: this index finds them and costs
    // almost nothing.
    index('subscription_events_at').using('brin', table.at),
    // The few subscriptions whose package changes, for the roll-ups of the reports.
    index('subscription_events_moves')
      .on(table.subscriptionId)
      .where(
        sql`type = 'package_change_requested' or (type = 'charge_requested' and data ? 'atOnce')`,
      ),
  ],
);

/**
 * How far the holders of earlier prices have been told of a price that they may accept. One row for
 * a price version whose holders are asked.
 */
export const priceOffers = pgTable(
  'price_offers',
  {
    versionId: uuid('version_id').primaryKey(),
    /**
     * `ahead`: before the price begins. `begun`: once more from the first holder on, for whoever
     * came since. `withdrawn`: the price was withdrawn, and what was accepted is taken back.
     */
    pass: text('pass', { enum: ['ahead', 'begun', 'withdrawn'] }).notNull(),
    /** The last subscription of the pass so far; `null`: none. */
    toldUntil: uuid('told_until'),
    /** How many subscriptions were told. */
    told: integer('told').notNull(),
    /** When the next ones are told; `null` once it is done. */
    nextAt: instant('next_at'),
    doneAt: instant('done_at'),
  },
  (table) => [index('price_offers_next').on(table.nextAt).where(sql`next_at is not null`)],
);

/**
 * An unblocking after STOP ALL at an owner's request: when, and the reason in the agent's words.
 * Appended, never changed.
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
