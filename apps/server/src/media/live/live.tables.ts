import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/**
 * The revision of each live channel's timeline. All processes compute the same timeline; a changed
 * one gets the next revision, so that the numbers of segments never go back.
 */
export const liveTimelines = pgTable('live_timelines', {
  /** No foreign key: the row of a deleted channel costs nothing, and ids are not used again. */
  liveChannelId: integer('live_channel_id').primaryKey(),
  revision: integer('revision').notNull(),
  /** A hash of the schedule and its recordings. */
  fingerprint: text('fingerprint').notNull(),
  /** When they were read: who read them earlier changes nothing. */
  readAt: instant('read_at').notNull(),
});
