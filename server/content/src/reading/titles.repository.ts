import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import {
  catalogueAssets,
  categories,
  channels,
  credits,
  genres,
  people,
  shelfItems,
  shelves,
  slides,
  titles,
} from '../catalogue.tables.ts';
import { titleToCategory, titleToChannel, titleToGenre } from './joins.ts';
import {
  playable,
  SHOWN_SINCE,
  TITLES_IN_ORDER,
  VISIBLE_TITLE,
  visible,
  watchOf,
} from './visibility.ts';

/** The SQL of titles: videos and shows. Returns only what is visible at `now`. */

type Watch = ReturnType<typeof watchOf>;

/** The columns of a title's card. The media of a show is that of its first episode. */
const cardFields = (watch: Watch) => ({
  id: titles.id,
  kind: titles.kind,
  slug: titles.slug,
  title: titles.title,
  year: titles.year,
  ratingAge: titles.ratingAge,
  ratingAdvice: titles.ratingAdvice,
  /** A card shows the first language only. */
  language: sql<string>`${titles.languages}[1]`,
  genre: genres.slug,
  genreTitle: genres.title,
  genreNames: genres.names,
  accent: titles.accent,
  artwork: titles.artwork,
  artEmblem: titles.artEmblem,
  artGround: titles.artGround,
  seasonCount: watch.seasonCount,
  episodeCount: watch.episodeCount,
  durationMs: catalogueAssets.durationMs,
  renditions: catalogueAssets.renditions,
});

/** The further columns of a title's page. */
const PAGE_FIELDS = {
  thumbhash: titles.thumbhash,
  synopsis: titles.synopsis,
  description: titles.description,
  languages: titles.languages,
  captions: catalogueAssets.captions,
  audio: catalogueAssets.audio,
  ownCaptions: titles.captions,
  genreId: titles.genreId,
  channelId: titles.channelId,
  channel: channels.slug,
  channelTitle: channels.title,
  // All four are null if the category is not visible.
  categoryId: categories.id,
  category: categories.slug,
  categoryTitle: categories.title,
  categoryNames: categories.names,
  availableFrom: titles.availableFrom,
  createdAt: titles.createdAt,
} as const;

const LIMIT = sql.placeholder('limit');
const OFFSET = sql.placeholder('offset');
const TITLE_ID = sql.placeholder('titleId');

/** The properties of a title that similar titles share. */
export interface Likeness {
  readonly titleId: number;
  readonly genreId: number;
  readonly channelId: number;
  readonly categoryId: number | null;
  readonly languages: readonly string[];
}

/** The weight of a similar title: genre 4, a shared language 2, channel 1, category 1. */
const NEARNESS = sql<number>`(case when ${titles.genreId} = ${sql.placeholder('genreId')} then 4 else 0 end)
  + (case when ${titles.languages} && ${sql.placeholder('languages')}::text[] then 2 else 0 end)
  + (case when ${titles.channelId} = ${sql.placeholder('channelId')} then 1 else 0 end)
  + (case when ${titles.categoryId} = ${sql.placeholder('categoryId')}::int then 1 else 0 end)`;

export function createTitleReading(db: Database) {
  const watch = watchOf(db);
  const card = cardFields(watch);

  /** Joins what can be played of a title. The inner join leaves out a title without media. */
  const toMedia = <Query extends PgSelect>(query: Query) =>
    query
      .innerJoinLateral(watch, sql`true`)
      .innerJoin(
        catalogueAssets,
        sql`${catalogueAssets.id} = coalesce(${titles.assetId}, ${watch.assetId})`,
      );

  const cards = () => toMedia(titleToGenre(db.select(card).from(titles).$dynamic()));

  /** The ids of titles that can be watched: a statement reads the cards of the chosen ids only. */
  const ids = (where: SQL | undefined) =>
    titleToChannel(db.select({ id: titles.id }).from(titles).$dynamic()).where(
      and(VISIBLE_TITLE, playable(db), where),
    );

  const shelvesWhere = (where: SQL) =>
    db
      .select({
        id: shelves.id,
        slug: shelves.slug,
        title: shelves.title,
        names: shelves.names,
        format: shelves.format,
        rule: shelves.rule,
        titleIds: sql<
          number[]
        >`array(select ${shelfItems.titleId} from ${shelfItems} where ${shelfItems.shelfId} = ${shelves.id} order by ${shelfItems.position})`,
      })
      .from(shelves)
      .where(and(visible(shelves), where))
      .orderBy(asc(shelves.position), asc(shelves.id));

  const ofHome = isNull(shelves.channelId);
  const ofChannel = eq(shelves.channelId, sql.placeholder('channelId'));
  const inCategory = eq(titles.categoryId, sql.placeholder('categoryId'));
  const ofGenre = eq(titles.genreId, sql.placeholder('genreId'));
  const like = [desc(NEARNESS), desc(titles.year), ...TITLES_IN_ORDER] as const;
  const newest = [desc(SHOWN_SINCE), ...TITLES_IN_ORDER] as const;
  const shuffled = sql`md5(${titles.id}::text || ${sql.placeholder('seed')}::text)`;
  const beside = sql`${titles.id} <> ${TITLE_ID} and ${titles.channelId} = ${sql.placeholder('channelId')}
    and coalesce(${titles.categoryId} = ${sql.placeholder('categoryId')}::int, ${sql.placeholder('categoryId')}::int is null)`;

  const statements = {
    page: toMedia(
      titleToCategory(
        titleToGenre(
          db
            .select({ ...card, ...PAGE_FIELDS })
            .from(titles)
            .$dynamic(),
        ),
      ),
    )
      .where(and(eq(titles.slug, sql.placeholder('slug')), VISIBLE_TITLE))
      .prepare('catalogue_title'),
    byId: cards()
      .where(and(sql`${titles.id} = any(${sql.placeholder('ids')}::int[])`, VISIBLE_TITLE))
      .prepare('catalogue_titles_by_id'),
    any: ids(undefined).limit(1).prepare('catalogue_any_title'),
    ofChannel: ids(eq(titles.channelId, sql.placeholder('channelId')))
      .orderBy(...TITLES_IN_ORDER)
      .limit(LIMIT)
      .prepare('catalogue_titles_of_channel'),
    ofCategory: ids(inCategory)
      .orderBy(...TITLES_IN_ORDER)
      .limit(LIMIT)
      .offset(OFFSET)
      .prepare('catalogue_titles_of_category'),
    ofCategoryAndGenre: ids(and(inCategory, ofGenre))
      .orderBy(...TITLES_IN_ORDER)
      .limit(LIMIT)
      .offset(OFFSET)
      .prepare('catalogue_titles_of_category_and_genre'),
    ofGenre: cards()
      .where(
        inArray(
          titles.id,
          ids(ofGenre)
            .orderBy(...newest)
            .limit(LIMIT)
            .offset(OFFSET),
        ),
      )
      .orderBy(...newest)
      .prepare('catalogue_titles_of_genre'),
    newestVideos: cards()
      .where(
        inArray(
          titles.id,
          ids(eq(titles.kind, 'video'))
            .orderBy(...newest)
            .limit(LIMIT),
        ),
      )
      .orderBy(...newest)
      .prepare('catalogue_newest_videos'),
    similar: cards()
      .where(
        inArray(
          titles.id,
          ids(sql`${titles.id} <> ${TITLE_ID}`)
            .orderBy(...like)
            .limit(LIMIT),
        ),
      )
      .orderBy(...like)
      .prepare('catalogue_similar_titles'),
    shuffled: cards()
      .where(inArray(titles.id, ids(beside).orderBy(shuffled).limit(LIMIT)))
      .orderBy(shuffled)
      .prepare('catalogue_shuffled_titles'),
    homeShelves: shelvesWhere(ofHome).prepare('catalogue_home_shelves'),
    channelShelves: shelvesWhere(ofChannel).prepare('catalogue_channel_shelves'),
    slides: toMedia(
      titleToGenre(
        db
          .select({
            ...card,
            synopsis: titles.synopsis,
            playSlug: sql<string>`coalesce(${watch.playSlug}, ${titles.slug})`,
            eyebrow: slides.eyebrow,
            slideId: slides.id,
            slideArtwork: slides.artwork,
          })
          .from(slides)
          .innerJoin(titles, eq(titles.id, slides.titleId))
          .$dynamic(),
      ),
    )
      .where(and(visible(slides), VISIBLE_TITLE))
      .orderBy(asc(slides.position), asc(slides.id))
      .limit(LIMIT)
      .prepare('catalogue_slides'),
    credits: db
      .select({
        slug: people.slug,
        name: people.name,
        role: credits.role,
        character: credits.character,
      })
      .from(credits)
      .innerJoin(people, eq(people.id, credits.personId))
      .where(eq(credits.titleId, TITLE_ID))
      .orderBy(asc(credits.position))
      .prepare('catalogue_credits'),
  };

  return {
    /** Reads the page of a title. */
    titleBySlug: async (slug: string, now: Date) =>
      (await statements.page.execute({ slug, now }))[0],

    /** Reads the cards of titles, in any order. */
    titlesByIds: (ids: readonly number[], now: Date) => statements.byId.execute({ ids, now }),

    /** Whether there is a title to watch. */
    hasTitle: async (now: Date) => (await statements.any.execute({ now })).length > 0,

    /** Reads the ids of a channel's titles, in the channel's order. */
    titleIdsOfChannel: async (channelId: number, limit: number, now: Date) =>
      (await statements.ofChannel.execute({ channelId, limit, now })).map(idOf),

    /** Reads the ids of a category's titles in its order, of one genre if one is given. */
    titleIdsOfCategory: async (
      categoryId: number,
      { genreId, limit, offset }: { genreId?: number | undefined; limit: number; offset: number },
      now: Date,
    ) => {
      const parameters = { categoryId, limit, offset, now };
      const rows = await (genreId === undefined
        ? statements.ofCategory.execute(parameters)
        : statements.ofCategoryAndGenre.execute({ ...parameters, genreId }));
      return rows.map(idOf);
    },

    /** Reads the titles of a genre, newest first. */
    titlesOfGenre: (
      genreId: number,
      { limit, offset }: { limit: number; offset: number },
      now: Date,
    ) => statements.ofGenre.execute({ genreId, limit, offset, now }),

    newestVideos: (limit: number, now: Date) => statements.newestVideos.execute({ limit, now }),

    /** Reads similar titles, best first, without the title itself. */
    similarTitles: (to: Likeness, limit: number, now: Date) =>
      statements.similar.execute({ ...to, limit, now }),

    /**
     * Reads other titles of the same category, or of the channel for a title without category. The
     * same `seed` gives the same order.
     */
    randomOthersOf: (
      {
        titleId,
        channelId,
        categoryId,
      }: { titleId: number; channelId: number; categoryId: number | null },
      { seed, limit }: { seed: string; limit: number },
      now: Date,
    ) => statements.shuffled.execute({ titleId, channelId, categoryId, seed, limit, now }),

    /**
     * Reads the shelves of the home page (`null`) or of a channel, in order, each with the ids of
     * all its titles in order.
     */
    shelves: (channelId: number | null, now: Date) =>
      channelId === null
        ? statements.homeShelves.execute({ now })
        : statements.channelShelves.execute({ channelId, now }),

    slidesWithTitles: (limit: number, now: Date) => statements.slides.execute({ limit, now }),

    /** Reads the credits of a title, in order. */
    creditsOf: (titleId: number) => statements.credits.execute({ titleId }),
  };
}

const idOf = ({ id }: { id: number }): number => id;

export type TitleReading = ReturnType<typeof createTitleReading>;
export type TitleRow = Awaited<ReturnType<TitleReading['titlesByIds']>>[number];
export type TitlePageRow = NonNullable<Awaited<ReturnType<TitleReading['titleBySlug']>>>;
export type SlideRow = Awaited<ReturnType<TitleReading['slidesWithTitles']>>[number];
export type ShelfRow = Omit<Awaited<ReturnType<TitleReading['shelves']>>[number], 'rule'>;
export type CreditRow = Awaited<ReturnType<TitleReading['creditsOf']>>[number];
