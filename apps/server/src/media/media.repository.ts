import { and, asc, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import type { CaptionTrack, Packaged } from './asset.ts';
import { mediaAssets, mediaIngestJobs } from './media.tables.ts';

/** An asset as it stands in the database. */
export type Asset = typeof mediaAssets.$inferSelect;

/** A job as it stands in the database. */
export type IngestJob = typeof mediaIngestJobs.$inferSelect;

export type JobState = IngestJob['state'];

export type NewJob = Pick<IngestJob, 'id' | 'file' | 'effort' | 'captions'>;

export type MediaRepository = ReturnType<typeof createMediaRepository>;

/** All SQL of the media capability. */
export function createMediaRepository(db: Database) {
  return {
    /**
     * A new asset and the job that makes it, or neither. Rejects with a unique violation where the
     * reference is taken.
     */
    async create(
      asset: { id: string; title: string; reference: string | null },
      job: NewJob,
      now: Date,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.insert(mediaAssets).values({
          ...asset,
          state: 'processing',
          durationMs: 0,
          renditions: [],
          captions: [],
          createdAt: now,
        });
        await tx.insert(mediaIngestJobs).values({
          ...job,
          assetId: asset.id,
          state: 'queued',
          progress: 0,
          attempts: 0,
          createdAt: now,
        });
      });
    },

    /** Another job for an asset whose last one failed. */
    async createAgain(assetId: string, job: NewJob, now: Date): Promise<void> {
      await db.transaction(async (tx) => {
        await tx
          .update(mediaAssets)
          .set({ state: 'processing' })
          .where(eq(mediaAssets.id, assetId));
        await tx
          .insert(mediaIngestJobs)
          .values({ ...job, assetId, state: 'queued', progress: 0, attempts: 0, createdAt: now });
      });
    },

    async asset(id: string): Promise<Asset | undefined> {
      return (await db.select().from(mediaAssets).where(eq(mediaAssets.id, id)))[0];
    },

    async assetByReference(reference: string): Promise<Asset | undefined> {
      return (await db.select().from(mediaAssets).where(eq(mediaAssets.reference, reference)))[0];
    },

    async job(id: string): Promise<IngestJob | undefined> {
      return (await db.select().from(mediaIngestJobs).where(eq(mediaIngestJobs.id, id)))[0];
    },

    async newestJobOf(assetId: string): Promise<IngestJob | undefined> {
      return (
        await db
          .select()
          .from(mediaIngestJobs)
          .where(eq(mediaIngestJobs.assetId, assetId))
          .orderBy(desc(mediaIngestJobs.createdAt), desc(mediaIngestJobs.id))
          .limit(1)
      )[0];
    },

    /** Jobs in some states, oldest first, at most 100. */
    async jobs(states: readonly JobState[]): Promise<IngestJob[]> {
      return await db
        .select()
        .from(mediaIngestJobs)
        .where(inArray(mediaIngestJobs.state, [...states]))
        .orderBy(asc(mediaIngestJobs.createdAt), asc(mediaIngestJobs.id))
        .limit(100);
    },

    /** Whether {@link claim} would find a job that no other worker is claiming. */
    async isClaimable(silentSince: Date): Promise<boolean> {
      const found = await db
        .select({ id: mediaIngestJobs.id })
        .from(mediaIngestJobs)
        .where(claimable(silentSince))
        .limit(1);
      return found.length > 0;
    },

    /**
     * Takes the oldest job that waits, or whose worker has not reported since `silentSince`. No two
     * workers get the same one.
     */
    async claim(now: Date, silentSince: Date): Promise<IngestJob | undefined> {
      const free = db
        .select({ id: mediaIngestJobs.id })
        .from(mediaIngestJobs)
        .where(claimable(silentSince))
        .orderBy(asc(mediaIngestJobs.createdAt), asc(mediaIngestJobs.id))
        .limit(1)
        .for('update', { skipLocked: true });
      const [job] = await db
        .update(mediaIngestJobs)
        .set({
          state: 'running',
          progress: 0,
          attempts: sql`${mediaIngestJobs.attempts} + 1`,
          startedAt: now,
          aliveAt: now,
        })
        .where(sql`${mediaIngestJobs.id} = (${free})`)
        .returning();
      return job;
    },

    /** Books that a job's worker lives, and how far it is. */
    async report(id: string, progress: number, now: Date): Promise<void> {
      await db
        .update(mediaIngestJobs)
        .set({ progress, aliveAt: now })
        .where(and(eq(mediaIngestJobs.id, id), eq(mediaIngestJobs.state, 'running')));
    },

    /** Job and asset are finished together. */
    async succeed(
      job: Pick<IngestJob, 'id' | 'assetId'>,
      packaged: Packaged,
      captions: readonly CaptionTrack[],
      now: Date,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        await tx
          .update(mediaAssets)
          .set({
            state: 'ready',
            durationMs: packaged.durationMs,
            renditions: packaged.renditions,
            captions,
            readyAt: now,
          })
          .where(eq(mediaAssets.id, job.assetId));
        await tx
          .update(mediaIngestJobs)
          .set({ state: 'done', progress: 1, finishedAt: now })
          .where(eq(mediaIngestJobs.id, job.id));
      });
    },

    async fail(
      job: Pick<IngestJob, 'id' | 'assetId'>,
      errorCode: string,
      errorText: string,
      now: Date,
    ): Promise<void> {
      await db.transaction(async (tx) => {
        await tx
          .update(mediaAssets)
          .set({ state: 'failed' })
          .where(eq(mediaAssets.id, job.assetId));
        await tx
          .update(mediaIngestJobs)
          .set({ state: 'failed', errorCode, errorText, finishedAt: now })
          .where(eq(mediaIngestJobs.id, job.id));
      });
    },

    /**
     * Puts jobs that run nowhere any more back into the queue; `id` narrows it to one. A stop that
     * was asked for costs no attempt.
     */
    async requeue(id?: string): Promise<void> {
      const running = eq(mediaIngestJobs.state, 'running');
      await db
        .update(mediaIngestJobs)
        .set(
          id
            ? { state: 'queued', progress: 0, attempts: sql`${mediaIngestJobs.attempts} - 1` }
            : { state: 'queued', progress: 0 },
        )
        .where(id ? and(running, eq(mediaIngestJobs.id, id)) : running);
    },
  };
}

function claimable(silentSince: Date) {
  return or(
    eq(mediaIngestJobs.state, 'queued'),
    and(eq(mediaIngestJobs.state, 'running'), lt(mediaIngestJobs.aliveAt, silentSince)),
  );
}
