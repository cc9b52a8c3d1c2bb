import { instant } from '@bonisa/kit/database/columns';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * An accept attempt, claimed before it has any effect. So an attempt that is sent twice (a double
 * click, a retry after a lost answer) gets the first one's answer.
 */
export const acceptAttempts = pgTable(
  'accept_attempts',
  {
    key: text('key').primaryKey(),
    state: text('state', { enum: ['running', 'accepted', 'failed'] }).notNull(),
    /** The process run that handles the attempt. */
    owner: text('owner').notNull(),
    subscriptionId: uuid('subscription_id'),
    at: instant('at').notNull(),
    /**
     * Random, new for each claim: together with the server's key it yields the session that the
     * attempt signs in with.
     */
    nonce: text('nonce').notNull(),
    /** The hash of its session: once that has ended, the attempt signs nobody in again. */
    sessionHash: text('session_hash'),
    /** When it was first answered with a success; later ones are repetitions. */
    answeredAt: instant('answered_at'),
  },
  (table) => [index('accept_attempts_at').on(table.at)],
);
