import type { GuideWindow } from '@bonisa/domain/live/guide-window';
import { minuteOfWeek, WEEK_MINUTES } from '@bonisa/domain/live/live-schedule';
import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { catalogueAssets, genres, liveCategories, liveChannels } from '../catalogue.tables.ts';
import { liveDated, liveSlots } from '../live-programmes.tables.ts';
import { liveToGenre } from './joins.ts';
import { NOW, VISIBLE_LIVE } from './visibility.ts';

/** The SQL of the live section. What takes `now` returns only what is visible then. */

interface LiveProgrammeRow {
  readonly minutes: number;
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}

/** A weekly programme, as a JSON aggregate returns it. */
export interface LiveSlotRow extends LiveProgrammeRow {
  readonly startsAt: number;
}

export interface LiveDatedRow extends LiveProgrammeRow {
  readonly startsAt: Date;
}

/** The number of programmes to read after the current one. */
export const PROGRAMMES_AHEAD = 3;

const RECENT_MEDIA = 100;

const MINUTE = sql`${sql.placeholder('minute')}::int`;

const slots = (where: SQL, order: SQL, count: number): SQL =>
  sql`(select * from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id} and ${where} order by starts_at ${order} limit ${sql.raw(String(count))})`;

const listed = <Row>(parts: readonly SQL[]) => sql<Row[]>`(
  select coalesce(json_agg(json_build_object(
    'startsAt', near.starts_at, 'minutes', near.minutes, 'title', near.title, 'synopsis', near.synopsis,
    'ratingAge', near.rating_age, 'ratingAdvice', near.rating_advice)), '[]')
  from (${sql.join([...parts], sql` union `)}) near)`;

const FROM = sql`${sql.placeholder('from')}::timestamptz`;
const DATED_OF_CHANNEL = sql`${liveDated} where ${liveDated.liveChannelId} = ${liveChannels.id}`;
/** Dated programmes that may touch the time from a minute on: none is longer than a day. */
const FROM_NOW_ON = sql`starts_at > ${FROM} - interval '1 day'`;

/** The dated programmes of a span, and the next ones after it. */
const dated = (to: SQL) =>
  listed<LiveDatedRow>([
    sql`(select * from ${DATED_OF_CHANNEL} and ${FROM_NOW_ON} and starts_at < ${to})`,
    sql`(select * from ${DATED_OF_CHANNEL} and starts_at >= ${to} order by starts_at limit ${sql.raw(String(PROGRAMMES_AHEAD + 1))})`,
  ]).mapWith((rows: readonly LiveDatedRow[]) =>
    rows.map((row) => ({ ...row, startsAt: new Date(row.startsAt) })),
  );

/**
 * The slots near a minute, each by its key: the last one that started, the next ones, and both ends
 * of the week, because the current or the next one may be beyond an end. All of a channel with
 * dated programmes, which may take the time of any number of them.
 */
const NEAR = [
  slots(sql`starts_at <= ${MINUTE}`, sql`desc`, 1),
  slots(sql`true`, sql`desc`, 1),
  slots(sql`starts_at > ${MINUTE}`, sql`asc`, PROGRAMMES_AHEAD),
  slots(sql`true`, sql`asc`, PROGRAMMES_AHEAD),
  sql`(select * from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id}
    and exists (select 1 from ${DATED_OF_CHANNEL} and ${FROM_NOW_ON}))`,
] as const;

const LENGTH = sql`${sql.placeholder('length')}::int`;
const WEEK = sql.raw(String(WEEK_MINUTES));
/** The longest slot: no earlier one can run into the window. */
const LONGEST = sql.raw('1440');

/** The slots of a window that starts at a minute, across the end of the week as well. */
const WITHIN = sql`(select * from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id} and (
  starts_at > ${MINUTE} - ${LONGEST} and starts_at < ${MINUTE} + ${LENGTH}
    and starts_at + minutes > ${MINUTE}
  or starts_at < ${MINUTE} + ${LENGTH} - ${WEEK}
  or starts_at > ${WEEK} + ${MINUTE} - ${LONGEST} and starts_at + minutes > ${WEEK} + ${MINUTE}))`;

/** A channel shows a live ingest session, or a programme. */
const ON_AIR = sql`(${liveChannels.broadcastSince} is not null or exists (
  select 1 from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id} and (
    starts_at <= ${MINUTE} and starts_at + minutes > ${MINUTE}
    or starts_at + minutes > ${WEEK} + ${MINUTE})) or exists (
  select 1 from ${DATED_OF_CHANNEL} and ${FROM_NOW_ON} and starts_at <= ${FROM}
    and starts_at + minutes * interval '1 minute' > ${FROM}))`;

const HAS_PROGRAMME = sql`(${liveChannels.broadcastSince} is not null or exists (
  select 1 from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id}))`;

const CHANNEL = {
  id: liveChannels.id,
  slug: liveChannels.slug,
  title: liveChannels.title,
  tagline: liveChannels.tagline,
  description: liveChannels.description,
  headline: liveChannels.headline,
  broadcastSince: liveChannels.broadcastSince,
  broadcastCosts: liveChannels.broadcastCosts,
  languages: liveChannels.languages,
  genre: genres.slug,
  accent: liveChannels.accent,
  artwork: liveChannels.artwork,
  artEmblem: liveChannels.artEmblem,
  artGround: liveChannels.artGround,
  categoryId: liveCategories.id,
  category: liveCategories.slug,
  categoryTitle: liveCategories.title,
  categoryNames: liveCategories.names,
  slots: listed<LiveSlotRow>(NEAR),
  dated: dated(FROM),
} as const;

const ORDER = [
  asc(liveCategories.position),
  asc(liveCategories.id),
  asc(liveChannels.position),
  asc(liveChannels.id),
] as const;

const GUIDE_CHANNEL = {
  ...CHANNEL,
  slots: listed<LiveSlotRow>([...NEAR, WITHIN]),
  dated: dated(sql`${FROM} + ${LENGTH} * interval '1 minute'`),
  total: sql<number>`count(*) over ()`.mapWith(Number),
} as const;

/** All categories, or one. */
const IN_CATEGORY = sql`${sql.placeholder('category')}::int is null or ${liveCategories.id} = ${sql.placeholder('category')}::int`;

export interface GuidePlace {
  /** The id of a category; null: all. */
  readonly category: number | null;
  readonly limit: number;
  readonly offset: number;
}

export function createLiveReading(db: Database) {
  const statements = {
    channels: liveToGenre(db.select(CHANNEL).from(liveChannels).$dynamic())
      .where(VISIBLE_LIVE)
      .orderBy(...ORDER)
      .prepare('catalogue_live_channels'),
    any: db
      .select({ id: liveChannels.id })
      .from(liveChannels)
      .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
      .where(and(VISIBLE_LIVE, HAS_PROGRAMME))
      .limit(1)
      .prepare('catalogue_any_live'),
    header: liveToGenre(db.select(CHANNEL).from(liveChannels).$dynamic())
      .where(and(VISIBLE_LIVE, isNotNull(liveChannels.headline), IN_CATEGORY))
      .orderBy(...ORDER)
      .limit(1)
      .prepare('catalogue_live_header'),
    guide: liveToGenre(db.select(GUIDE_CHANNEL).from(liveChannels).$dynamic())
      .where(and(VISIBLE_LIVE, IN_CATEGORY))
      .orderBy(...ORDER)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare('catalogue_live_guide'),
    channel: liveToGenre(db.select(GUIDE_CHANNEL).from(liveChannels).$dynamic())
      .where(and(VISIBLE_LIVE, eq(liveChannels.slug, sql.placeholder('slug'))))
      .prepare('catalogue_live_channel'),
    media: db
      .select({
        durationMs: catalogueAssets.durationMs,
        renditions: catalogueAssets.renditions,
      })
      .from(catalogueAssets)
      .where(lte(catalogueAssets.readyAt, NOW))
      .orderBy(desc(catalogueAssets.id))
      .limit(RECENT_MEDIA)
      .prepare('catalogue_recent_media'),
    categories: db
      .select({
        id: liveCategories.id,
        slug: liveCategories.slug,
        title: liveCategories.title,
        names: liveCategories.names,
        channelCount: sql<number>`count(*)::int`,
        onAirCount: sql<number>`count(*) filter (where ${ON_AIR})::int`,
      })
      .from(liveCategories)
      .innerJoin(liveChannels, eq(liveChannels.liveCategoryId, liveCategories.id))
      .where(VISIBLE_LIVE)
      .groupBy(
        liveCategories.id,
        liveCategories.slug,
        liveCategories.title,
        liveCategories.names,
        liveCategories.position,
      )
      .orderBy(asc(liveCategories.position), asc(liveCategories.id))
      .prepare('catalogue_live_categories'),
  };

  return {
    /** All live channels, also those that viewers do not see. */
    everyLiveChannel: () =>
      db
        .select({ id: liveChannels.id, slug: liveChannels.slug, title: liveChannels.title })
        .from(liveChannels)
        .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
        .orderBy(...ORDER),
    /** Whether a live channel has a programme, now or within the week. */
    hasLive: async (now: Date) => (await statements.any.execute({ now })).length > 0,
    /** Live channels by category, each with the programme that started last and the next ones. */
    liveChannels: (now: Date) => statements.channels.execute({ ...timesOf(now), now }),
    /** The first channel that can head the live section, or a category of it. */
    liveHeader: async (category: number | null, now: Date) =>
      (await statements.header.execute({ category, ...timesOf(now), now }))[0],
    /** A page of live channels, each with its programmes in a window and the next ones after it. */
    guide: (place: GuidePlace, window: GuideWindow, now: Date) =>
      statements.guide.execute({ ...place, ...timesIn(window), now }),
    /** A live channel with its programmes in a window. */
    liveChannel: async (slug: string, window: GuideWindow, now: Date) =>
      (await statements.channel.execute({ slug, ...timesIn(window), now }))[0],
    /** The newest media, whose mean says what an hour costs. */
    recentMedia: (now: Date) => statements.media.execute({ now }),
    /** Live categories that have a channel. */
    liveCategories: (now: Date) => statements.categories.execute({ ...timesOf(now), now }),
  };
}

/** A time as the statements take it: within the week, and as such. */
function timesOf(from: Date): { minute: number; from: Date } {
  return { minute: minuteOfWeek(from), from };
}

function timesIn({ from, to }: GuideWindow): ReturnType<typeof timesOf> & { length: number } {
  return { ...timesOf(from), length: Math.ceil((to.getTime() - from.getTime()) / 60_000) };
}

export type LiveReading = ReturnType<typeof createLiveReading>;
export type LiveChannelRow = Awaited<ReturnType<LiveReading['liveChannels']>>[number];
export type GuideRow = Awaited<ReturnType<LiveReading['guide']>>[number];
export type MediaRow = Awaited<ReturnType<LiveReading['recentMedia']>>[number];
export type LiveCategoryRow = Awaited<ReturnType<LiveReading['liveCategories']>>[number];
