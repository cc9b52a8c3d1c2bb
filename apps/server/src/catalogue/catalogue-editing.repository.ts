import { and, count, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import type { AssetRendition, AssetTrack } from './asset-sizes.ts';
import {
  catalogueAssets,
  catalogueVersion,
  categories,
  channels,
  credits,
  episodes,
  genres,
  liveCategories,
  liveChannels,
  liveSlots,
  people,
  seasons,
  shelfItems,
  shelves,
  type slides,
  titles,
} from './catalogue.tables.ts';
import { markOf } from './change-mark.ts';
import type { KeyKind } from './editing/entry-kinds.ts';
import { catalogueKeys } from './editing/keys.tables.ts';
import type { Broadcast } from './live-recording.ts';

/** The SQL of everything that changes the catalogue. */

type NewTitle = typeof titles.$inferInsert;
type NewCredit = typeof credits.$inferInsert;
type NewSlot = typeof liveSlots.$inferInsert;

/** Columns that an editor may set again; not the author, the time and the id. */
export type TitleChanges = Partial<Omit<NewTitle, 'id' | 'slug' | 'kind' | 'createdAt'>>;

/** Tables whose ids the database makes. */
type WithId =
  | typeof genres
  | typeof channels
  | typeof categories
  | typeof titles
  | typeof seasons
  | typeof episodes
  | typeof people
  | typeof shelves
  | typeof slides
  | typeof liveCategories
  | typeof liveChannels;

/** Tables whose rows are shown or hidden by slug. */
export const PUBLISHED = {
  title: titles,
  channel: channels,
  shelf: shelves,
  episode: episodes,
  live: liveChannels,
} as const;
export type PublishedKind = keyof typeof PUBLISHED;

export interface ReadyAsset {
  readonly id: string;
  readonly durationMs: number;
  readonly renditions: readonly AssetRendition[];
  readonly captions: readonly string[];
  readonly audio?: readonly AssetTrack[];
}

export function createEditingRepository(db: Database) {
  return {
    /**
     * Increases the version and locks its row until the transaction ends: changes run one after the
     * other. Returns the mark of this change.
     */
    async moveVersion(now: Date): Promise<string> {
      const [row] = await db
        .insert(catalogueVersion)
        .values({ id: 1, version: 1, movedAt: now })
        .onConflictDoUpdate({
          target: catalogueVersion.id,
          set: { version: sql`${catalogueVersion.version} + 1`, movedAt: now },
        })
        .returning({ version: catalogueVersion.version, movedAt: catalogueVersion.movedAt });
      if (!row) throw new Error('The catalogue has no version.');
      return markOf(row);
    },

    /** Locks the version's row until the transaction ends, without increasing it. */
    async holdVersion(now: Date): Promise<void> {
      await db
        .insert(catalogueVersion)
        .values({ id: 1, version: 0, movedAt: now })
        .onConflictDoNothing();
      await db.select({ id: catalogueVersion.id }).from(catalogueVersion).for('update');
    },

    /** Gives an entry its key: the one by which callers change it later. */
    async putKey(kind: KeyKind, key: string, entryId: number): Promise<void> {
      await db.insert(catalogueKeys).values({ kind, key, entryId }).onConflictDoNothing();
    },

    async isEmpty(): Promise<boolean> {
      const [row] = await db.select({ channels: count() }).from(channels);
      return row?.channels === 0;
    },

    /** Writes one row and returns its id. */
    async insert<Table extends WithId>(
      table: Table,
      values: Table['$inferInsert'],
    ): Promise<number> {
      const rows = await db
        .insert(table as typeof titles)
        .values(values as NewTitle)
        .returning({ id: titles.id });
      const [row] = rows;
      if (!row) throw new Error('The database answered no id.');
      return row.id;
    },

    /** Returns the id of the changed title, or `undefined` if there is no such title. */
    async updateTitle(
      slug: string,
      values: TitleChanges & { updatedAt: Date },
    ): Promise<number | undefined> {
      return (
        await db
          .update(titles)
          .set(values)
          .where(eq(titles.slug, slug))
          .returning({ id: titles.id })
      )[0]?.id;
    },

    /** Shows or hides a row; returns false if there is no such row. */
    async publish(
      kind: PublishedKind,
      slug: string,
      published: boolean,
      now: Date,
    ): Promise<boolean> {
      const table = PUBLISHED[kind] as typeof titles;
      const rows = await db
        .update(table)
        .set({ published, updatedAt: now })
        .where(eq(table.slug, slug))
        .returning({ id: table.id });
      return rows.length > 0;
    },

    /** Shows or hides a category of a channel; returns false if there is none. */
    async publishCategory(id: number, published: boolean, now: Date): Promise<void> {
      await db.update(categories).set({ published, updatedAt: now }).where(eq(categories.id, id));
    },

    async publishSeason(id: number, published: boolean, now: Date): Promise<void> {
      await db.update(seasons).set({ published, updatedAt: now }).where(eq(seasons.id, id));
    },

    /** Replaces a shelf's titles, in the order given. */
    async setShelfItems(shelfId: number, titleIds: readonly number[]): Promise<void> {
      await db.delete(shelfItems).where(eq(shelfItems.shelfId, shelfId));
      if (titleIds.length === 0) return;
      await db
        .insert(shelfItems)
        .values(titleIds.map((titleId, position) => ({ shelfId, titleId, position })));
    },

    /** Replaces the credits of a title, in the order given. */
    async setCredits(
      titleId: number,
      made: readonly Omit<NewCredit, 'titleId' | 'position'>[],
    ): Promise<void> {
      await db.delete(credits).where(eq(credits.titleId, titleId));
      if (made.length === 0) return;
      await db
        .insert(credits)
        .values(made.map((credit, position) => ({ ...credit, titleId, position })));
    },

    /** Replaces the weekly programmes of a live channel. */
    async setSlots(
      liveChannelId: number,
      slots: readonly Omit<NewSlot, 'liveChannelId'>[],
    ): Promise<void> {
      await db.delete(liveSlots).where(eq(liveSlots.liveChannelId, liveChannelId));
      if (slots.length === 0) return;
      await db.insert(liveSlots).values(slots.map((slot) => ({ ...slot, liveChannelId })));
    },

    async genreBySlug(slug: string) {
      return (
        await db
          .select({ id: genres.id, slug: genres.slug })
          .from(genres)
          .where(eq(genres.slug, slug))
      )[0];
    },
    async channelBySlug(slug: string) {
      return (await db.select().from(channels).where(eq(channels.slug, slug)))[0];
    },
    async categoryBySlug(channelId: number, slug: string) {
      const here = and(eq(categories.channelId, channelId), eq(categories.slug, slug));
      return (await db.select({ id: categories.id }).from(categories).where(here))[0];
    },
    async titleBySlug(slug: string) {
      const [row] = await db
        .select({ title: titles, genre: genres.slug })
        .from(titles)
        .innerJoin(genres, eq(genres.id, titles.genreId))
        .where(eq(titles.slug, slug));
      return row;
    },
    async seasonOf(showId: number, ordinal: number) {
      const here = and(eq(seasons.showId, showId), eq(seasons.ordinal, ordinal));
      return (await db.select({ id: seasons.id }).from(seasons).where(here))[0];
    },
    async shelfBySlug(slug: string) {
      return (await db.select({ id: shelves.id }).from(shelves).where(eq(shelves.slug, slug)))[0];
    },
    async liveChannelById(id: number) {
      const [row] = await db
        .select({ channel: liveChannels, genre: genres.slug })
        .from(liveChannels)
        .innerJoin(genres, eq(genres.id, liveChannels.genreId))
        .where(eq(liveChannels.id, id));
      return row;
    },
    slotsOf: (id: number) => db.select().from(liveSlots).where(eq(liveSlots.liveChannelId, id)),
    /** Records that a live channel shows a contribution; undefined: its schedule. */
    async setBroadcast(id: number, broadcast: Broadcast | undefined): Promise<void> {
      await db
        .update(liveChannels)
        .set({
          broadcastSince: broadcast?.since ?? null,
          broadcastCosts: broadcast?.hourCosts ?? null,
        })
        .where(eq(liveChannels.id, id));
    },
    async liveCategoryBySlug(slug: string) {
      return (
        await db
          .select({ id: liveCategories.id })
          .from(liveCategories)
          .where(eq(liveCategories.slug, slug))
      )[0];
    },

    /** Ids of titles by their slugs, in no order; an unknown slug is missing. */
    async titleIds(slugs: readonly string[]): Promise<Map<string, number>> {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .select({ id: titles.id, slug: titles.slug })
        .from(titles)
        .where(inArray(titles.slug, [...slugs]));
      return new Map(rows.map(({ id, slug }) => [slug, id]));
    },

    /** Ids of people by their slugs, as {@link titleIds}. */
    async peopleIds(slugs: readonly string[]): Promise<Map<string, number>> {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .select({ id: people.id, slug: people.slug })
        .from(people)
        .where(inArray(people.slug, [...slugs]));
      return new Map(rows.map(({ id, slug }) => [slug, id]));
    },

    /** The media of each of these videos and episodes; an unknown slug is missing. */
    async assetsOf({ videos, episodes: parts }: MediaOwners): Promise<Assets> {
      const ofVideos =
        videos.length === 0
          ? []
          : await db
              .select({ slug: titles.slug, assetId: titles.assetId })
              .from(titles)
              .where(videosAmong(videos));
      const ofEpisodes =
        parts.length === 0
          ? []
          : await db
              .select({ slug: episodes.slug, assetId: episodes.assetId })
              .from(episodes)
              .where(inArray(episodes.slug, [...parts]));
      return {
        videos: new Map(ofVideos.map(({ slug, assetId }) => [slug, assetId])),
        episodes: new Map(ofEpisodes.map(({ slug, assetId }) => [slug, assetId])),
      };
    },

    async setAsset(
      { videos, episodes: parts }: MediaOwners,
      assetId: string,
      now: Date,
    ): Promise<number> {
      const given = { assetId, updatedAt: now };
      const ofVideos =
        videos.length === 0
          ? []
          : await db
              .update(titles)
              .set(given)
              .where(videosAmong(videos))
              .returning({ id: titles.id });
      const ofEpisodes =
        parts.length === 0
          ? []
          : await db
              .update(episodes)
              .set(given)
              .where(inArray(episodes.slug, [...parts]))
              .returning({ id: episodes.id });
      return ofVideos.length + ofEpisodes.length;
    },

    /** Writes the facts about ready media, for the first time or again. */
    async putAsset(
      { id, durationMs, renditions, captions, audio = [] }: ReadyAsset,
      readyAt: Date,
    ): Promise<void> {
      const tracks = audio.length > 1 ? audio : null;
      const values = {
        ...{ durationMs, renditions, captions: [...captions], readyAt },
        audio: tracks,
      };
      await db
        .insert(catalogueAssets)
        .values({ id, ...values })
        .onConflictDoUpdate({ target: catalogueAssets.id, set: values });
    },
    async deleteAsset(id: string): Promise<boolean> {
      return (
        (
          await db
            .delete(catalogueAssets)
            .where(eq(catalogueAssets.id, id))
            .returning({ id: catalogueAssets.id })
        ).length > 0
      );
    },

    /** Media of videos and episodes that is not known to be ready. */
    async assetsNotReady(): Promise<string[]> {
      const ready = db.select({ id: catalogueAssets.id }).from(catalogueAssets);
      const waiting = new Set<string>();
      for (const table of [titles, episodes]) {
        const rows = await db
          .selectDistinct({ assetId: table.assetId })
          .from(table)
          .where(and(isNotNull(table.assetId), notInArray(table.assetId, ready)));
        for (const { assetId } of rows) if (assetId !== null) waiting.add(assetId);
        const next = await db
          .selectDistinct({ assetId: table.nextAssetId })
          .from(table)
          .where(isNotNull(table.nextAssetId));
        for (const { assetId } of next) if (assetId !== null) waiting.add(assetId);
      }
      return [...waiting];
    },
  };
}

/** The rows that play media of their own, by slug. */
export interface MediaOwners {
  readonly videos: readonly string[];
  readonly episodes: readonly string[];
}

/** The media of each, by slug; null for a row without media. */
export interface Assets {
  readonly videos: ReadonlyMap<string, string | null>;
  readonly episodes: ReadonlyMap<string, string | null>;
}

function videosAmong(slugs: readonly string[]) {
  return and(eq(titles.kind, 'video'), inArray(titles.slug, [...slugs]));
}

export type EditingRepository = ReturnType<typeof createEditingRepository>;

export interface Editing {
  readonly repository: EditingRepository;
  /** Runs `work` in a transaction; an error undoes everything. */
  inTransaction<Result>(
    work: (repository: EditingRepository, transaction: Database) => Promise<Result>,
  ): Promise<Result>;
}

export function createEditing(db: Database): Editing {
  return {
    repository: createEditingRepository(db),
    inTransaction: (work) =>
      db.transaction((transaction) => {
        const same = transaction as unknown as Database;
        return work(createEditingRepository(same), same);
      }),
  };
}
