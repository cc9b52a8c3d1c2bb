import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/**
 * An attempt of Accept: claimed before anything is done, so that the same attempt sent twice (a
 * double click, a retry after a lost answer) is answered from the first.
 */
export const acceptAttempts = pgTable(
  'accept_attempts',
  {
    key: text('key').primaryKey(),
    state: text('state', { enum: ['running', 'accepted', 'failed'] }).notNull(),
    /** The run of the process that works on it. */
    owner: text('owner').notNull(),
    subscriptionId: uuid('subscription_id'),
    at: instant('at').notNull(),
    /**
     * Random, new for each claim: with the server's key it leads to the session that the attempt
     * signs in with.
     */
    nonce: text('nonce').notNull(),
    /**
     * The session that it made (as its hash): once that has ended, the attempt signs nobody in
     * again.
     */
    sessionHash: text('session_hash'),
    /** When it was first answered with a success: from then on it is a repeat. */
    answeredAt: instant('answered_at'),
  },
  (table) => [index('accept_attempts_at').on(table.at)],
);
