import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

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
