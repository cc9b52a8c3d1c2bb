import { and, asc, desc, eq, inArray, like, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import type { CaptionTrack, Packaged } from './asset.ts';
import { mediaAssets, mediaIngestJobs } from './media.tables.ts';

/** A row of the assets table. */
export type Asset = typeof mediaAssets.$inferSelect;

/** A row of the ingest jobs table. */
export type IngestJob = typeof mediaIngestJobs.$inferSelect;

export type JobState = IngestJob['state'];

export type NewJob = Pick<IngestJob, 'id' | 'file' | 'effort' | 'captions'>;

export type MediaRepository = ReturnType<typeof createMediaRepository>;

/** The SQL of the media capability. */
export function createMediaRepository(db: Database) {
  return {
    /**
     * Creates an asset and its first job in one transaction. Rejects with a unique violation when
     * the reference exists.
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

    /** Adds a job for an asset whose last job failed. */
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

    /** Creates a composition, which is ready. Rejects with a unique violation as {@link create}. */
    async createComposition(
      composition: Pick<
        Asset,
        | 'id'
        | 'title'
        | 'reference'
        | 'partIds'
        | 'durationMs'
        | 'renditions'
        | 'captions'
        | 'segments'
      >,
      now: Date,
    ): Promise<void> {
      await db
        .insert(mediaAssets)
        .values({ ...composition, state: 'ready', createdAt: now, readyAt: now });
    },

    /** The assets whose reference begins with `prefix`: their references by id. */
    async assetsReferenced(prefix: string): Promise<Map<string, string>> {
      const rows = await db
        .select({ id: mediaAssets.id, reference: mediaAssets.reference })
        .from(mediaAssets)
        .where(like(mediaAssets.reference, `${prefix.replaceAll(/[\\%_]/g, '\\$&')}%`));
      return new Map(rows.map(({ id, reference }) => [id, reference ?? '']));
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

    /** The jobs in the given states, oldest first, at most 100. */
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
     * Claims the oldest job that is queued, or whose worker has sent no heartbeat since
     * `silentSince`. No two workers get the same job.
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
          stage: 'probing',
          attempts: sql`${mediaIngestJobs.attempts} + 1`,
          startedAt: now,
          aliveAt: now,
        })
        .where(sql`${mediaIngestJobs.id} = (${free})`)
        .returning();
      return job;
    },

    /** Records the heartbeat and the progress of a running job. */
    async report(
      id: string,
      { progress, stage }: Pick<IngestJob, 'progress' | 'stage'>,
      now: Date,
    ): Promise<void> {
      await db
        .update(mediaIngestJobs)
        .set({ progress, stage, aliveAt: now })
        .where(and(eq(mediaIngestJobs.id, id), eq(mediaIngestJobs.state, 'running')));
    },

    /** Marks the job as done and its asset as ready, in one transaction. */
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
            storyboard: packaged.storyboard ?? null,
            posters: packaged.posters ?? null,
            loudness: packaged.loudness ?? null,
            captions,
            readyAt: now,
          })
          .where(eq(mediaAssets.id, job.assetId));
        await tx
          .update(mediaIngestJobs)
          .set({ state: 'done', progress: 1, stage: null, finishedAt: now })
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
          .set({ state: 'failed', stage: null, errorCode, errorText, finishedAt: now })
          .where(eq(mediaIngestJobs.id, job.id));
      });
    },

    /** Puts all running jobs back into the queue; their attempts count. */
    async requeueAll(): Promise<void> {
      await db.update(mediaIngestJobs).set(QUEUED).where(eq(mediaIngestJobs.state, 'running'));
    },

    /**
     * Puts a running job back into the queue. Its attempt counts if the encoder ended by itself
     * (`crashed`), and not if the server was asked to stop.
     */
    async requeue(id: string, why: 'stopped' | 'crashed'): Promise<void> {
      const attempts = sql`${mediaIngestJobs.attempts} - ${why === 'stopped' ? 1 : 0}`;
      await db
        .update(mediaIngestJobs)
        .set({ ...QUEUED, attempts })
        .where(and(eq(mediaIngestJobs.state, 'running'), eq(mediaIngestJobs.id, id)));
    },
  };
}

const QUEUED = { state: 'queued', progress: 0, stage: null } as const;

function claimable(silentSince: Date) {
  return or(
    eq(mediaIngestJobs.state, 'queued'),
    and(eq(mediaIngestJobs.state, 'running'), lt(mediaIngestJobs.aliveAt, silentSince)),
  );
}
