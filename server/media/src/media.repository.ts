import type { Database } from '@bonisa/kit/database/database';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import type { Av1Media, CaptionTrack, Packaged } from './asset.ts';
import type { PosterCandidate } from './ingest/posters.ts';
import { FAILURES_TO_RETRY } from './ingest/transient-failures.ts';
import { mediaAssets, mediaIngestJobs } from './media.tables.ts';

/** A row of the assets table. */
export type Asset = typeof mediaAssets.$inferSelect;

/** A row of the ingest jobs table. */
export type IngestJob = typeof mediaIngestJobs.$inferSelect;

export type JobState = IngestJob['state'];

/** A claimed job; a write of another claim changes nothing. */
export type ClaimedJob = Pick<IngestJob, 'id' | 'assetId' | 'claim'>;

export type NewJob = Pick<IngestJob, 'id' | 'file' | 'effort' | 'captions'>;

/** The job that follows a job: it makes AV1 renditions from the same source. */
export type FollowingJob = Pick<IngestJob, 'id' | 'file' | 'effort'>;

export type MediaRepository = ReturnType<typeof createMediaRepository>;

/** The SQL of the media capability. */
export function createMediaRepository(db: Database) {
  return {
    /**
     * Creates an asset and its first job in one transaction. Rejects with a unique violation when
     * the reference exists.
     */
    async create(
      asset: Pick<Asset, 'id' | 'title' | 'reference'> & Partial<Pick<Asset, 'fileName'>>,
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
        await queue(tx, { ...job, assetId: asset.id, createdAt: now });
      });
    },

    /** Adds a job for an asset that failed. Returns false for one that did not, or no longer. */
    async createAgain(assetId: string, job: NewJob, now: Date): Promise<boolean> {
      return await db.transaction(async (tx) => {
        const failed = await tx
          .update(mediaAssets)
          .set({ state: 'processing' })
          .where(and(eq(mediaAssets.id, assetId), eq(mediaAssets.state, 'failed')))
          .returning({ id: mediaAssets.id });
        if (failed.length > 0) await queue(tx, { ...job, assetId, createdAt: now });
        return failed.length > 0;
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
        | 'av1'
        | 'audio'
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

    /** Assets in any order; an unknown one is missing. */
    async assets(ids: readonly string[]): Promise<Asset[]> {
      return await db
        .select()
        .from(mediaAssets)
        .where(inArray(mediaAssets.id, [...ids]));
    },

    /** The states of assets; an unknown one is missing. */
    async assetStates(ids: readonly string[]): Promise<Map<string, Asset['state']>> {
      const { id, state } = mediaAssets;
      const rows = await db
        .select({ id, state })
        .from(mediaAssets)
        .where(inArray(id, [...ids]));
      return new Map(rows.map((row) => [row.id, row.state]));
    },

    async assetByReference(reference: string): Promise<Asset | undefined> {
      return (await db.select().from(mediaAssets).where(eq(mediaAssets.reference, reference)))[0];
    },

    /** Replaces the poster candidates of an asset. */
    async setPosters(id: string, posters: readonly PosterCandidate[]): Promise<void> {
      await db.update(mediaAssets).set({ posters }).where(eq(mediaAssets.id, id));
    },

    async job(id: string): Promise<IngestJob | undefined> {
      return (await db.select().from(mediaIngestJobs).where(eq(mediaIngestJobs.id, id)))[0];
    },

    /** The newest job that made, or makes, the asset itself. */
    async newestJobOf(assetId: string): Promise<IngestJob | undefined> {
      return (
        await db
          .select()
          .from(mediaIngestJobs)
          .where(and(eq(mediaIngestJobs.assetId, assetId), eq(mediaIngestJobs.codec, 'h264')))
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

    /**
     * Whether a job that has not ended reads this source, or one that failed after `failedSince`
     * and may be tried again: the film itself was not at fault.
     */
    async isSourceNeeded(file: string, failedSince: Date): Promise<boolean> {
      const mayBeTried = and(
        eq(mediaAssets.state, 'failed'),
        inArray(mediaIngestJobs.errorCode, [...FAILURES_TO_RETRY]),
        gt(mediaIngestJobs.finishedAt, failedSince),
      );
      const found = await db
        .select({ id: mediaIngestJobs.id })
        .from(mediaIngestJobs)
        .innerJoin(mediaAssets, eq(mediaAssets.id, mediaIngestJobs.assetId))
        .where(
          and(
            eq(mediaIngestJobs.file, file),
            or(inArray(mediaIngestJobs.state, ['queued', 'running']), mayBeTried),
          ),
        )
        .limit(1);
      return found.length > 0;
    },

    /** The compositions without AV1 renditions that play this asset, or all of them. */
    async compositionsWithoutAv1(partId?: string): Promise<Asset[]> {
      const plays = partId
        ? sql`${mediaAssets.partIds} @> ${JSON.stringify([partId])}::jsonb`
        : isNotNull(mediaAssets.partIds);
      return await db
        .select()
        .from(mediaAssets)
        .where(and(plays, isNull(mediaAssets.av1)));
    },

    /** Gives a composition its AV1 renditions. */
    async setAv1(id: string, av1: Av1Media): Promise<void> {
      await db.update(mediaAssets).set({ av1 }).where(eq(mediaAssets.id, id));
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
     * `silentSince`; jobs of AV1 come after all others, and before them those that found no room.
     * No two workers get the same job; only writes with this claim count from now.
     */
    async claim(now: Date, silentSince: Date, claim: string): Promise<IngestJob | undefined> {
      const free = db
        .select({ id: mediaIngestJobs.id })
        .from(mediaIngestJobs)
        .where(claimable(silentSince))
        .orderBy(
          desc(eq(mediaIngestJobs.codec, 'h264')),
          desc(isNull(mediaIngestJobs.errorCode)),
          asc(mediaIngestJobs.createdAt),
          asc(mediaIngestJobs.id),
        )
        .limit(1)
        .for('update', { skipLocked: true });
      const [job] = await db
        .update(mediaIngestJobs)
        .set({
          state: 'running',
          progress: 0,
          stage: 'probing',
          attempts: sql`${mediaIngestJobs.attempts} + 1`,
          claim,
          earlierClaims: EARLIER_CLAIMS,
          startedAt: now,
          aliveAt: now,
        })
        .where(sql`${mediaIngestJobs.id} = (${free})`)
        .returning();
      return job;
    },

    /**
     * Records the heartbeat and the progress of a running job. Returns false if another worker has
     * claimed it.
     */
    async report(
      job: ClaimedJob,
      { progress, stage }: Pick<IngestJob, 'progress' | 'stage'>,
      now: Date,
    ): Promise<boolean> {
      return await writeClaimed(db, job, { progress, stage, aliveAt: now });
    },

    /**
     * Marks the job as done and its asset as ready, and queues the job that follows, in one
     * transaction. Returns false, and changes nothing, if another worker has claimed the job.
     */
    async succeed(
      job: ClaimedJob,
      packaged: Packaged,
      captions: readonly CaptionTrack[],
      now: Date,
      following?: FollowingJob,
    ): Promise<boolean> {
      return await db.transaction(async (tx) => {
        if (!(await writeClaimed(tx, job, { ...DONE, finishedAt: now }))) return false;
        await tx
          .update(mediaAssets)
          .set({
            state: 'ready',
            filesId: job.claim,
            durationMs: packaged.durationMs,
            renditions: packaged.renditions,
            storyboard: packaged.storyboard ?? null,
            posters: packaged.posters ?? null,
            loudness: packaged.loudness ?? null,
            notes: packaged.notes ?? [],
            audio: packaged.audio ?? null,
            captions,
            readyAt: now,
          })
          .where(eq(mediaAssets.id, job.assetId));
        const { assetId } = job;
        if (following)
          await queue(tx, { ...following, assetId, codec: 'av1', captions: [], createdAt: now });
        return true;
      });
    },

    /**
     * Gives the asset of a running job its AV1 renditions; the job goes on. Returns false as {@link
     * succeed} does.
     */
    async putAv1(job: ClaimedJob, av1: Av1Media, now: Date): Promise<boolean> {
      return await db.transaction(async (tx) => {
        if (!(await writeClaimed(tx, job, { aliveAt: now }))) return false;
        await tx.update(mediaAssets).set({ av1 }).where(eq(mediaAssets.id, job.assetId));
        return true;
      });
    },

    /** Marks a job as done. Returns false as {@link succeed} does. */
    async finish(job: ClaimedJob, now: Date): Promise<boolean> {
      return await writeClaimed(db, job, { ...DONE, finishedAt: now });
    },

    /**
     * Marks the job as failed, and its asset unless that is ready. Returns false as {@link succeed}
     * does.
     */
    async fail(job: ClaimedJob, errorCode: string, errorText: string, now: Date): Promise<boolean> {
      return await db.transaction(async (tx) => {
        const failed = { state: 'failed', stage: null, errorCode, errorText } as const;
        if (!(await writeClaimed(tx, job, { ...failed, finishedAt: now }))) return false;
        await tx
          .update(mediaAssets)
          .set({ state: 'failed' })
          .where(and(eq(mediaAssets.id, job.assetId), ne(mediaAssets.state, 'ready')));
        return true;
      });
    },

    /** Puts all running jobs back into the queue; their attempts count. */
    async requeueAll(): Promise<void> {
      await db.update(mediaIngestJobs).set(QUEUED).where(eq(mediaIngestJobs.state, 'running'));
    },

    /**
     * Puts a running job back into the queue. Its attempt counts if the encoder ended by itself
     * (`crashed`), and not if the server was asked to stop. Returns false as {@link succeed} does.
     */
    async requeue(job: ClaimedJob, why: 'stopped' | 'crashed'): Promise<boolean> {
      const attempts = sql`${mediaIngestJobs.attempts} - ${why === 'stopped' ? 1 : 0}`;
      return await writeClaimed(db, job, { ...QUEUED, attempts });
    },

    /**
     * Puts a running job back until there is room: its attempt does not count, and it says what it
     * waits for. Returns false as {@link succeed} does.
     */
    async waitForRoom(job: ClaimedJob, errorCode: string, errorText: string): Promise<boolean> {
      const attempts = sql`${mediaIngestJobs.attempts} - 1`;
      return await writeClaimed(db, job, { ...QUEUED, attempts, errorCode, errorText });
    },
  };
}

/** Writes to a running job of this claim; false if it is another's, or runs no more. */
async function writeClaimed(
  db: Pick<Database, 'update'>,
  { id, claim }: ClaimedJob,
  values: Parameters<ReturnType<typeof updateJobs>['set']>[0],
): Promise<boolean> {
  const written = await updateJobs(db)
    .set(values)
    .where(
      and(
        eq(mediaIngestJobs.id, id),
        eq(mediaIngestJobs.state, 'running'),
        claim === null ? isNull(mediaIngestJobs.claim) : eq(mediaIngestJobs.claim, claim),
      ),
    )
    .returning({ id: mediaIngestJobs.id });
  return written.length > 0;
}

function updateJobs(db: Pick<Database, 'update'>) {
  return db.update(mediaIngestJobs);
}

/** The earlier claims and the present one, if there is one. */
const EARLIER_CLAIMS = sql`${mediaIngestJobs.earlierClaims}
  || coalesce(to_jsonb(${mediaIngestJobs.claim}::text), '[]'::jsonb)`;

const NO_ERROR = { errorCode: null, errorText: null } as const;
const QUEUED = { ...NO_ERROR, state: 'queued', progress: 0, stage: null } as const;
const DONE = { ...NO_ERROR, state: 'done', progress: 1, stage: null } as const;

async function queue(
  db: Pick<Database, 'insert'>,
  job: Omit<typeof mediaIngestJobs.$inferInsert, keyof typeof QUEUED | 'attempts'>,
): Promise<void> {
  await db.insert(mediaIngestJobs).values({ ...job, ...QUEUED, attempts: 0 });
}

function claimable(silentSince: Date) {
  return or(
    eq(mediaIngestJobs.state, 'queued'),
    and(eq(mediaIngestJobs.state, 'running'), lt(mediaIngestJobs.aliveAt, silentSince)),
  );
}
