import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A signed-in browser. Only the hash of the cookie's value stands here, so that the table opens no session. */
export const sessions = pgTable(
  'sessions',
  {
    idHash: text('id_hash').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The session that took its place at a sign-in in the same browser: a repeat of that sign-in comes with this one's cookie. */
    replacedBy: text('replaced_by'),
  },
  // 'Sign out everywhere' finds a number's sessions; the clean-up finds those that have ended.
  (table) => [index('sessions_subscriber').on(table.subscriberId), index('sessions_expires').on(table.expiresAt)],
);

/**
 * One code that the carrier was asked to send. A row is written before the carrier is called, so that sends are counted
 * even where the answer is lost; `failed` ones (nothing was sent, for sure) do not count.
 */
export const otpChallenges = pgTable(
  'otp_challenges',
  {
    id: uuid('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    transactionId: text('transaction_id').notNull(),
    addressHash: text('address_hash').notNull(),
    state: text('state', { enum: ['sending', 'sent', 'failed', 'used', 'replaced', 'dead'] }).notNull(),
    authenticationId: text('authentication_id'),
    tries: integer('tries').notNull(),
    /** A keyed hash of the code that was right, so that the same press repeated after a lost answer is known again. */
    usedCodeHash: text('used_code_hash'),
    usedByVisitor: text('used_by_visitor'),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    // Sends of a number and of an address are counted over a window; the newest code of a number is the only live one.
    index('otp_challenges_msisdn').on(table.msisdn, table.sentAt),
    index('otp_challenges_address').on(table.addressHash, table.sentAt),
    index('otp_challenges_transaction').on(table.transactionId, table.msisdn),
  ],
);

/** A number that the carrier's network vouched for: stands for one visitor and one transaction, for 15 minutes. */
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
  },
  (table) => [
    // The proof of a visit is looked up at each status check and subscribe.
    index('number_proofs_visit').on(table.visitorId, table.transactionId),
    uniqueIndex('number_proofs_token').on(table.tokenHash),
    index('number_proofs_expires').on(table.expiresAt).where(sql`used_at is null`),
  ],
);

/** How often a number was asked about in a window of time: a status check tells trial and ACTIVE before any proof. */
export const numberLooks = pgTable(
  'number_looks',
  {
    msisdn: text('msisdn').notNull(),
    windowStart: instant('window_start').notNull(),
    looks: integer('looks').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.msisdn, table.windowStart] }),
    // The clean-up removes windows that are over.
    index('number_looks_window').on(table.windowStart),
  ],
);
