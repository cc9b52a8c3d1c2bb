import { minuteOfWeek } from '@bonisa/domain/live-schedule';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { genres, liveCategories, liveChannels, liveSlots } from '../catalogue.tables.ts';
import { VISIBLE_LIVE } from './visibility.ts';

/** The SQL of the live section. What is not visible at `now` is in no answer. */

/** A weekly programme, as it comes out of a JSON aggregate. */
export interface LiveSlotRow {
  readonly startsAt: number;
  readonly minutes: number;
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}

/** How many programmes after the one that is on are read. */
export const PROGRAMMES_AHEAD = 3;

const MINUTE = sql`${sql.placeholder('minute')}::int`;

const slots = (where: SQL, order: SQL, count: number): SQL =>
  sql`(select * from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id} and ${where} order by starts_at ${order} limit ${sql.raw(String(count))})`;

/**
 * Of a week of hundreds only those that matter now, each found by its key: the one that began last
 * and those that begin next, and the ends of the week, round which both may lie.
 */
const SLOTS = sql<LiveSlotRow[]>`(
  select coalesce(json_agg(json_build_object(
    'startsAt', near.starts_at, 'minutes', near.minutes, 'title', near.title, 'synopsis', near.synopsis,
    'ratingAge', near.rating_age, 'ratingAdvice', near.rating_advice)), '[]')
  from (${sql.join(
    [
      slots(sql`starts_at <= ${MINUTE}`, sql`desc`, 1),
      slots(sql`true`, sql`desc`, 1),
      slots(sql`starts_at > ${MINUTE}`, sql`asc`, PROGRAMMES_AHEAD),
      slots(sql`true`, sql`asc`, PROGRAMMES_AHEAD),
    ],
    sql` union `,
  )}) near)`;

const CHANNEL = {
  id: liveChannels.id,
  slug: liveChannels.slug,
  title: liveChannels.title,
  tagline: liveChannels.tagline,
  description: liveChannels.description,
  headline: liveChannels.headline,
  languages: liveChannels.languages,
  genre: genres.slug,
  accent: liveChannels.accent,
  artEmblem: liveChannels.artEmblem,
  artGround: liveChannels.artGround,
  categoryId: liveCategories.id,
  category: liveCategories.slug,
  categoryTitle: liveCategories.title,
  slots: SLOTS,
} as const;

export function createLiveReading(db: Database) {
  const channelsWhere = (where?: SQL) =>
    db
      .select(CHANNEL)
      .from(liveChannels)
      .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
      .innerJoin(genres, eq(genres.id, liveChannels.genreId))
      .where(and(VISIBLE_LIVE, where))
      .orderBy(
        asc(liveCategories.position),
        asc(liveCategories.id),
        asc(liveChannels.position),
        asc(liveChannels.id),
      );

  const statements = {
    channels: channelsWhere().prepare('catalogue_live_channels'),
    channel: channelsWhere(eq(liveChannels.slug, sql.placeholder('slug'))).prepare(
      'catalogue_live_channel',
    ),
    categories: db
      .select({
        id: liveCategories.id,
        slug: liveCategories.slug,
        title: liveCategories.title,
        channelCount: sql<number>`count(*)::int`,
      })
      .from(liveCategories)
      .innerJoin(liveChannels, eq(liveChannels.liveCategoryId, liveCategories.id))
      .where(VISIBLE_LIVE)
      .groupBy(liveCategories.id)
      .orderBy(asc(liveCategories.position), asc(liveCategories.id))
      .prepare('catalogue_live_categories'),
  };

  return {
    /**
     * Live channels by category, in order, each with the programme that began last and those that
     * come next.
     */
    liveChannels: (now: Date) => statements.channels.execute({ minute: minuteOfWeek(now), now }),
    liveChannelBySlug: async (slug: string, now: Date) =>
      (await statements.channel.execute({ slug, minute: minuteOfWeek(now), now }))[0],
    /** Live categories with a channel. */
    liveCategories: (now: Date) => statements.categories.execute({ now }),
  };
}

export type LiveReading = ReturnType<typeof createLiveReading>;
export type LiveChannelRow = Awaited<ReturnType<LiveReading['liveChannels']>>[number];
export type LiveCategoryRow = Awaited<ReturnType<LiveReading['liveCategories']>>[number];
