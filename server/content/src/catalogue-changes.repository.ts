import { anyOf } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { and, count, eq, isNotNull, notExists, sql } from 'drizzle-orm';
import type { AssetRendition, AssetTrack } from './asset-sizes.ts';
import {
  catalogueAssets,
  catalogueVersion,
  channels,
  episodes,
  liveChannels,
  titles,
} from './catalogue.tables.ts';
import type { KeyKind } from './editing/entry-kinds.ts';
import { catalogueKeys } from './editing/keys.tables.ts';
import { markOf } from './reading/listing.repository.ts';

/**
 * The SQL of the catalogue's version, and of what the product itself notes in the catalogue: ready
 * media and live broadcasts. Whatever writes entries does it by `editing/editing.service.ts`.
 */

/** A live ingest session that a live channel shows instead of its schedule. */
export interface Broadcast {
  readonly since: Date;
  /** What an hour of it costs at the caps, in megabytes. */
  readonly hourCosts: readonly number[];
}

export interface ReadyAsset {
  readonly id: string;
  readonly durationMs: number;
  readonly renditions: readonly AssetRendition[];
  readonly captions: readonly string[];
  readonly audio?: readonly AssetTrack[];
}

function createChangesRepository(db: Database) {
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

    async isEmpty(): Promise<boolean> {
      const [row] = await db.select({ channels: count() }).from(channels);
      return row?.channels === 0;
    },

    /** Records that a live channel shows a live ingest session; undefined: its schedule. */
    async setBroadcast(id: number, broadcast: Broadcast | undefined): Promise<void> {
      await db
        .update(liveChannels)
        .set({
          broadcastSince: broadcast?.since ?? null,
          broadcastCosts: broadcast?.hourCosts ?? null,
        })
        .where(eq(liveChannels.id, id));
    },

    /**
     * What each of these videos and episodes plays, or will as soon as that is ready. An unknown
     * one is missing.
     */
    async assetsOf({ videos, episodes: parts }: MediaOwners): Promise<Assets> {
      const assets = async (table: typeof titles, kind: KeyKind, keys: readonly string[]) => {
        const rows = await db
          .select({
            key: catalogueKeys.key,
            assetId: sql<string | null>`coalesce(${table.nextAssetId}, ${table.assetId})`,
          })
          .from(catalogueKeys)
          .innerJoin(table, eq(table.id, catalogueKeys.entryId))
          .where(
            sql`${catalogueKeys.kind} = ${kind} and ${catalogueKeys.key} = ${anyOf(keys, 'text')}`,
          );
        return new Map(rows.map(({ key, assetId }) => [key, assetId]));
      };
      return {
        videos: await assets(titles, 'title', videos),
        episodes: await assets(episodes as unknown as typeof titles, 'episode', parts),
      };
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
      const waiting = new Set<string>();
      const readyOf = ({ assetId }: typeof titles | typeof episodes) =>
        db
          .select({ id: catalogueAssets.id })
          .from(catalogueAssets)
          .where(eq(catalogueAssets.id, assetId));
      for (const table of [titles, episodes]) {
        const rows = await db
          .selectDistinct({ assetId: table.assetId })
          .from(table)
          .where(and(isNotNull(table.assetId), notExists(readyOf(table))));
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

/** The entries that play media of their own, by key. */
export interface MediaOwners {
  readonly videos: readonly string[];
  readonly episodes: readonly string[];
}

/** The media of each, by key; null for an entry without media. */
export interface Assets {
  readonly videos: ReadonlyMap<string, string | null>;
  readonly episodes: ReadonlyMap<string, string | null>;
}

export type ChangesRepository = ReturnType<typeof createChangesRepository>;

export interface CatalogueChanges {
  readonly repository: ChangesRepository;
  /** Runs `work` in a transaction; an error undoes everything. */
  inTransaction<Result>(
    work: (repository: ChangesRepository, transaction: Database) => Promise<Result>,
  ): Promise<Result>;
}

export function createCatalogueChanges(db: Database): CatalogueChanges {
  return {
    repository: createChangesRepository(db),
    inTransaction: (work) =>
      db.transaction((transaction) => {
        const same = transaction as unknown as Database;
        return work(createChangesRepository(same), same);
      }),
  };
}
