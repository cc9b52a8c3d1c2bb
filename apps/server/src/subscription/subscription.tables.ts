import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A number that ever opted in. The specification's subscriber_id is its id. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: bigint('id', { mode: 'number' })
      .primaryKey()
      .generatedByDefaultAsIdentity({ startWith: 100_001 }),
    msisdn: text('msisdn').notNull(),
    /** The free first day is once for a number. */
    trialUsedAt: instant('trial_used_at'),
    /** STOP ALL and the like: no opt-in any more, and no override. */
    blockedAt: instant('blocked_at'),
    /**
     * From when on its first subscription has grace, later ones take it over from the one before;
     * `null`: none is left.
     */
    graceFrom: instant('grace_from'),
    createdAt: instant('created_at').notNull(),
    /**
     * Its owner had everything removed: `msisdn` is no number any more, and nobody is signed in as
     * it again.
     */
    forgottenAt: instant('forgotten_at'),
    /**
     * When the carrier was last asked whether the number went to somebody else; `null`: never since
     * it came.
     */
    ownerCheckedAt: instant('owner_checked_at'),
  },
  (table) => [
    uniqueIndex('subscribers_msisdn').on(table.msisdn),
    index('subscribers_gone').on(table.forgottenAt).where(sql`forgotten_at is not null`),
  ],
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

/**
 * What must outlive the removal of a number's data, under a keyed one-way mark of it: a second free
 * day is not given for having everything removed, nor a second grace, and a number that was blocked
 * stays blocked.
 */
export const forgottenNumbers = pgTable('forgotten_numbers', {
  mark: text('mark').primaryKey(),
  trialUsedAt: instant('trial_used_at'),
  blockedAt: instant('blocked_at'),
  graceFrom: instant('grace_from'),
  at: instant('at').notNull(),
});

/** What the events of a subscription come to; written in the same transaction as they are. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
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
      .on(table.dueAt, table.id)
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
 * One attempt to take money: written as an intent before the carrier is called, then with its
 * outcome.
 */
export const charges = pgTable(
  'charges',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
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
    heldUntil: instant('held_until'),
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
    index('charges_lookup').on(table.lookupAt, table.id).where(sql`lookup_at is not null`),
    index('charges_held').on(table.heldUntil, table.id).where(sql`held_until is not null`),
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
    index('refunds_lookup').on(table.lookupAt, table.id).where(sql`lookup_at is not null`),
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

/**
 * The evidence of an opt-in (ICASA regulation 6, WASPA 15): kept three years after the
 * subscription's end.
 */
export const consents = pgTable(
  'consents',
  {
    id: uuid('id').primaryKey(),
    subscriptionId: uuid('subscription_id').notNull(),
    /**
     * Or the mark of a number that is not its owner's any more (`evidence.repository.ts`); so with
     * messages both ways.
     */
    msisdn: text('msisdn').notNull(),
    packageId: text('package_id').notNull(),
    words: jsonb('words').$type<readonly string[]>().notNull(),
    wordsVersion: text('words_version').notNull(),
    price: integer('price').notNull(),
    servicePeriod: text('service_period').notNull(),
    trial: boolean('trial').notNull(),
    proof: text('proof', { enum: ['otp', 'header_enrichment', 'session'] }).notNull(),
    /**
     * Under which the carrier finds the calls that sent and checked the code (`x-correlator`); none
     * where no code proved the number.
     */
    proofCorrelator: text('proof_correlator'),
    verdict: jsonb('verdict').notNull(),
    contentBlockOverridden: boolean('content_block_overridden').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    transactionId: text('transaction_id').notNull(),
    at: instant('at').notNull(),
    /** Set when the subscription has ended. */
    retainUntil: instant('retain_until'),
  },
  (table) => [
    index('consents_subscription').on(table.subscriptionId),
    index('consents_msisdn').on(table.msisdn),
    index('consents_retain').on(table.retainUntil, table.id).where(sql`retain_until is not null`),
  ],
);

/**
 * A press of Accept: claimed before anything is done, so that the same press sent twice (a double
 * click, a retry after a lost answer) is answered from the first.
 */
export const presses = pgTable(
  'presses',
  {
    key: text('key').primaryKey(),
    state: text('state', { enum: ['running', 'accepted', 'failed'] }).notNull(),
    /** The run of the process that works on it. */
    owner: text('owner').notNull(),
    subscriptionId: uuid('subscription_id'),
    at: instant('at').notNull(),
    /**
     * Random, new for each claim: with the server's key it leads to the session that the press
     * signs in with.
     */
    nonce: text('nonce').notNull(),
    /**
     * The session that it made (as its hash): once that has ended, the press signs nobody in again.
     */
    sessionHash: text('session_hash'),
    /** When it was first answered with a success: from then on it is a repeat. */
    answeredAt: instant('answered_at'),
  },
  (table) => [index('presses_at').on(table.at)],
);

/** Short messages to send, written in the same transaction as what they tell of. */
export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    /**
     * Whom it is about, where it is about a subscription: what is still to be said ends with it.
     */
    subscriptionId: uuid('subscription_id'),
    /** The same key twice is one message: `remind <subscription> 2026-11`. */
    onceKey: text('once_key'),
    template: text('template', {
      enum: [
        'welcome',
        'trial_ends',
        'receipt',
        'reminder',
        'not_paid',
        'parked',
        'goodbye',
        'ended',
        'refund',
        'sign_in_tries',
        'package_changed',
        'help',
        'start',
        'blocked',
      ],
    }).notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `null` once it is sent or given up. */
    dueAt: instant('due_at'),
    sentAt: instant('sent_at'),
    /** The carrier's own id of it: the proof that it was told. */
    carrierMessageId: text('carrier_message_id'),
    /**
     * The number's data was removed: this one loses the number too as soon as it is sent or given
     * up.
     */
    forget: boolean('forget').notNull().default(false),
  },
  (table) => [
    index('messages_due').on(table.dueAt, table.id).where(sql`due_at is not null`),
    index('messages_msisdn').on(table.msisdn, table.createdAt),
    index('messages_subscription').on(table.subscriptionId).where(sql`due_at is not null`),
    index('messages_alone').on(table.createdAt).where(sql`subscription_id is null`),
    uniqueIndex('messages_once').on(table.onceKey).where(sql`once_key is not null`),
  ],
);

/** What the carrier sent us, by its id: the same thing twice is done once. */
export const inboundSeen = pgTable('inbound_seen', {
  id: text('id').primaryKey(),
  at: instant('at').notNull(),
});

/**
 * What handsets asked by a short message, with how it was read: that an opt-out was asked for, and
 * when, is evidence like the opt-in.
 */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    /** The carrier's own id of it. */
    id: text('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    /**
     * What ran or was still served then: it is kept as long as the consents to that, else for three
     * years.
     */
    subscriptionId: uuid('subscription_id'),
    readAs: text('read_as', { enum: ['stop', 'stop_all', 'start', 'other'] }).notNull(),
    /** Its beginning, without digits; `null` once its sender is gone. */
    text: text('text'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('inbound_messages_msisdn').on(table.msisdn, table.at),
    index('inbound_messages_alone').on(table.at).where(sql`subscription_id is null`),
  ],
);
