import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { categories, channels, credits, genres, people, titles } from '../catalogue.tables.ts';
import { categoryToChannel, titleToChannel, titleToGenre } from './joins.ts';
import {
  CHANNELS_IN_TURN,
  playable,
  VISIBLE_CATEGORY,
  VISIBLE_TITLE,
  visible,
} from './visibility.ts';

/**
 * The SQL of channels, categories, genres and people, each with the number of titles that can be
 * watched. One without such a title is not visible.
 */

const CHANNEL = {
  id: channels.id,
  slug: channels.slug,
  title: channels.title,
  tagline: channels.tagline,
  description: channels.description,
  genre: genres.slug,
  thumbhash: channels.thumbhash,
  accent: channels.accent,
  artwork: channels.artwork,
  artEmblem: channels.artEmblem,
  artGround: channels.artGround,
} as const;

const CATEGORY = {
  id: categories.id,
  slug: categories.slug,
  title: categories.title,
  names: categories.names,
  tagline: categories.tagline,
  genre: genres.slug,
  accent: categories.accent,
  artwork: categories.artwork,
  artEmblem: categories.artEmblem,
  artGround: categories.artGround,
  channel: channels.slug,
  channelTitle: channels.title,
} as const;

const GENRE = {
  id: genres.id,
  slug: genres.slug,
  title: genres.title,
  names: genres.names,
  titleCount: sql<number>`count(*)::int`,
} as const;

export function createPlaceReading(db: Database) {
  const titleCount = sql<number>`count(*)::int`.as('title_count');
  /** The number of titles of a channel that can be watched. */
  const inChannel = db
    .select({ titleCount })
    .from(titles)
    .where(and(eq(titles.channelId, channels.id), visible(titles), playable(db)))
    .as('in_channel');
  const inCategory = db
    .select({ titleCount })
    .from(titles)
    .where(and(eq(titles.categoryId, categories.id), visible(titles), playable(db)))
    .as('in_category');
  const ofPerson = titleToChannel(
    db
      .select({ titleCount: sql<number>`count(distinct ${titles.id})::int`.as('title_count') })
      .from(credits)
      .innerJoin(titles, eq(titles.id, credits.titleId))
      .$dynamic(),
  )
    .where(and(eq(credits.personId, people.id), VISIBLE_TITLE, playable(db)))
    .as('of_person');

  const channelsWhere = (where?: SQL) =>
    db
      .select({ ...CHANNEL, titleCount: inChannel.titleCount })
      .from(channels)
      .innerJoin(genres, eq(genres.id, channels.genreId))
      .innerJoinLateral(inChannel, gt(inChannel.titleCount, 0))
      .where(and(visible(channels), where))
      .orderBy(asc(channels.position), asc(channels.id));

  const categoriesWhere = (where?: SQL) =>
    categoryToChannel(
      db
        .select({ ...CATEGORY, titleCount: inCategory.titleCount })
        .from(categories)
        .$dynamic(),
    )
      .innerJoin(genres, eq(genres.id, categories.genreId))
      .innerJoinLateral(inCategory, gt(inCategory.titleCount, 0))
      .where(and(VISIBLE_CATEGORY, where));
  const byChannel = [
    asc(channels.position),
    asc(channels.id),
    asc(categories.position),
    asc(categories.id),
  ] as const;

  const peopleWhere = (where: SQL) =>
    db
      .select({
        id: people.id,
        slug: people.slug,
        name: people.name,
        titleCount: ofPerson.titleCount,
      })
      .from(people)
      .innerJoinLateral(ofPerson, gt(ofPerson.titleCount, 0))
      .where(where);

  const genresWhere = (where?: SQL) =>
    titleToGenre(db.select(GENRE).from(titles).$dynamic())
      .where(and(VISIBLE_TITLE, playable(db), where))
      .groupBy(genres.id);

  const IDS = sql`any(${sql.placeholder('ids')}::int[])`;
  const SLUG = sql.placeholder('slug');
  const statements = {
    channels: channelsWhere().prepare('catalogue_channels'),
    channel: channelsWhere(eq(channels.slug, SLUG)).prepare('catalogue_channel'),
    channelsById: channelsWhere(sql`${channels.id} = ${IDS}`).prepare('catalogue_channels_by_id'),
    categories: categoriesWhere()
      .orderBy(...byChannel)
      .prepare('catalogue_categories'),
    choice: categoriesWhere()
      .orderBy(CHANNELS_IN_TURN, ...byChannel)
      .limit(sql.placeholder('limit'))
      .prepare('catalogue_choice_of_categories'),
    categoriesOfChannel: categoriesWhere(eq(channels.slug, SLUG))
      .orderBy(...byChannel)
      .prepare('catalogue_categories_of_channel'),
    category: categoriesWhere(
      sql`${channels.slug} = ${sql.placeholder('channel')} and ${categories.slug} = ${SLUG}`,
    ).prepare('catalogue_category'),
    categoriesById: categoriesWhere(sql`${categories.id} = ${IDS}`).prepare(
      'catalogue_categories_by_id',
    ),
    genres: genresWhere().orderBy(asc(genres.position), asc(genres.id)).prepare('catalogue_genres'),
    genre: genresWhere(eq(genres.slug, SLUG)).prepare('catalogue_genre'),
    genresById: genresWhere(sql`${genres.id} = ${IDS}`).prepare('catalogue_genres_by_id'),
    genresOfCategory: genresWhere(eq(titles.categoryId, sql.placeholder('categoryId')))
      .orderBy(sql`count(*) desc`, asc(genres.position), asc(genres.id))
      .prepare('catalogue_genres_of_category'),
    genreName: db
      .select({ id: genres.id, slug: genres.slug, title: genres.title, names: genres.names })
      .from(genres)
      .where(eq(genres.slug, SLUG))
      .prepare('catalogue_genre_name'),
    person: peopleWhere(eq(people.slug, SLUG)).prepare('catalogue_person'),
    peopleById: peopleWhere(sql`${people.id} = ${IDS}`).prepare('catalogue_people_by_id'),
    creditsOfPerson: db
      .select({ titleId: credits.titleId, role: credits.role, character: credits.character })
      .from(credits)
      .where(eq(credits.personId, sql.placeholder('personId')))
      .orderBy(asc(credits.titleId), asc(credits.position))
      .prepare('catalogue_credits_of_person'),
  };

  return {
    channels: (now: Date) => statements.channels.execute({ now }),
    channelBySlug: async (slug: string, now: Date) =>
      (await statements.channel.execute({ slug, now }))[0],
    channelsByIds: (ids: readonly number[], now: Date) =>
      statements.channelsById.execute({ ids, now }),

    /** Reads all categories, by channel and in the channel's order. */
    categories: (now: Date) => statements.categories.execute({ now }),
    /** Reads at most `limit` categories, of as many channels as possible. */
    choiceOfCategories: (limit: number, now: Date) => statements.choice.execute({ limit, now }),
    categoriesOfChannel: (slug: string, now: Date) =>
      statements.categoriesOfChannel.execute({ slug, now }),
    categoryBySlug: async (channel: string, slug: string, now: Date) =>
      (await statements.category.execute({ channel, slug, now }))[0],
    categoriesByIds: (ids: readonly number[], now: Date) =>
      statements.categoriesById.execute({ ids, now }),

    genres: (now: Date) => statements.genres.execute({ now }),
    genreBySlug: async (slug: string, now: Date) =>
      (await statements.genre.execute({ slug, now }))[0],
    genresByIds: (ids: readonly number[], now: Date) => statements.genresById.execute({ ids, now }),
    /** Reads the genres of a category, the most frequent first. */
    genresOfCategory: (categoryId: number, now: Date) =>
      statements.genresOfCategory.execute({ categoryId, now }),
    /** Reads the name of a genre, also of one without titles. */
    genreName: async (slug: string) => (await statements.genreName.execute({ slug }))[0],

    personBySlug: async (slug: string, now: Date) =>
      (await statements.person.execute({ slug, now }))[0],
    peopleByIds: (ids: readonly number[], now: Date) => statements.peopleById.execute({ ids, now }),
    /** Reads the credits of a person, also of titles that are not visible. */
    creditsOfPerson: (personId: number) => statements.creditsOfPerson.execute({ personId }),
  };
}

export type PlaceReading = ReturnType<typeof createPlaceReading>;
export type ChannelRow = Awaited<ReturnType<PlaceReading['channels']>>[number];
export type CategoryRow = Awaited<ReturnType<PlaceReading['categories']>>[number];
export type GenreRow = Awaited<ReturnType<PlaceReading['genres']>>[number];
