import { CREDIT_ROLES } from '@bonisa/contract/studio/catalogue-entries';
import type { PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import type { Names } from '@bonisa/domain/catalogue/names';
import type { ShelfRule } from '@bonisa/domain/catalogue/shelf-rule';
import type { ImportedCaptions, OwnCaptions } from '@bonisa/domain/playback/title-captions';
import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AssetRendition, AssetTrack } from './asset-sizes.ts';
import { changeIndexes } from './change-indexes.ts';
import type { EntryArtwork } from './pictures/entry-artwork.ts';

/**
 * The titles of the catalogue and how they are shown. Ids are integers (the specification's); times
 * come from the application. An entry is visible while it is published, within its window and, for
 * a title, while its media is ready.
 */

/** Since when an entry that was published is no longer; null: it is, or never was. */
const withdrawal = { withdrawnAt: instant('withdrawn_at') };

/** When subscribers of which package may play a title; null: all of them may. */
const packages = { packages: jsonb('packages').$type<readonly PackageWindow[]>() };

/** What it is called in other languages; null: only by its title. */
const names = { names: jsonb('names').$type<Names>() };

/** The columns that all entries share. */
const visibility = {
  published: boolean('published').notNull(),
  ...withdrawal,
  /** Visible from this instant on; null: without a beginning. */
  availableFrom: instant('available_from'),
  /** Visible until just before this instant; null: without an end. */
  availableUntil: instant('available_until'),
  position: integer('position').notNull(),
};

const stamps = {
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
};

/** The art of a picture (`packages/artwork/src/drawing.ts`); null: the slug decides. */
const art = {
  /** The pictures that were uploaded; null: all are drawn. */
  artwork: jsonb('artwork').$type<EntryArtwork>(),
  artEmblem: text('art_emblem'),
  artGround: text('art_ground'),
  /** `#rrggbb` */
  accent: text('accent').notNull(),
  /** A thumbhash of the landscape picture in base64: any client paints a placeholder from it. */
  thumbhash: text('thumbhash').notNull(),
};

/** What a video or an episode has besides its media. */
const media = {
  /** The media that takes over as soon as it is ready; null: none waits. */
  nextAssetId: uuid('next_asset_id'),
  /** The opening, recap and credits; null: those of its media. */
  segments: jsonb('segments').$type<readonly TitleSegment[]>(),
  /** What an editor has decided about captions; null: they are those of its media. */
  captions: jsonb('captions').$type<readonly OwnCaptions[]>(),
  /** What an import gave last, which it does not give again; null: nothing is known. */
  importedCaptions: jsonb('imported_captions').$type<ImportedCaptions>(),
};

/** Finds what waits for a film that is ready or has failed, among those without one. */
const nextAssets = (name: string, { nextAssetId }: { readonly nextAssetId: AnyPgColumn }) =>
  index(`${name}_next_asset`).on(nextAssetId).where(sql`${nextAssetId} is not null`);

export const genres = pgTable('genres', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  ...names,
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
    ...names,
    tagline: text('tagline').notNull(),
    /** Chooses the palette of the channel's picture; its titles may be of any genre. */
    genreId: integer('genre_id')
      .notNull()
      .references(() => genres.id),
    ...art,
    ...visibility,
    ...stamps,
  },
  (table) => [unique('categories_channel_slug').on(table.channelId, table.slug)],
);

/**
 * Ready media, as the media store reported it. A row here makes a title playable. It is written in
 * the transaction that increases the catalogue's version, so no earlier page stays cached.
 */
export const catalogueAssets = pgTable('catalogue_assets', {
  id: uuid('id').primaryKey(),
  durationMs: integer('duration_ms').notNull(),
  renditions: jsonb('renditions').$type<readonly AssetRendition[]>().notNull(),
  /** Language codes of its captions. */
  captions: text('captions').array().notNull(),
  /** The tracks of its sound, the first one first; null: one, or no sound. */
  audio: jsonb('audio').$type<readonly AssetTrack[]>(),
  readyAt: instant('ready_at').notNull(),
});

/**
 * A title: a video or a show. Both share one table, so that lists, shelves and searches need not
 * distinguish them. A video plays its own media, a show plays that of its episodes. Slugs are
 * unique across both, since they name pictures.
 */
export const titles = pgTable(
  'titles',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: ['video', 'show'] }).notNull(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    synopsis: text('synopsis').notNull(),
    description: text('description').notNull(),
    year: integer('year').notNull(),
    /** Age rating of the Film and Publication Board, with its advice letters in the order shown. */
    ratingAge: text('rating_age').notNull(),
    ratingAdvice: text('rating_advice').array().notNull(),
    /** Language codes of the sound, the main language first. */
    languages: text('languages').array().notNull(),
    genreId: integer('genre_id')
      .notNull()
      .references(() => genres.id),
    channelId: integer('channel_id')
      .notNull()
      .references(() => channels.id),
    categoryId: integer('category_id').references(() => categories.id),
    /**
     * A video's media; null until it is assigned, and always for a show. No foreign key: its ingest
     * may still be running.
     */
    assetId: uuid('asset_id'),
    ...media,
    ...packages,
    ...art,
    ...visibility,
    ...stamps,
  },
  (table) => [
    // The first page of the studio's list, among a hundred thousand titles.
    index('titles_by_title').on(table.kind, sql`lower(${table.title})`, table.id),
    index('titles_words').using('gin', sql`(${table.title} || ' ' || ${table.slug}) gin_trgm_ops`),
    index('titles_channel').on(table.channelId, table.position),
    index('titles_category').on(table.categoryId, table.position),
    index('titles_genre').on(table.genreId),
    index('titles_asset').on(table.assetId),
    nextAssets('titles', table),
    // Drafts and videos without a film, which the studio counts on its first screen.
    index('titles_filmless')
      .on(table.id)
      .where(sql`${table.kind} = 'video' and ${table.assetId} is null`),
    index('titles_hidden').on(table.kind, table.id).where(sql`not ${table.published}`),
    ...changeIndexes('titles', table),
    check('titles_languages', sql`cardinality(${table.languages}) > 0`),
    check('titles_show_has_no_media', sql`${table.kind} = 'video' or ${table.assetId} is null`),
  ],
);

export const seasons = pgTable(
  'seasons',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    showId: integer('show_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    /** From 1; 0 for specials. */
    ordinal: integer('ordinal').notNull(),
    /** Null: 'Season {ordinal}'. */
    title: text('title'),
    published: boolean('published').notNull(),
    ...withdrawal,
    ...stamps,
  },
  (table) => [unique('seasons_show_ordinal').on(table.showId, table.ordinal)],
);

/** An episode. Rating, languages and genre are its show's. */
export const episodes = pgTable(
  'episodes',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    seasonId: integer('season_id')
      .notNull()
      .references(() => seasons.id, { onDelete: 'cascade' }),
    /** From 1 within its season. */
    ordinal: integer('ordinal').notNull(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    synopsis: text('synopsis').notNull(),
    description: text('description').notNull(),
    assetId: uuid('asset_id'),
    ...media,
    artwork: jsonb('artwork').$type<EntryArtwork>(),
    ...packages,
    artEmblem: text('art_emblem'),
    artGround: text('art_ground'),
    thumbhash: text('thumbhash').notNull(),
    published: boolean('published').notNull(),
    ...withdrawal,
    availableFrom: instant('available_from'),
    availableUntil: instant('available_until'),
    ...stamps,
  },
  (table) => [
    unique('episodes_season_ordinal').on(table.seasonId, table.ordinal),
    index('episodes_asset').on(table.assetId),
    nextAssets('episodes', table),
    index('episodes_words').using(
      'gin',
      sql`(${table.title} || ' ' || ${table.slug}) gin_trgm_ops`,
    ),
    ...changeIndexes('episodes', table),
  ],
);

export const people = pgTable('people', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  ...stamps,
});

/** The credits of a title, in the order shown. */
export const credits = pgTable(
  'credits',
  {
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    role: text('role', { enum: CREDIT_ROLES }).notNull(),
    /** The role of a cast member. */
    character: text('character'),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.titleId, table.personId, table.role] }),
    index('credits_person').on(table.personId),
  ],
);

/**
 * A row of titles of the home page or (with a channel) of a channel: the specification's carousel.
 */
export const shelves = pgTable(
  'shelves',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    ...names,
    /** `poster` or `landscape`: the kind of picture on its cards. */
    format: text('format').notNull(),
    channelId: integer('channel_id').references(() => channels.id),
    /** Fills the shelf after the titles that were chosen by hand; null: those alone. */
    rule: jsonb('rule').$type<ShelfRule>(),
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
    titleId: integer('title_id')
      .notNull()
      .references(() => titles.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shelfId, table.titleId] }),
    index('shelf_items_title').on(table.titleId),
  ],
);

/** A slide of the home page's hero. */
export const slides = pgTable('slides', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  titleId: integer('title_id')
    .notNull()
    .unique()
    .references(() => titles.id, { onDelete: 'cascade' }),
  eyebrow: text('eyebrow').notNull(),
  /** Pictures of its own; null: those of its title. */
  artwork: jsonb('artwork').$type<EntryArtwork>(),
  ...visibility,
  ...stamps,
});

export const liveCategories = pgTable('live_categories', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  slug: text('slug').notNull().unique(),
  title: text('title').notNull(),
  ...names,
  published: boolean('published').notNull(),
  ...withdrawal,
  position: integer('position').notNull(),
  ...stamps,
});

/** A live channel: the specification's live link. Its slots have its programmes. */
export const liveChannels = pgTable(
  'live_channels',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    liveCategoryId: integer('live_category_id')
      .notNull()
      .references(() => liveCategories.id),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    tagline: text('tagline').notNull(),
    description: text('description').notNull(),
    genreId: integer('genre_id')
      .notNull()
      .references(() => genres.id),
    /** Language codes of the sound, the main language first. */
    languages: text('languages').array().notNull(),
    /** The headline of a channel that can be the live section's header; null: it cannot. */
    headline: text('headline'),
    /** The video that is shown while nothing is on; it may be deleted. No foreign key, as slots. */
    slateTitleId: integer('slate_title_id'),
    /** Since when it shows a live ingest session instead of its schedule; null: it does not. */
    broadcastSince: instant('broadcast_since'),
    /** What an hour of that live ingest session costs at the caps, in megabytes. */
    broadcastCosts: jsonb('broadcast_costs').$type<readonly number[]>(),
    ...art,
    ...visibility,
    ...stamps,
  },
  (table) => [index('live_channels_category').on(table.liveCategoryId, table.position)],
);

/** One row, which every visible change increases in its own transaction. */
export const catalogueVersion = pgTable(
  'catalogue_version',
  {
    id: integer('id').primaryKey(),
    version: integer('version').notNull(),
    movedAt: instant('moved_at').notNull(),
  },
  (table) => [check('catalogue_version_one_row', sql`${table.id} = 1`)],
);
