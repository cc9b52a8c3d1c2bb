import type { PlayFigures } from '@bonisa/domain/playback/play-figures';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

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

/**
 * How plays went, one row for each play, until the roll-up job has counted it and some days longer
 * for late reports. Contains no subscriber, no number and no network address.
 */
export const playReports = pgTable(
  'play_reports',
  {
    /** The player's random id of the play. */
    uuid: uuid('uuid').primaryKey(),
    kind: text('kind', { enum: ['title', 'live'] }).notNull(),
    /** The slug of a video, an episode or a live channel. */
    video: text('video').notNull(),
    /** The South African day of the first report. */
    day: date('day', { mode: 'string' }).notNull(),
    figures: jsonb('figures').$type<PlayFigures>().notNull(),
    /** The figures that the roll-ups have; null: none. */
    counted: jsonb('counted').$type<PlayFigures>(),
    /** The figures differ from those that were counted. */
    waiting: boolean('waiting').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    index('play_reports_waiting').on(table.changedAt).where(sql`waiting`),
    index('play_reports_changed').on(table.changedAt),
  ],
);

/**
 * The newest South African day that has lost rows of `play_reports`, in one row: what was reported
 * of this day and earlier ones cannot be counted again.
 */
export const playReportsDeleted = pgTable('play_reports_deleted', {
  id: integer('id').primaryKey(),
  untilDay: date('until_day', { mode: 'string' }).notNull(),
});

/** Terms that enough different viewers have asked for, so that they are nobody's private words. */
export const searchTerms = pgTable('search_terms', {
  term: text('term').primaryKey(),
  since: instant('since').notNull(),
});

/**
 * Who has asked for a term that is not in `search_terms`: both as keyed hashes. The words of a few
 * people are stored nowhere.
 */
export const searchAskers = pgTable(
  'search_askers',
  {
    term: text('term').notNull(),
    viewer: text('viewer').notNull(),
    /** Nothing was found. */
    nothing: boolean('nothing').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.term, table.viewer] }),
    index('search_askers_at').on(table.at),
  ],
);

/** How often the terms of `search_terms` were asked for, by South African day and by month. */
export const searchCounts = pgTable(
  'search_counts',
  {
    grain: text('grain', { enum: ['day', 'month'] }).notNull(),
    /** The day, or the first day of the month. */
    period: date('period', { mode: 'string' }).notNull(),
    term: text('term').notNull(),
    asked: bigint('asked', { mode: 'number' }).notNull(),
    /** How often nothing was found. */
    nothing: bigint('nothing', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.grain, table.period, table.term] })],
);
