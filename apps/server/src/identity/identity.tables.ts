import {
  bigint,
  boolean,
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
 * A signed-in browser. Only the hash of the cookie's value stands here, so that the table opens no
 * session.
 */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /**
     * The session that took its place at a sign-in in the same browser: a repeat of that sign-in
     * comes with this one's cookie.
     */
    replacedBy: text('replaced_by'),
  },
  // 'Sign out everywhere' finds a number's sessions; the clean-up finds those that have ended.
  (table) => [
    index('sessions_subscriber').on(table.subscriberId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/**
 * One code that the carrier was asked to send, with what its message said: that, and nothing else,
 * is what it approves. A row is written before the carrier is called, so that sends are counted
 * even where the answer is lost; `failed` ones (nothing was sent, for sure) do not count.
 */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    transactionId: text('transaction_id').notNull(),
    /** The visit that asked for it: it counts in no other. */
    visitorId: text('visitor_id').notNull(),
    /** Keyed hash of the network that asked for it. */
    networkHash: text('network_hash').notNull(),
    /** The visit was vouched for, or signed in with this number: counted apart from strangers. */
    byOwner: boolean('by_owner').notNull(),
    purpose: text('purpose', { enum: ['opt_in', 'sign_in'] }).notNull(),
    /**
     * What the message of an `opt_in` said: package, price in cents, whether the first day is free.
     */
    packageId: text('package_id'),
    priceCents: integer('price_cents'),
    freeDay: boolean('free_day'),
    /**
     * `held`: not sent, since the number's content lock is to be unblocked first; counts as a send.
     */
    state: text('state', {
      enum: ['sending', 'sent', 'failed', 'held', 'used', 'replaced', 'dead'],
    }).notNull(),
    authenticationId: text('authentication_id'),
    tries: integer('tries').notNull(),
    maxTries: integer('max_tries').notNull(),
    /**
     * A keyed hash of the code that was right: after a refused payment the same code may be pressed
     * again.
     */
    usedCodeHash: text('used_code_hash'),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** How many presses it proved. */
    uses: integer('uses').notNull(),
    /**
     * The subscription that it opened or signed in to. Unless that one's first payment was refused,
     * it grants nothing else.
     */
    grantedSubscriptionId: uuid('granted_subscription_id'),
    /** The number's owner stopped: it grants nothing any more. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    // Sends and tries of a number, a network and a visit are counted over a window.
    index('otp_challenges_msisdn').on(table.msisdn, table.sentAt),
    index('otp_challenges_network').on(table.networkHash, table.sentAt),
    index('otp_challenges_visit').on(table.visitorId, table.sentAt),
    index('otp_challenges_expires').on(table.expiresAt),
  ],
);

/**
 * How many codes strangers had sent in an hour, all numbers together: the budget of the service.
 */
export const otpHours = pgTable('otp_hours', {
  hour: instant('hour').primaryKey(),
  sends: integer('sends').notNull(),
});

/**
 * A number that the carrier's network vouched for: stands for one visitor and one transaction, for
 * 15 minutes.
 */
export const numberProofs = pgTable(
  'number_proofs',
  {
    id: uuid('id').primaryKey(),
    visitorId: text('visitor_id').notNull(),
    transactionId: text('transaction_id').notNull(),
    msisdn: text('msisdn').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** As with codes: what it granted. */
    grantedSubscriptionId: uuid('granted_subscription_id'),
  },
  (table) => [
    // The proof of a visit is looked up at each status check and subscribe; STOP ends those of a
    // number.
    index('number_proofs_visit').on(table.visitorId, table.transactionId),
    index('number_proofs_msisdn').on(table.msisdn),
    uniqueIndex('number_proofs_token').on(table.tokenHash),
    index('number_proofs_expires').on(table.expiresAt),
  ],
);

/**
 * How often a number was asked about in a window of time: a status check tells trial and ACTIVE
 * before any proof.
 */
export const numberStatusChecks = pgTable(
  'number_status_checks',
  {
    msisdn: text('msisdn').notNull(),
    /** Keyed hash of the network that asked; '' for all of them together. */
    networkHash: text('network_hash').notNull(),
    windowStart: instant('window_start').notNull(),
    checks: integer('checks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.msisdn, table.networkHash, table.windowStart] }),
    // The clean-up removes windows that are over.
    index('number_status_checks_window').on(table.windowStart),
  ],
);

/** How often one visit or network asked about numbers, whichever: nobody walks through them. */
export const clientStatusChecks = pgTable(
  'client_status_checks',
  {
    /** Keyed hash of the visit or network. */
    client: text('client').notNull(),
    windowStart: instant('window_start').notNull(),
    checks: integer('checks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.client, table.windowStart] }),
    index('client_status_checks_window').on(table.windowStart),
  ],
);
