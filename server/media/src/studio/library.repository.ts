import type { Database } from '@bonisa/kit/database/database';
import { and, desc, eq, ilike, inArray, lt, notExists, or, sql } from 'drizzle-orm';
import type { Asset, IngestJob } from '../media.repository.ts';
import { mediaAssets, mediaIngestJobs, mediaRetired } from '../media.tables.ts';

/** The SQL of media as the studio lists and removes it. */

export type Retired = typeof mediaRetired.$inferSelect;

/** A film that could not be packaged, and the job to repeat. */
export interface FailedFilm {
  readonly assetId: string;
  readonly title: string;
  readonly why: string;
  readonly at: Date | null;
  readonly job: Pick<IngestJob, 'file' | 'effort' | 'captions'>;
}

export interface AssetPage {
  /** The id of the last asset of the page before. */
  readonly after?: string | undefined;
  readonly state?: Asset['state'] | undefined;
  /** Words that its title, its file's name or what plays it must have. */
  readonly search?: string | undefined;
  readonly limit: number;
}

export type LibraryRepository = ReturnType<typeof createLibraryRepository>;

export function createLibraryRepository(db: Database) {
  return {
    /** The newest assets first; `played`: by what plays it, an asset has one of the words. */
    async assets(
      { after, state, search, limit }: AssetPage,
      played: (word: string) => Promise<readonly string[]>,
    ): Promise<Asset[]> {
      const words = search?.trim().split(/\s+/).filter(Boolean) ?? [];
      const having = await Promise.all(
        words.map(async (word) => {
          const like = `%${word.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
          return or(
            ilike(mediaAssets.title, like),
            ilike(mediaAssets.fileName, like),
            inArray(mediaAssets.id, [...(await played(word))]),
          );
        }),
      );
      const [last] = after
        ? await db.select().from(mediaAssets).where(eq(mediaAssets.id, after))
        : [];
      const older = last
        ? or(
            lt(mediaAssets.createdAt, last.createdAt),
            and(eq(mediaAssets.createdAt, last.createdAt), lt(mediaAssets.id, last.id)),
          )
        : undefined;
      return await db
        .select()
        .from(mediaAssets)
        .where(and(state ? eq(mediaAssets.state, state) : undefined, ...having, older))
        .orderBy(desc(mediaAssets.createdAt), desc(mediaAssets.id))
        .limit(limit);
    },

    async retiredOf(ids: readonly string[]): Promise<Map<string, Date>> {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select()
        .from(mediaRetired)
        .where(inArray(mediaRetired.id, [...ids]));
      return new Map(rows.map(({ id, retiredAt }) => [id, retiredAt]));
    },

    async retire(kind: Retired['kind'], ids: readonly string[], now: Date): Promise<void> {
      if (ids.length === 0) return;
      await db
        .insert(mediaRetired)
        .values(ids.map((id) => ({ id, kind, retiredAt: now })))
        .onConflictDoUpdate({ target: mediaRetired.id, set: { retiredAt: now } });
    },

    async retiredBefore(before: Date): Promise<Retired[]> {
      return await db.select().from(mediaRetired).where(lt(mediaRetired.retiredAt, before));
    },

    /** It is used again, or is gone. */
    async unretire(id: string): Promise<void> {
      await db.delete(mediaRetired).where(eq(mediaRetired.id, id));
    },

    /** The films that could not be packaged and were not replaced, the oldest first. */
    async failed(ids?: readonly string[]): Promise<FailedFilm[]> {
      return await db
        .selectDistinctOn([mediaAssets.createdAt, mediaAssets.id], {
          assetId: mediaAssets.id,
          title: mediaAssets.title,
          why: sql<string>`coalesce(${mediaIngestJobs.errorText}, '')`,
          at: mediaIngestJobs.finishedAt,
          job: {
            file: mediaIngestJobs.file,
            effort: mediaIngestJobs.effort,
            captions: mediaIngestJobs.captions,
          },
        })
        .from(mediaAssets)
        .innerJoin(mediaIngestJobs, eq(mediaIngestJobs.assetId, mediaAssets.id))
        .where(
          and(
            eq(mediaAssets.state, 'failed'),
            // By its index: there are few, whatever the size of the library.
            eq(mediaIngestJobs.state, 'failed'),
            eq(mediaIngestJobs.codec, 'h264'),
            notExists(db.select().from(mediaRetired).where(eq(mediaRetired.id, mediaAssets.id))),
            ids && inArray(mediaAssets.id, [...ids]),
          ),
        )
        .orderBy(
          mediaAssets.createdAt,
          mediaAssets.id,
          desc(mediaIngestJobs.createdAt),
          desc(mediaIngestJobs.id),
        );
    },

    /** How many jobs wait for room on a disk. */
    async withoutRoom(): Promise<number> {
      return await db.$count(
        mediaIngestJobs,
        and(eq(mediaIngestJobs.state, 'queued'), eq(mediaIngestJobs.errorCode, 'disk_full')),
      );
    },

    /** The compositions that play an asset. */
    async compositionsOf(id: string): Promise<string[]> {
      const rows = await db
        .select({ title: mediaAssets.title })
        .from(mediaAssets)
        .where(sql`${mediaAssets.partIds} @> ${JSON.stringify([id])}::jsonb`)
        .limit(5);
      return rows.map(({ title }) => title);
    },

    /** The newest job that makes one of these assets. */
    async jobsOf(assetId: string): Promise<IngestJob[]> {
      return await db
        .select()
        .from(mediaIngestJobs)
        .where(eq(mediaIngestJobs.assetId, assetId))
        .orderBy(desc(mediaIngestJobs.createdAt), desc(mediaIngestJobs.id));
    },

    /** Removes an asset without a job under way; false if it has one. */
    async remove(id: string): Promise<boolean> {
      return await db.transaction(async (tx) => {
        const jobs = await tx
          .select({ state: mediaIngestJobs.state })
          .from(mediaIngestJobs)
          .where(eq(mediaIngestJobs.assetId, id))
          .for('update');
        if (jobs.some(({ state }) => state === 'queued' || state === 'running')) return false;
        await tx.delete(mediaIngestJobs).where(eq(mediaIngestJobs.assetId, id));
        await tx.delete(mediaAssets).where(eq(mediaAssets.id, id));
        await tx.delete(mediaRetired).where(eq(mediaRetired.id, id));
        return true;
      });
    },
  };
}
