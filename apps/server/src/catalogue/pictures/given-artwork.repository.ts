import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { anyOf } from '../../platform/bulk.ts';
import { type Database, rowsOf } from '../../platform/database.ts';
import { slides, titles } from '../catalogue.tables.ts';
import { createBatchRepository, type Values } from '../editing/batch.repository.ts';
import { keyKindOf } from '../editing/entry-kinds.ts';
import { tableOf } from '../editing/entry-tables.ts';
import { artworks } from './artworks.tables.ts';
import type { EntryArtwork } from './entry-artwork.ts';

/** The SQL of uploaded pictures. */

export type StoredArtwork = Omit<typeof artworks.$inferSelect, 'unusedSince'>;

/** An entry that can have uploaded pictures. */
export interface PicturedEntry {
  readonly kind: EntryKind;
  readonly id: number;
  readonly key: string;
  readonly row: Values & {
    readonly artwork: EntryArtwork | null;
    readonly accent?: string;
    readonly thumbhash?: string;
  };
}

/** What changes of an entry with its pictures. */
export interface PictureColumns {
  readonly artwork: EntryArtwork | null;
  readonly accent?: string | undefined;
  readonly thumbhash?: string | undefined;
}

const PICTURED = ['titles', 'episodes', 'channels', 'categories', 'live_channels', 'slides'];

export type GivenArtworkRepository = ReturnType<typeof createGivenArtworkRepository>;

export function createGivenArtworkRepository(db: Database) {
  const entries = createBatchRepository(db);
  return {
    entries,

    /** Finds an entry by its key, or by its slug where no entry of the kind has such a key. */
    async entry(kind: EntryKind, name: string): Promise<PicturedEntry | undefined> {
      const keyKind = keyKindOf(kind);
      const id =
        (await entries.idsByKey(keyKind, [name])).get(name) ??
        (await entries.idsBySlug(keyKind, [name])).get(name);
      if (id === undefined) return undefined;
      const row = (await entries.current(keyKind, [id])).get(id);
      const isKind = keyKind !== 'title' || row?.kind === kind;
      const key = (await entries.keysOf(keyKind, [id])).get(id) ?? name;
      return row && isKind ? { kind, id, key, row: row as PicturedEntry['row'] } : undefined;
    },

    /** The title of a slide. */
    async titleOfSlide(titleId: number): Promise<PicturedEntry | undefined> {
      const [row] = await db.select().from(titles).where(eq(titles.id, titleId));
      return row && { kind: row.kind, id: row.id, key: row.slug, row };
    },

    async stored(id: string): Promise<StoredArtwork | undefined> {
      return (await db.select().from(artworks).where(eq(artworks.id, id)))[0];
    },

    /** Remembers a picture that is in the store; it is used from now. */
    async add(artwork: StoredArtwork): Promise<void> {
      await db
        .insert(artworks)
        .values(artwork)
        .onConflictDoUpdate({ target: artworks.id, set: { unusedSince: null } });
    },

    async setPictures(
      { kind, id }: Pick<PicturedEntry, 'kind' | 'id'>,
      columns: PictureColumns,
      now: Date,
    ): Promise<void> {
      const table = tableOf(kind) as typeof titles;
      const { artwork, accent, thumbhash } = columns;
      const isPlain = (table as unknown) === slides;
      await db
        .update(table)
        .set({
          artwork,
          updatedAt: now,
          ...(isPlain || accent === undefined ? {} : { accent }),
          ...(isPlain || thumbhash === undefined ? {} : { thumbhash }),
        })
        .where(eq(table.id, id));
    },

    /**
     * Notes which pictures no entry shows any more, and returns those that none has shown since
     * `before`.
     */
    async unusedSince(before: Date, now: Date): Promise<string[]> {
      const uses = PICTURED.map(
        (table) => `select value ->> 'id' as id from ${table}, jsonb_each(${table}.artwork)`,
      ).join(' union ');
      const rows = await rowsOf<{ id: string | null }>(db, sql.raw(uses));
      const used = rows.flatMap(({ id }) => (id === null ? [] : [id]));
      const isUsed = sql`${artworks.id} = ${anyOf(used, 'text')}`;
      await db.update(artworks).set({ unusedSince: null }).where(isUsed);
      await db
        .update(artworks)
        .set({ unusedSince: now })
        .where(and(isNull(artworks.unusedSince), sql`not (${isUsed})`));
      const old = await db
        .select({ id: artworks.id })
        .from(artworks)
        .where(lt(artworks.unusedSince, before));
      return old.map(({ id }) => id);
    },

    async forget(ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await db.delete(artworks).where(inArray(artworks.id, [...ids]));
    },
  };
}
