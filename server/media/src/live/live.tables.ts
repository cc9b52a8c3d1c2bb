import { instant } from '@bonisa/kit/database/columns';
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StoredPlan } from './live-plan.ts';

/**
 * The revision of each live channel's timeline before there were plans. A channel's first plan gets
 * the next one, so that the numbers of segments never go back.
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

/**
 * What each live channel plays, one plan after the other: a plan begins at a later time than the
 * one before it, and what was on air until then stays as it was.
 */
export const livePlans = pgTable(
  'live_plans',
  {
    /** No foreign key, as above. */
    liveChannelId: integer('live_channel_id').notNull(),
    revision: integer('revision').notNull(),
    /** A hash of the schedule and its recordings. */
    fingerprint: text('fingerprint').notNull(),
    /** When they were read: whoever read them earlier changes nothing. */
    readAt: instant('read_at').notNull(),
    /** From when on it is shown, in microseconds since 1970; 0: since ever. */
    startsAt: bigint('starts_at', { mode: 'number' }).notNull(),
    /** What is added to the numbers of its segments and of their parts. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull(),
    plan: jsonb('plan').$type<StoredPlan>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.liveChannelId, table.revision] })],
);
