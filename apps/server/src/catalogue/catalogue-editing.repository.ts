import { and, count, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import {
  type AssetRung,
  catalogueAssets,
  catalogueVersion,
  categories,
  channels,
  genres,
  shelfItems,
  shelves,
  slides,
  videos,
} from './catalogue.tables.ts';

/** The SQL of everything that changes the catalogue. */

type NewChannel = typeof channels.$inferInsert;
type NewCategory = typeof categories.$inferInsert;
type NewVideo = typeof videos.$inferInsert;
type NewShelf = typeof shelves.$inferInsert;
type NewSlide = typeof slides.$inferInsert;

/** What an editor may give anew; who, when and which id are not among it. */
export type VideoChanges = Partial<Omit<NewVideo, 'id' | 'slug' | 'createdAt'>>;

export interface ReadyAsset {
  readonly id: string;
  readonly durationMs: number;
  readonly rungs: readonly AssetRung[];
  readonly captions: readonly string[];
}

export function createEditingRepository(db: Database) {
  return {
    /** Moves the version on by one and holds its row until the transaction ends: changes come one after the other. */
    async moveVersion(now: Date): Promise<number> {
      const [row] = await db
        .insert(catalogueVersion)
        .values({ id: 1, version: 1, movedAt: now })
        .onConflictDoUpdate({ target: catalogueVersion.id, set: { version: sql`${catalogueVersion.version} + 1`, movedAt: now } })
        .returning({ version: catalogueVersion.version });
      if (!row) throw new Error('The catalogue has no version.');
      return row.version;
    },

    async isEmpty(): Promise<boolean> {
      const [row] = await db.select({ channels: count() }).from(channels);
      return row?.channels === 0;
    },

    async insertGenre(values: { slug: string; title: string; position: number }): Promise<number> {
      return idOf(await db.insert(genres).values(values).returning({ id: genres.id }));
    },
    async insertChannel(values: NewChannel): Promise<number> {
      return idOf(await db.insert(channels).values(values).returning({ id: channels.id }));
    },
    async insertCategory(values: NewCategory): Promise<number> {
      return idOf(await db.insert(categories).values(values).returning({ id: categories.id }));
    },
    async insertVideo(values: NewVideo): Promise<number> {
      return idOf(await db.insert(videos).values(values).returning({ id: videos.id }));
    },
    async insertShelf(values: NewShelf): Promise<number> {
      return idOf(await db.insert(shelves).values(values).returning({ id: shelves.id }));
    },
    async insertSlide(values: NewSlide): Promise<number> {
      return idOf(await db.insert(slides).values(values).returning({ id: slides.id }));
    },

    /** Answers false where there is no such video. */
    async updateVideo(slug: string, values: VideoChanges & { updatedAt: Date }): Promise<boolean> {
      const rows = await db.update(videos).set(values).where(eq(videos.slug, slug)).returning({ id: videos.id });
      return rows.length > 0;
    },
    async updateChannel(slug: string, values: Partial<Omit<NewChannel, 'id' | 'slug' | 'createdAt'>>): Promise<boolean> {
      const rows = await db.update(channels).set(values).where(eq(channels.slug, slug)).returning({ id: channels.id });
      return rows.length > 0;
    },
    async updateShelf(slug: string, values: Partial<Omit<NewShelf, 'id' | 'slug' | 'createdAt'>>): Promise<boolean> {
      const rows = await db.update(shelves).set(values).where(eq(shelves.slug, slug)).returning({ id: shelves.id });
      return rows.length > 0;
    },

    /** Replaces a shelf's titles, in the order given. */
    async setShelfItems(shelfId: number, videoIds: readonly number[]): Promise<void> {
      await db.delete(shelfItems).where(eq(shelfItems.shelfId, shelfId));
      if (videoIds.length === 0) return;
      await db.insert(shelfItems).values(videoIds.map((videoId, position) => ({ shelfId, videoId, position })));
    },

    async genreBySlug(slug: string) {
      return (await db.select({ id: genres.id, slug: genres.slug }).from(genres).where(eq(genres.slug, slug)))[0];
    },
    async channelBySlug(slug: string) {
      return (await db.select().from(channels).where(eq(channels.slug, slug)))[0];
    },
    async categoryBySlug(channelId: number, slug: string) {
      return (
        await db
          .select({ id: categories.id })
          .from(categories)
          .where(and(eq(categories.channelId, channelId), eq(categories.slug, slug)))
      )[0];
    },
    async videoBySlug(slug: string) {
      const [row] = await db
        .select({ video: videos, genre: genres.slug })
        .from(videos)
        .innerJoin(genres, eq(genres.id, videos.genreId))
        .where(eq(videos.slug, slug));
      return row;
    },
    async shelfBySlug(slug: string) {
      return (await db.select({ id: shelves.id }).from(shelves).where(eq(shelves.slug, slug)))[0];
    },

    /** Ids of videos by their slugs, in no order; a slug that is not there is missing. */
    async videoIds(slugs: readonly string[]): Promise<Map<string, number>> {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .select({ id: videos.id, slug: videos.slug })
        .from(videos)
        .where(inArray(videos.slug, [...slugs]));
      return new Map(rows.map(({ id, slug }) => [slug, id]));
    },

    /** Which media each of these videos has; a slug that is not there is missing. */
    async assetsOf(slugs: readonly string[]): Promise<Map<string, string | null>> {
      if (slugs.length === 0) return new Map();
      const rows = await db
        .select({ slug: videos.slug, assetId: videos.assetId })
        .from(videos)
        .where(inArray(videos.slug, [...slugs]));
      return new Map(rows.map(({ slug, assetId }) => [slug, assetId]));
    },

    async setAsset(slugs: readonly string[], assetId: string, now: Date): Promise<number> {
      const rows = await db
        .update(videos)
        .set({ assetId, updatedAt: now })
        .where(inArray(videos.slug, [...slugs]))
        .returning({ id: videos.id });
      return rows.length;
    },

    /** Writes what is known of ready media, new or anew. */
    async putAsset({ id, durationMs, rungs, captions }: ReadyAsset, readyAt: Date): Promise<void> {
      const values = { durationMs, rungs, captions: [...captions], readyAt };
      await db
        .insert(catalogueAssets)
        .values({ id, ...values })
        .onConflictDoUpdate({ target: catalogueAssets.id, set: values });
    },
    async deleteAsset(id: string): Promise<boolean> {
      return (await db.delete(catalogueAssets).where(eq(catalogueAssets.id, id)).returning({ id: catalogueAssets.id })).length > 0;
    },

    /** Media of videos of which it is not yet known that it is ready. */
    async assetsNotReady(): Promise<string[]> {
      const ready = db.select({ id: catalogueAssets.id }).from(catalogueAssets);
      const rows = await db
        .selectDistinct({ assetId: videos.assetId })
        .from(videos)
        .where(and(isNotNull(videos.assetId), notInArray(videos.assetId, ready)));
      return rows.flatMap(({ assetId }) => assetId ?? []);
    },
  };
}

export type EditingRepository = ReturnType<typeof createEditingRepository>;

export interface Editing {
  readonly repository: EditingRepository;
  /** Runs `work` in a transaction; what it throws undoes everything. */
  inTransaction<Result>(work: (repository: EditingRepository) => Promise<Result>): Promise<Result>;
}

export function createEditing(db: Database): Editing {
  return {
    repository: createEditingRepository(db),
    inTransaction: (work) => db.transaction((transaction) => work(createEditingRepository(transaction as unknown as Database))),
  };
}

function idOf(rows: readonly { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('The database answered no id.');
  return row.id;
}
