import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

/**
 * What can be watched and how it is shown. Ids are integers (the specification's); times come from the application.
 * A thing is visible while it is published, within its window and, for a title, while its media is ready.
 */

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What every visible thing has. */
const visibility = {
  published: boolean('published').notNull(),
  /** Visible from this instant on; null: from the beginning. */
  availableFrom: instant('available_from'),
  /** Visible until just before this instant; null: for ever. */
  availableUntil: instant('available_until'),
  position: integer('position').notNull(),
};

const stamps = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
};

/** What a picture is drawn from, beyond slug, title and genre (see `pictures/drawing.ts`); null: the slug decides. */
const art = {
  artEmblem: text('art_emblem'),
  artGround: text('art_ground'),
  /** `#rrggbb` */
  accent: text('accent').notNull(),
  /** A thumbhash of the landscape picture in base64: some 25 bytes that any client can paint from. */
  thumbhash: text('thumbhash').notNull(),
};

export const genres = pgTable('genres', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  position: integer('position').notNull(),
});

export const channels = pgTable('channels', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  tagline: text('tagline').notNull(),
  description: text('description').notNull(),
  genreId: integer('genre_id')
    .notNull()
    .references(() => genres.id),
  ...art,
  ...visibility,
  ...stamps,
});

export const categories = pgTable(
  'categories',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    published: boolean('published').notNull(),
    position: integer('position').notNull(),
    ...stamps,
  },
  (table) => [unique('categories_channel_slug').on(table.channelId, table.slug)],
);

/** What one rung of an asset weighs. */
export interface AssetRung {
  readonly height: number;
  readonly bytes: number;
}

/**
 * What the catalogue knows of media that is ready to be played, as the media store told it. A row here is what makes a
 * title playable; it is written in the transaction that moves the catalogue's version, so no page is kept from before.
 */
export const catalogueAssets = pgTable('catalogue_assets', {
  id: uuid('id').primaryKey(),
  durationMs: integer('duration_ms').notNull(),
  rungs: jsonb('rungs').$type<readonly AssetRung[]>().notNull(),
  /** Language codes of its captions. */
  captions: text('captions').array().notNull(),
  readyAt: instant('ready_at').notNull(),
});

export const videos = pgTable(
  'videos',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    synopsis: text('synopsis').notNull(),
    description: text('description').notNull(),
    year: integer('year').notNull(),
    /** Age rating of the Film and Publication Board, with its advice letters in the order shown. */
    ratingAge: text('rating_age').notNull(),
    ratingAdvice: text('rating_advice').array().notNull(),
    /** Language codes of the sound, the first first. */
    languages: text('languages').array().notNull(),
    genreId: integer('genre_id')
      .notNull()
      .references(() => genres.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    categoryId: integer('category_id').references(() => categories.id),
    /** The media; null until some is given. No foreign key: it may still be on its way in. */
    assetId: uuid('asset_id'),
    ...art,
    ...visibility,
    ...stamps,
  },
  (table) => [
    index('videos_channel').on(table.channelId, table.position),
    index('videos_category').on(table.categoryId, table.position),
    index('videos_genre').on(table.genreId),
    index('videos_asset').on(table.assetId),
    check('videos_languages', sql`cardinality(${table.languages}) > 0`),
  ],
);

/** A row of titles, of the home page or (with a channel) of a channel: the specification's carousel. */
export const shelves = pgTable(
  'shelves',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    /** `poster` or `landscape`: which picture its cards show. */
    format: text('format').notNull(),
    channelId: integer('channel_id').references(() => channels.id),
    ...visibility,
    ...stamps,
  },
  (table) => [index('shelves_channel').on(table.channelId, table.position)],
);

export const shelfItems = pgTable(
  'shelf_items',
  {
    shelfId: integer('shelf_id')
      .notNull()
      .references(() => shelves.id, { onDelete: 'cascade' }),
    videoId: integer('video_id')
      .notNull()
      .references(() => videos.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shelfId, table.videoId] }), index('shelf_items_video').on(table.videoId)],
);

/** A slide of the home page's hero. */
export const slides = pgTable('slides', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  videoId: integer('video_id')
    .notNull()
    .unique()
    .references(() => videos.id, { onDelete: 'cascade' }),
  eyebrow: text('eyebrow').notNull(),
  ...visibility,
  ...stamps,
});

/** One row: moves in the same transaction as everything that can be seen. */
export const catalogueVersion = pgTable(
  'catalogue_version',
  {
    id: integer('id').primaryKey(),
    version: integer('version').notNull(),
    movedAt: instant('moved_at').notNull(),
  },
  (table) => [check('catalogue_version_one_row', sql`${table.id} = 1`)],
);
