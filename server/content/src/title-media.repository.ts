import type { ImportedCaptions, OwnCaptions } from '@bonisa/domain/playback/title-captions';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { and, eq, or, sql } from 'drizzle-orm';
import { catalogueAssets, episodes, titles } from './catalogue.tables.ts';
import { createBatchRepository } from './editing/batch.repository.ts';
import { keyKindOf } from './editing/entry-kinds.ts';
import { catalogueKeys } from './editing/keys.tables.ts';
import { createVersionsRepository } from './editing/versions.repository.ts';

/** The SQL of the media and the captions of videos and episodes. */

/** The kinds of entries with media of their own. */
export type MediaKind = 'video' | 'episode';

/** A video or an episode, by its key or slug. */
export interface MediaOwnerName {
  readonly kind: MediaKind;
  readonly key: string;
}

export interface MediaOwner extends MediaOwnerName {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly published: boolean;
  readonly assetId: string | null;
  readonly nextAssetId: string | null;
  readonly captions: readonly OwnCaptions[] | null;
  readonly importedCaptions: ImportedCaptions | null;
  /** The entry's newest version, or an earlier one where it changes while it is read. */
  readonly version: number;
}

/** A word that more titles have is no search. */
const MOST_FOUND = 1000;

/** What another change of media may write. */
export type MediaColumns = Partial<
  Pick<MediaOwner, 'assetId' | 'nextAssetId' | 'captions' | 'importedCaptions'>
>;

export type TitleMediaRepository = ReturnType<typeof createTitleMediaRepository>;

export function createTitleMediaRepository(db: Database) {
  const entries = createBatchRepository(db);
  const versions = createVersionsRepository(db);
  return {
    /** Finds an entry by its key, or by its slug where no entry of the kind has such a key. */
    async find({ kind, key: name }: MediaOwnerName): Promise<MediaOwner | undefined> {
      const keyKind = keyKindOf(kind);
      const id =
        (await entries.idsByKey(keyKind, [name])).get(name) ??
        (await entries.idsBySlug(keyKind, [name])).get(name);
      if (id === undefined) return undefined;
      const key = (await entries.keysOf(keyKind, [id])).get(id) ?? name;
      // Before the row: a change between the two must not pass as seen.
      const version = (await versions.latest(keyKind, [key])).get(key) ?? 0;
      const row = (await entries.current(keyKind, [id])).get(id) as
        | (MediaOwner & { readonly kind: string })
        | undefined;
      if (!row || (kind === 'video' && row.kind !== 'video')) return undefined;
      const { slug, title, published, assetId, nextAssetId, captions, importedCaptions } = row;
      return {
        ...{ kind, id, key, slug, title, published, version },
        ...{ assetId, nextAssetId, captions, importedCaptions },
      };
    },

    async set({ kind, id }: MediaOwner, columns: MediaColumns, now: Date): Promise<void> {
      const table = kind === 'video' ? titles : episodes;
      await db
        .update(table as typeof titles)
        .set({ ...columns, updatedAt: now })
        .where(eq(table.id, id));
    },

    /** Whether a video or an episode shows a file of captions. */
    async showsCaptions(filesId: string): Promise<boolean> {
      const shown = JSON.stringify([{ filesId }]);
      const rows = await rowsOf(
        db,
        sql`select 1 from ${titles} where captions @> ${shown}::jsonb
          union all select 1 from ${episodes} where captions @> ${shown}::jsonb limit 1`,
      );
      return rows.length > 0;
    },

    async isReady(assetId: string): Promise<boolean> {
      const rows = await db
        .select({ id: catalogueAssets.id })
        .from(catalogueAssets)
        .where(eq(catalogueAssets.id, assetId));
      return rows.length > 0;
    },

    /** The assets of videos and episodes whose title has a word: at most a thousand. */
    async assetsOfTitles(word: string): Promise<string[]> {
      const like = `%${word.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
      const rows = await rowsOf<{ id: string }>(
        db,
        sql`select distinct a.id from (
            select asset_id, next_asset_id from ${titles} where title ilike ${like}
            union all
            select asset_id, next_asset_id from ${episodes} where title ilike ${like}
          ) t cross join lateral (values (t.asset_id), (t.next_asset_id)) as a(id)
          where a.id is not null limit ${MOST_FOUND}`,
      );
      return rows.map(({ id }) => id);
    },

    /** The videos and episodes that play an asset, or will. */
    async usesOf(
      assetId: string,
    ): Promise<{ kind: MediaKind; key: string; slug: string; title: string }[]> {
      const uses = (kind: MediaKind, table: typeof titles) =>
        db
          .select({
            kind: sql<MediaKind>`${kind}`,
            key: catalogueKeys.key,
            slug: table.slug,
            title: table.title,
          })
          .from(table)
          .innerJoin(
            catalogueKeys,
            and(eq(catalogueKeys.kind, keyKindOf(kind)), eq(catalogueKeys.entryId, table.id)),
          )
          .where(or(eq(table.assetId, assetId), eq(table.nextAssetId, assetId)));
      return [
        ...(await uses('video', titles)),
        ...(await uses('episode', episodes as unknown as typeof titles)),
      ];
    },
  };
}

/** Lets an asset that is ready take over where it waits. Returns the assets that it replaces. */
export async function takeOver(db: Database, assetId: string, now: Date): Promise<string[]> {
  const replaced = new Set<string>();
  for (const table of [titles, episodes]) {
    const rows = await rowsOf<{ old: string | null }>(
      db,
      sql`with waiting as (select id, asset_id as old from ${table} where next_asset_id = ${assetId})
        update ${table} t set asset_id = ${assetId}, next_asset_id = null, updated_at = ${now.toISOString()}
        from waiting where t.id = waiting.id returning waiting.old as old`,
    );
    for (const { old } of rows) if (old !== null && old !== assetId) replaced.add(old);
  }
  return [...replaced];
}
