import { DEVICE_KINDS } from '@bonisa/domain/playback/playing-devices';
import { instant } from '@bonisa/kit/database/columns';
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

/**
 * A signed-in browser, or a device that was signed in by code. Stores only a hash of the cookie's
 * value, so that reading the table opens no session; that of a device is the hash of no cookie.
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
     * The session that replaced this one at a sign-in in the same browser. A repetition of that
     * sign-in comes with this session's cookie.
     */
    replacedBy: text('replaced_by'),
    /** What kind of device it is; null: unknown. */
    deviceKind: text('device_kind', { enum: DEVICE_KINDS }),
    /** The app of a device that was signed in by code; null for a browser. */
    deviceClient: text('device_client'),
    /** What such a device calls itself. */
    deviceName: text('device_name'),
    /** How often its refresh token was exchanged, and when the last time. */
    refreshCount: integer('refresh_count'),
    refreshedAt: instant('refreshed_at'),
  },
  // Signing out everywhere finds a number's sessions; the purge finds expired ones.
  (table) => [
    index('sessions_subscriber').on(table.subscriberId),
    index('sessions_expires').on(table.expiresAt),
  ],
);

/**
 * A code that the carrier was asked to send, with the content of its message: the code approves
 * exactly that. The row is written before the carrier is called, so that a send counts even when
 * the answer is lost; `failed` ones (certainly not sent) do not count.
 */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    transactionId: text('transaction_id').notNull(),
    /** The visit that requested the code; the code counts in no other. */
    visitorId: text('visitor_id').notNull(),
    /** Keyed hash of the network that requested the code. */
    networkHash: text('network_hash').notNull(),
    /**
     * The visit was signed in with this number or the network proved it; counted apart from
     * strangers.
     */
    byOwner: boolean('by_owner').notNull(),
    purpose: text('purpose', { enum: ['opt_in', 'sign_in'] }).notNull(),
    /**
     * The content of an `opt_in` message: package, price in cents, and whether the first day is
     * free.
     */
    packageId: text('package_id'),
    priceCents: integer('price_cents'),
    freeDay: boolean('free_day'),
    /**
     * `held`: not sent, because the number's content lock must be unblocked first; counts as a
     * send. `failed` and `refused`: certainly not sent; `refused` by what the carrier said of the
     * number, which the network that asked has learned.
     */
    state: text('state', {
      enum: ['sending', 'sent', 'failed', 'refused', 'held', 'used', 'replaced', 'dead'],
    }).notNull(),
    authenticationId: text('authentication_id'),
    tries: integer('tries').notNull(),
    maxTries: integer('max_tries').notNull(),
    /**
     * A keyed hash of the correct code, so that the code can be used again after a refused payment.
     */
    usedCodeHash: text('used_code_hash'),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** How many accept attempts the code proved. */
    uses: integer('uses').notNull(),
    /**
     * The subscription that the code opened or signed in to. The code grants nothing else, unless
     * that subscription's first payment was refused.
     */
    grantedSubscriptionId: uuid('granted_subscription_id'),
    /** When the number's owner sent STOP; the code grants nothing afterwards. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    // The limits count sends and tries of a number, a network and a visit in a window.
    index('otp_challenges_msisdn').on(table.msisdn, table.sentAt),
    index('otp_challenges_network').on(table.networkHash, table.sentAt),
    index('otp_challenges_visit').on(table.visitorId, table.sentAt),
    index('otp_challenges_expires').on(table.expiresAt),
  ],
);

/**
 * How many codes strangers requested in an hour, for all numbers: the service's budget. Those that
 * were certainly not sent do not count.
 */
export const otpHours = pgTable('otp_hours', {
  hour: instant('hour').primaryKey(),
  sends: integer('sends').notNull(),
});

/**
 * A number that the carrier's network proved, for one visit and one transaction, valid for 15
 * minutes.
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
    /** As in `otp_challenges`: the subscription that the proof granted. */
    grantedSubscriptionId: uuid('granted_subscription_id'),
  },
  (table) => [
    // Each status check and subscribe looks up a visit's proof; STOP ends the proofs of a number.
    index('number_proofs_visit').on(table.visitorId, table.transactionId),
    index('number_proofs_msisdn').on(table.msisdn),
    uniqueIndex('number_proofs_token').on(table.tokenHash),
    index('number_proofs_expires').on(table.expiresAt),
  ],
);

/**
 * How often a number was checked in a window. A status check reveals trial and ACTIVE before any
 * proof.
 */
export const numberStatusChecks = pgTable(
  'number_status_checks',
  {
    msisdn: text('msisdn').notNull(),
    /** Keyed hash of the checking network; '' for all networks together. */
    networkHash: text('network_hash').notNull(),
    windowStart: instant('window_start').notNull(),
    checks: integer('checks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.msisdn, table.networkHash, table.windowStart] }),
    // The purge deletes past windows.
    index('number_status_checks_window').on(table.windowStart),
  ],
);

/** How often a visit or network checked any number, so that no client can enumerate numbers. */
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

/**
 * A device that asks to be signed in (RFC 8628). Stores hashes of both codes, so that reading the
 * table signs in to nothing.
 */
export const deviceRequests = pgTable(
  'device_requests',
  {
    deviceCodeHash: text('device_code_hash').primaryKey(),
    userCodeHash: text('user_code_hash').notNull(),
    client: text('client').notNull(),
    kind: text('kind', { enum: DEVICE_KINDS }).notNull(),
    name: text('name'),
    /** Keyed hash of the network that the device asked from. */
    networkHash: text('network_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    intervalSeconds: integer('interval_seconds').notNull(),
    polledAt: instant('polled_at'),
    state: text('state', { enum: ['waiting', 'approved', 'refused', 'used'] }).notNull(),
    /** The subscriber who answered. */
    subscriberId: bigint('subscriber_id', { mode: 'number' }),
    /** The session that the approval made; the device's tokens name it. */
    sessionHash: text('session_hash'),
    usedAt: instant('used_at'),
  },
  (table) => [
    uniqueIndex('device_requests_user_code').on(table.userCodeHash),
    // A removal of personal data finds a subscriber's requests; the purge finds old ones.
    index('device_requests_subscriber').on(table.subscriberId),
    index('device_requests_expires').on(table.expiresAt),
  ],
);
