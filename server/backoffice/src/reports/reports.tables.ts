import { PLAY_NETWORKS } from '@bonisa/domain/playback/play-figures';
import { instant } from '@bonisa/kit/database/columns';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';

const day = () => date('day', { mode: 'string' }).notNull();
const carrierId = () => text('carrier_id').notNull();
const packageId = () => text('package_id').notNull();
const count = () => bigint('n', { mode: 'number' }).notNull();
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Days whose facts have changed since they were counted. Triggers write a row for each statement
 * that changes facts, in its transaction; the roll-up job deletes the rows and counts the day again
 * in one transaction. Days of plays are marked by a rebuild alone: they are counted by difference.
 */
export const reportChanges = pgTable('report_changes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  subject: text('subject', {
    enum: ['charges', 'refunds', 'disputes', 'ledger', 'subscribers', 'plays'],
  }).notNull(),
  /** A South African day. */
  day: day(),
});

/**
 * Charges by the South African day on which they were asked for, and what has become of them. A
 * late outcome corrects that day.
 */
export const reportCharges = pgTable(
  'report_charges',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    /** `taken` includes what was refunded later; `unknown` includes what is being asked for. */
    outcome: text('outcome', { enum: ['taken', 'denied', 'unknown'] }).notNull(),
    /**
     * Why it was denied or is unknown. For `taken`: `recovered` (the carrier had denied the period
     * before), `surplus` (it buys nothing and is refunded), else empty.
     */
    reason: text('reason').notNull(),
    n: count(),
    cents: cents('cents'),
    vat: cents('vat'),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.carrierId, table.packageId, table.outcome, table.reason],
    }),
    index('report_charges_outcome').on(table.outcome, table.day),
  ],
);

/** Refunds by the South African day on which they were asked for. */
export const reportRefunds = pgTable(
  'report_refunds',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    state: text('state', { enum: ['made', 'waiting', 'refused'] }).notNull(),
    n: count(),
    cents: cents('cents'),
    vat: cents('vat'),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.packageId, table.state] })],
);

/** Disputes of charges by the South African day on which the caller disputed. */
export const reportDisputes = pgTable(
  'report_disputes',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    /** `open` until a person has upheld or rejected it. */
    state: text('state', { enum: ['open', 'upheld', 'rejected'] }).notNull(),
    n: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.packageId, table.state] })],
);

/** Postings by the South African day on which they were made. */
export const reportLedger = pgTable(
  'report_ledger',
  {
    day: day(),
    carrierId: carrierId(),
    account: text('account').notNull(),
    cause: text('cause').notNull(),
    debit: cents('debit'),
    credit: cents('credit'),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.account, table.cause] })],
);

/**
 * What happened to subscriptions on a South African day, by the carrier of the number and the
 * package that was asked for last.
 */
export const reportSubscribers = pgTable(
  'report_subscribers',
  {
    day: day(),
    carrierId: carrierId(),
    packageId: packageId(),
    what: text('what', {
      enum: [
        'trial',
        'paid_at_once',
        'converted',
        'refused',
        'moved_in',
        'moved_out',
        'ended_wanted',
        'ended_unpaid',
        'ended_other',
        'trial_ended',
        'trial_moved_in',
        'trial_moved_out',
      ],
    }).notNull(),
    n: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.carrierId, table.packageId, table.what] })],
);

/** Ends of subscriptions by day, with the week and the month in which they had begun. */
export const reportEnds = pgTable(
  'report_ends',
  {
    day: day(),
    /** The Monday of the week of the beginning. */
    week: date('week', { mode: 'string' }).notNull(),
    /** The first day of the month of the beginning. */
    month: date('month', { mode: 'string' }).notNull(),
    carrierId: carrierId(),
    packageId: packageId(),
    n: count(),
  },
  (table) => [
    primaryKey({
      columns: [table.day, table.week, table.month, table.carrierId, table.packageId],
    }),
  ],
);

/** The ends of `report_ends` by the week or month of the beginning and of the end. */
export const reportCohorts = pgTable(
  'report_cohorts',
  {
    grain: text('grain', { enum: ['week', 'month'] }).notNull(),
    /** The first day of the week or month in which the subscriptions began. */
    cohort: date('cohort', { mode: 'string' }).notNull(),
    /** The first day of the week or month in which they ended. */
    ended: date('ended', { mode: 'string' }).notNull(),
    carrierId: carrierId(),
    packageId: packageId(),
    n: count(),
  },
  (table) => [
    primaryKey({
      columns: [table.grain, table.cohort, table.ended, table.carrierId, table.packageId],
    }),
    index('report_cohorts_ended').on(table.grain, table.ended),
  ],
);

const playKind = () => text('kind', { enum: ['title', 'live'] }).notNull();
const network = () => text('network', { enum: PLAY_NETWORKS }).notNull();
const sum = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Plays by South African day and network. Bytes belong to the network over which they came, all
 * else to the network at the start of the play.
 */
export const reportPlays = pgTable(
  'report_plays',
  {
    day: day(),
    kind: playKind(),
    network: network(),
    saveData: boolean('save_data').notNull(),
    plays: sum('plays'),
    /** Plays with a first picture. */
    started: sum('started'),
    finished: sum('finished'),
    watchedSeconds: sum('watched_seconds'),
    stalls: sum('stalls'),
    stalledSeconds: sum('stalled_seconds'),
    bytes: sum('bytes'),
    /** Plays that took media from the second place, and those media. */
    backupPlays: sum('backup_plays').default(0),
    backupBytes: sum('backup_bytes').default(0),
    /** Media that were fetched ahead of a press that never came. */
    unwatchedBytes: sum('unwatched_bytes').default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.network, table.saveData] })],
);

/** Start times as a histogram (`packages/domain/src/playback/start-times.ts`). */
export const reportStarts = pgTable(
  'report_starts',
  {
    day: day(),
    kind: playKind(),
    network: network(),
    startClass: smallint('start_class').notNull(),
    n: count(),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.network, table.startClass] })],
);

/** Watched seconds by the class of the picture's lines; 0 is sound alone. */
export const reportHeights = pgTable(
  'report_heights',
  {
    day: day(),
    kind: playKind(),
    network: network(),
    height: smallint('height').notNull(),
    seconds: sum('seconds'),
  },
  (table) => [primaryKey({ columns: [table.day, table.kind, table.network, table.height] })],
);

/** Plays of each title by day, and by month so that a year is read quickly. */
export const reportTitles = pgTable(
  'report_titles',
  {
    grain: text('grain', { enum: ['day', 'month'] }).notNull(),
    /** The day, or the first day of the month. */
    period: date('period', { mode: 'string' }).notNull(),
    kind: playKind(),
    /** The slug of a video, an episode or a live channel. */
    slug: text('slug').notNull(),
    plays: sum('plays'),
    started: sum('started'),
    /** Starts that took longer than `SLOW_START_MS`. */
    slow: sum('slow'),
    finished: sum('finished'),
    watchedSeconds: sum('watched_seconds'),
    stalls: sum('stalls'),
    bytesMobile: sum('bytes_mobile'),
    bytesWifi: sum('bytes_wifi'),
    bytesUnknown: sum('bytes_unknown'),
  },
  (table) => [
    primaryKey({ columns: [table.grain, table.kind, table.slug, table.period] }),
    index('report_titles_period').on(table.grain, table.period),
  ],
);

/** How far the roll-ups are: one row for each job (1: money and subscribers, 2: plays). */
export const reportRuns = pgTable('report_runs', {
  id: integer('id').primaryKey(),
  /** Everything that had happened by then was counted. */
  countedUntil: instant('counted_until').notNull(),
});
