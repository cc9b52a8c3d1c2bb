import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const COMMENT_TYPES = ['general', 'video', 'payment', 'other'] as const;

/** A rating of the experience with its text (rows A7, A8). */
export const feedback = pgTable(
  'feedback',
  {
    id: uuid('id').primaryKey(),
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    /** 1 (bad) to 5 (very good). */
    experience: integer('experience').notNull(),
    /** Empty if there is no text. */
    comment: text('comment').notNull(),
    commentType: text('comment_type', { enum: COMMENT_TYPES }).notNull(),
    /** The page and platform that the page reported (rows B5, B6); null if unknown. */
    platform: text('platform'),
    siteVersion: text('site_version'),
    country: text('country'),
    locale: text('locale'),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    // A subscriber's own ratings, and how many were given in a window.
    index('feedback_subscriber').on(table.subscriberId, table.at),
    // For housekeeping: ratings beyond the age or the number to keep.
    index('feedback_at').on(table.at),
    check('feedback_experience', sql`${table.experience} between 1 and 5`),
  ],
);
