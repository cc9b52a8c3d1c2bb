import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { Database } from '@bonisa/kit/database/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { titles } from '../catalogue.tables.ts';
import { createBatchRepository, type Values } from '../editing/batch.repository.ts';
import { keyKindOf } from '../editing/entry-kinds.ts';
import { createVersionsRepository } from '../editing/versions.repository.ts';
import { artworks } from './artworks.tables.ts';
import type { EntryArtwork } from './entry-artwork.ts';

/** The SQL of uploaded pictures. */

export type StoredArtwork = Omit<typeof artworks.$inferSelect, 'given' | 'unusedSince'>;

/** An entry that can have uploaded pictures. */
export interface PicturedEntry {
  readonly kind: EntryKind;
  readonly id: number;
  readonly key: string;
  readonly version: number;
  readonly row: Values & {
    readonly artwork: EntryArtwork | null;
    readonly accent?: string;
    readonly thumbhash?: string;
  };
}

const PICTURED = ['titles', 'episodes', 'channels', 'categories', 'live_channels', 'slides'];

/** The ids of the pictures that entries show. */
const SHOWN = PICTURED.map(
  (table) => `select value ->> 'id' from ${table}, jsonb_each(${table}.artwork)`,
).join(' union ');

export type UploadedArtworkRepository = ReturnType<typeof createUploadedArtworkRepository>;

export function createUploadedArtworkRepository(db: Database) {
  const entries = createBatchRepository(db);
  const versions = createVersionsRepository(db);
  return {
    entries,

    /** Finds an entry by its key, or by its slug where no entry of the kind has such a key. */
    async entry(kind: EntryKind, name: string): Promise<PicturedEntry | undefined> {
      const keyKind = keyKindOf(kind);
      const id =
        (await entries.idsByKey(keyKind, [name])).get(name) ??
        (await entries.idsBySlug(keyKind, [name])).get(name);
      if (id === undefined) return undefined;
      const key = (await entries.keysOf(keyKind, [id])).get(id) ?? name;
      // Before the row: a change in between is then named as a conflict and not overwritten.
      const version = (await versions.latest(keyKind, [key])).get(key) ?? 0;
      const row = (await entries.current(keyKind, [id])).get(id) as PicturedEntry['row'];
      const isKind = keyKind !== 'title' || row?.kind === kind;
      return row && isKind ? { kind, id, key, version, row } : undefined;
    },

    /** The title of a slide. */
    async titleOfSlide(titleId: number): Promise<Omit<PicturedEntry, 'version'> | undefined> {
      const [row] = await db.select().from(titles).where(eq(titles.id, titleId));
      return row && { kind: row.kind, id: row.id, key: row.slug, row };
    },

    async stored(id: string): Promise<StoredArtwork | undefined> {
      return (await db.select().from(artworks).where(eq(artworks.id, id)))[0];
    },

    /** Remembers a picture that is in the store; housekeeping counts from now. */
    async add(artwork: StoredArtwork, now: Date): Promise<void> {
      await db
        .insert(artworks)
        .values({ ...artwork, given: false, unusedSince: now })
        .onConflictDoUpdate({
          target: artworks.id,
          set: { unusedSince: now },
          // One that an entry shows stays so.
          setWhere: sql`${artworks.unusedSince} is not null`,
        });
    },

    /** Notes which pictures no entry shows any more. */
    async noteUnused(now: Date): Promise<void> {
      const isUsed = sql.raw(`artworks.id in (${SHOWN})`);
      await db.update(artworks).set({ unusedSince: null, given: true }).where(isUsed);
      await db
        .update(artworks)
        .set({ unusedSince: now })
        .where(and(isNull(artworks.unusedSince), sql`not (${isUsed})`));
    },

    /** Forgets pictures that no entry has shown since, and returns their ids. */
    async forgetUnused(before: { readonly given: Date; readonly neverGiven: Date }) {
      const limit = sql`case when ${artworks.given} then ${before.given.toISOString()}::timestamptz else ${before.neverGiven.toISOString()}::timestamptz end`;
      // A picture that a batch takes into use at this moment is locked, and looked at again then.
      const gone = await db
        .delete(artworks)
        .where(sql`${artworks.unusedSince} < ${limit}`)
        .returning({ id: artworks.id });
      return gone.map(({ id }) => id);
    },
  };
}
