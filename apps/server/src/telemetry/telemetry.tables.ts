import { bigint, doublePrecision, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/**
 * The reports of players (rows A17, E10), limited by age, by number, and for each uuid. Contains no
 * phone number and no network address.
 */
export const playbackLog = pgTable(
  'playback_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The player's id of the playback that it reports. */
    uuid: uuid('uuid').notNull(),
    /** The slug of a video or an episode. */
    video: text('video').notNull(),
    status: text('status', { enum: ['started', 'playing', 'paused', 'finished'] }).notNull(),
    /** Seconds. */
    duration: doublePrecision('duration'),
    pausedAt: doublePrecision('paused_at'),
    finishedAt: doublePrecision('finished_at'),
    /** Only for a signed-in viewer. */
    subscriberId: bigint('subscriber_id', { mode: 'number' }),
    platform: text('platform'),
    siteVersion: text('site_version'),
    country: text('country'),
    locale: text('locale'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('playback_log_uuid').on(table.uuid, table.id),
    index('playback_log_subscriber').on(table.subscriberId, table.id),
    index('playback_log_at').on(table.at),
  ],
);

/** The cleaned headers of the last requests to the test page (rows A18, S9); demo mode only. */
export const headerLog = pgTable('header_log', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  headers: jsonb('headers').$type<Record<string, string>>().notNull(),
});
