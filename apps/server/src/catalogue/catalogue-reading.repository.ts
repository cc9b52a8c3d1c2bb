import { and, asc, desc, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database.ts';
import { catalogueAssets, catalogueVersion, categories, channels, genres, shelfItems, shelves, slides, videos } from './catalogue.tables.ts';

/** The SQL of everything that is read for viewers. What is not visible at `now` is in no answer. */

/** How many cards of a shelf are seen before it is moved, on a phone. */
const FIRST_VIEW_CARDS = 3;

interface Windowed {
  readonly published: PgColumn;
  readonly availableFrom: PgColumn;
  readonly availableUntil: PgColumn;
}

function visible(table: Windowed, now: Date): SQL | undefined {
  return and(
    eq(table.published, true),
    or(isNull(table.availableFrom), lte(table.availableFrom, now)),
    or(isNull(table.availableUntil), gt(table.availableUntil, now)),
  );
}

/** A video is visible when it is itself, when its channel is, and when its media is ready (the inner join of its asset). */
function visibleTitle(now: Date): SQL | undefined {
  return and(visible(videos, now), visible(channels, now));
}

const TITLE = {
  id: videos.id,
  slug: videos.slug,
  title: videos.title,
  synopsis: videos.synopsis,
  description: videos.description,
  year: videos.year,
  ratingAge: videos.ratingAge,
  ratingAdvice: videos.ratingAdvice,
  languages: videos.languages,
  genre: genres.slug,
  genreTitle: genres.title,
  accent: videos.accent,
  thumbhash: videos.thumbhash,
  artEmblem: videos.artEmblem,
  artGround: videos.artGround,
  channel: channels.slug,
  channelTitle: channels.title,
  category: categories.slug,
  categoryTitle: categories.title,
  availableFrom: videos.availableFrom,
  createdAt: videos.createdAt,
  assetId: catalogueAssets.id,
  durationMs: catalogueAssets.durationMs,
  rungs: catalogueAssets.rungs,
  captions: catalogueAssets.captions,
} as const;

const CHANNEL = {
  id: channels.id,
  slug: channels.slug,
  title: channels.title,
  tagline: channels.tagline,
  description: channels.description,
  genre: genres.slug,
  accent: channels.accent,
  thumbhash: channels.thumbhash,
  artEmblem: channels.artEmblem,
  artGround: channels.artGround,
} as const;

const CATEGORY = { id: categories.id, slug: categories.slug, title: categories.title, channel: channels.slug } as const;

export function createReadingRepository(db: Database) {
  /** Titles with everything that a card or a page shows; every read of titles begins here. */
  const titles = () =>
    db
      .select(TITLE)
      .from(videos)
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, videos.assetId))
      .innerJoin(channels, eq(channels.id, videos.channelId))
      .innerJoin(genres, eq(genres.id, videos.genreId))
      .leftJoin(categories, and(eq(categories.id, videos.categoryId), eq(categories.published, true)))
      .$dynamic();

  /** Counts of titles that can be watched, by channel and category. */
  const counts = (now: Date) =>
    db
      .select({ channelId: videos.channelId, categoryId: videos.categoryId, count: sql<number>`count(*)::int`.as('title_count') })
      .from(videos)
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, videos.assetId))
      .where(visible(videos, now))
      .groupBy(videos.channelId, videos.categoryId);

  return {
    /** The catalogue's version; 0 before the first change. */
    async version(): Promise<number> {
      const [row] = await db.select({ version: catalogueVersion.version }).from(catalogueVersion);
      return row?.version ?? 0;
    },

    /** The next instants after `now` at which a window opens or closes, soonest first, at most `limit`. */
    async windowEdges(now: Date, limit: number): Promise<Date[]> {
      const edges: Date[] = [];
      for (const table of [channels, videos, shelves, slides]) {
        for (const column of [table.availableFrom, table.availableUntil]) {
          const rows = await db
            .selectDistinct({ at: column })
            .from(table)
            .where(and(eq(table.published, true), gt(column, now)))
            .orderBy(asc(column))
            .limit(limit);
          edges.push(...rows.flatMap(({ at }) => at ?? []));
        }
      }
      return edges.sort((a, b) => a.getTime() - b.getTime()).slice(0, limit);
    },

    titleBySlug: async (slug: string, now: Date) =>
      (
        await titles()
          .where(and(eq(videos.slug, slug), visibleTitle(now)))
          .limit(1)
      )[0],

    titlesOfChannel: (slug: string, now: Date, limit: number) =>
      titles()
        .where(and(eq(channels.slug, slug), visibleTitle(now)))
        .orderBy(asc(videos.position), asc(videos.id))
        .limit(limit),

    newestTitles: (now: Date, limit: number) =>
      titles()
        .where(visibleTitle(now))
        .orderBy(desc(sql`coalesce(${videos.availableFrom}, ${videos.createdAt})`), asc(videos.position), asc(videos.id))
        .limit(limit),

    /** Titles nearest to one: the same genre weighs most, then a shared language, the channel and the category. */
    similarTitles: (
      to: { slug: string; genre: string; languages: readonly string[]; channel: string; category: string | null },
      now: Date,
      limit: number,
    ) => {
      const nearness = sql<number>`(case when ${genres.slug} = ${to.genre} then 4 else 0 end)
        + (case when ${videos.languages} && array[${sql.join(
          to.languages.map((code) => sql`${code}`),
          sql`, `,
        )}]::text[] then 2 else 0 end)
        + (case when ${channels.slug} = ${to.channel} then 1 else 0 end)
        + (case when ${categories.slug} = ${to.category ?? ''} then 1 else 0 end)`;
      return titles()
        .where(and(visibleTitle(now), sql`${videos.slug} <> ${to.slug}`))
        .orderBy(desc(nearness), desc(videos.year), asc(videos.position), asc(videos.id))
        .limit(limit);
    },

    /** Visible shelves of the home page (`null`) or of a channel, and their visible titles, both in order. */
    async shelvesWithTitles(channel: string | null, now: Date) {
      const where = and(
        visible(shelves, now),
        visibleTitle(now),
        channel === null ? isNull(shelves.channelId) : sql`${shelves.channelId} = (select id from channels where slug = ${channel})`,
      );
      return await db
        .select({ shelf: { id: shelves.id, slug: shelves.slug, title: shelves.title, format: shelves.format }, title: TITLE })
        .from(shelves)
        .innerJoin(shelfItems, eq(shelfItems.shelfId, shelves.id))
        .innerJoin(videos, eq(videos.id, shelfItems.videoId))
        .innerJoin(catalogueAssets, eq(catalogueAssets.id, videos.assetId))
        .innerJoin(channels, eq(channels.id, videos.channelId))
        .innerJoin(genres, eq(genres.id, videos.genreId))
        .leftJoin(categories, and(eq(categories.id, videos.categoryId), eq(categories.published, true)))
        .where(where)
        .orderBy(asc(shelves.position), asc(shelves.id), asc(shelfItems.position), asc(videos.id));
    },

    slidesWithTitles: (now: Date, limit: number) =>
      db
        .select({ slideId: slides.id, eyebrow: slides.eyebrow, title: TITLE })
        .from(slides)
        .innerJoin(videos, eq(videos.id, slides.videoId))
        .innerJoin(catalogueAssets, eq(catalogueAssets.id, videos.assetId))
        .innerJoin(channels, eq(channels.id, videos.channelId))
        .innerJoin(genres, eq(genres.id, videos.genreId))
        .leftJoin(categories, and(eq(categories.id, videos.categoryId), eq(categories.published, true)))
        .where(and(visible(slides, now), visibleTitle(now)))
        .orderBy(asc(slides.position), asc(slides.id))
        .limit(limit),

    /** Channels in which something can be watched. */
    async channels(now: Date) {
      const counted = counts(now).as('counted');
      return await db
        .select({ ...CHANNEL, titleCount: sql<number>`sum(${counted.count})::int` })
        .from(channels)
        .innerJoin(genres, eq(genres.id, channels.genreId))
        .innerJoin(counted, eq(counted.channelId, channels.id))
        .where(visible(channels, now))
        .groupBy(channels.id, genres.slug)
        .orderBy(asc(channels.position), asc(channels.id));
    },

    /** Categories in which something can be watched; of one channel or of all. */
    async categories(channel: string | null, now: Date) {
      const counted = counts(now).as('counted');
      return await db
        .select({ ...CATEGORY, titleCount: counted.count })
        .from(categories)
        .innerJoin(channels, eq(channels.id, categories.channelId))
        .innerJoin(counted, eq(counted.categoryId, categories.id))
        .where(and(eq(categories.published, true), visible(channels, now), channel === null ? undefined : eq(channels.slug, channel)))
        .orderBy(asc(channels.position), asc(categories.position), asc(categories.id));
    },

    /**
     * What a title's picture is drawn from: pictures may be made before the media is ready, so only publication and
     * window count here.
     */
    async titleArt(slug: string, now: Date) {
      const [row] = await db
        .select({ slug: videos.slug, title: videos.title, genre: genres.slug, artEmblem: videos.artEmblem, artGround: videos.artGround })
        .from(videos)
        .innerJoin(channels, eq(channels.id, videos.channelId))
        .innerJoin(genres, eq(genres.id, videos.genreId))
        .where(and(eq(videos.slug, slug), visibleTitle(now)));
      return row;
    },

    async channelArt(slug: string, now: Date) {
      const [row] = await db
        .select({ slug: channels.slug, title: channels.title, genre: genres.slug, artEmblem: channels.artEmblem, artGround: channels.artGround })
        .from(channels)
        .innerJoin(genres, eq(genres.id, channels.genreId))
        .where(and(eq(channels.slug, slug), visible(channels, now)));
      return row;
    },

    /** The art of everything published, in the order in which it is first seen: slides (0), the beginnings of home's shelves (1), the rest (2). */
    async allArt(now: Date) {
      const onSlides = db.select({ id: slides.videoId }).from(slides).where(visible(slides, now));
      const inFirstView = db
        .select({ id: shelfItems.videoId })
        .from(shelfItems)
        .innerJoin(shelves, and(eq(shelves.id, shelfItems.shelfId), isNull(shelves.channelId)))
        .where(lt(shelfItems.position, FIRST_VIEW_CARDS));
      const place = sql<number>`case when ${videos.id} in ${onSlides} then 0 when ${videos.id} in ${inFirstView} then 1 else 2 end`;
      return await db
        .select({ slug: videos.slug, title: videos.title, genre: genres.slug, artEmblem: videos.artEmblem, artGround: videos.artGround, place })
        .from(videos)
        .innerJoin(channels, eq(channels.id, videos.channelId))
        .innerJoin(genres, eq(genres.id, videos.genreId))
        .where(visibleTitle(now))
        .orderBy(asc(place), asc(videos.position), asc(videos.id));
    },

    allChannelArt: (now: Date) =>
      db
        .select({ slug: channels.slug, title: channels.title, genre: genres.slug, artEmblem: channels.artEmblem, artGround: channels.artGround })
        .from(channels)
        .innerJoin(genres, eq(genres.id, channels.genreId))
        .where(visible(channels, now))
        .orderBy(asc(channels.position)),
  };
}

export type ReadingRepository = ReturnType<typeof createReadingRepository>;
export type TitleRow = NonNullable<Awaited<ReturnType<ReadingRepository['titleBySlug']>>>;
export type ChannelRow = Awaited<ReturnType<ReadingRepository['channels']>>[number];
export type CategoryRow = Awaited<ReturnType<ReadingRepository['categories']>>[number];
export type ShelfRow = Awaited<ReturnType<ReadingRepository['shelvesWithTitles']>>[number];
export type SlideRow = Awaited<ReturnType<ReadingRepository['slidesWithTitles']>>[number];
export type ArtRow = NonNullable<Awaited<ReturnType<ReadingRepository['titleArt']>>>;
