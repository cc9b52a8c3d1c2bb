import { minuteOfWeek } from '@bonisa/domain/live-schedule';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { genres, liveCategories, liveChannels, liveSlots } from '../catalogue.tables.ts';
import { liveToGenre } from './joins.ts';
import { VISIBLE_LIVE } from './visibility.ts';

/** The SQL of the live section. Returns only what is visible at `now`. */

/** A weekly programme, as a JSON aggregate returns it. */
export interface LiveSlotRow {
  readonly startsAt: number;
  readonly minutes: number;
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
}

/** The number of programmes to read after the current one. */
export const PROGRAMMES_AHEAD = 3;

const MINUTE = sql`${sql.placeholder('minute')}::int`;

const slots = (where: SQL, order: SQL, count: number): SQL =>
  sql`(select * from ${liveSlots} where ${liveSlots.liveChannelId} = ${liveChannels.id} and ${where} order by starts_at ${order} limit ${sql.raw(String(count))})`;

/**
 * Reads only the slots near this minute, each by its key: the last one that started, the next ones,
 * and both ends of the week, because the current or the next one may be beyond an end.
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
  const statements = {
    channels: liveToGenre(db.select(CHANNEL).from(liveChannels).$dynamic())
      .where(VISIBLE_LIVE)
      .orderBy(
        asc(liveCategories.position),
        asc(liveCategories.id),
        asc(liveChannels.position),
        asc(liveChannels.id),
      )
      .prepare('catalogue_live_channels'),
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
    /** Live channels by category, each with the programme that started last and the next ones. */
    liveChannels: (now: Date) => statements.channels.execute({ minute: minuteOfWeek(now), now }),
    /** Live categories that have a channel. */
    liveCategories: (now: Date) => statements.categories.execute({ now }),
  };
}

export type LiveReading = ReturnType<typeof createLiveReading>;
export type LiveChannelRow = Awaited<ReturnType<LiveReading['liveChannels']>>[number];
export type LiveCategoryRow = Awaited<ReturnType<LiveReading['liveCategories']>>[number];
