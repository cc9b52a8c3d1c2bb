import { setTimeout as delay } from 'node:timers/promises';
import { isUniqueViolation } from '@bonisa/kit/database/database';
import type { CaptionTrack } from '../asset.ts';
import { cleanTracks } from '../captions/captions.ts';
import type { Asset, IngestJob, MediaRepository } from '../media.repository.ts';
import type { Effort } from './encoding-ladder.ts';
import { type WorkerDependencies, workOn } from './ingest-worker.ts';

/** A source to package. */
export interface IngestInput {
  /**
   * A file on this machine, or the name of an upload. Ingest reads it and never changes it; it must
   * stay until the job ends.
   */
  readonly file: string;
  readonly title: string;
  /** Captions as WebVTT or SRT. Ingest refuses malformed ones before it queues the job. */
  readonly captions?: readonly (CaptionTrack & { readonly vtt: string })[];
  /** `thorough` by default. */
  readonly effort?: Effort;
  /**
   * The caller's name for the source. A second ingest with the same reference returns the existing
   * asset, or retries a failed one.
   */
  readonly reference?: string;
  /** As the client called the file. */
  readonly fileName?: string | null;
}

/** An asset that failed, and what its job was. */
export interface FailedAsset {
  readonly assetId: string;
  readonly job: Pick<IngestJob, 'file' | 'effort' | 'captions'>;
}

export interface IngestDependencies extends WorkerDependencies {
  /**
   * Whether no other process uses this database. Every job that is `running` at the start was then
   * left by a crash.
   */
  readonly alone: boolean;
  /** How often to poll for jobs that another process queued or left; 2,000 ms by default. */
  readonly pollMs?: number;
}

export type IngestService = ReturnType<typeof createIngestService>;

/** A worker without a heartbeat for so long counts as dead. */
const SILENCE_MS = 45_000;
const POLL_MS = 2000;
/** A weekend passes before somebody sees what failed. */
const RETRIED_WITHIN_MS = 7 * 24 * 3600 * 1000;

/**
 * Packages sources, one at a time in each process. The jobs are rows of our own table: a worker
 * claims one with `SKIP LOCKED` and records a heartbeat while it works. So a job survives a
 * restart, and another process claims the job of a worker that died. Each claim has a token, so a
 * worker that was only slow changes nothing after its job has another claim.
 */
export function createIngestService(dependencies: IngestDependencies) {
  const { repository, store, clock, newId, logger, pollMs = POLL_MS } = dependencies;
  const stopping = new AbortController();
  let poll: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;
  /** A job may have been queued since the last poll. */
  let pollRequested = false;

  const claim = async (): Promise<IngestJob | undefined> => {
    if (stopping.signal.aborted) return undefined;
    const now = clock.now();
    const silentSince = new Date(now.getTime() - SILENCE_MS);
    // A claim writes and most polls find no job, so read first.
    if (!(await repository.isClaimable(silentSince))) return undefined;
    return await repository.claim(now, silentSince, newId());
  };
  const drain = async (): Promise<void> => {
    while (pollRequested && !stopping.signal.aborted) {
      pollRequested = false;
      for (let job = await claim(); job; job = await claim())
        await workOn(dependencies, job, stopping.signal);
    }
  };
  /** Polls for jobs now, or again after the running job. */
  const pollNow = (): void => {
    pollRequested = true;
    draining ??= drain()
      .catch((error: unknown) => logger.error({ err: error }, 'ingest jobs could not be processed'))
      .finally(() => {
        draining = undefined;
      });
  };

  return {
    /** Queues a source. Rejects with a {@link CaptionsError} for malformed captions. */
    async ingest(input: IngestInput): Promise<{ jobId: string; assetId: string }> {
      const job = {
        id: newId(),
        file: input.file,
        effort: input.effort ?? 'thorough',
        captions: cleanTracks(input.captions ?? []),
      } as const;
      const queued = await queue(repository, input, { job, assetId: newId() }, clock.now());
      // A process that does not work on jobs leaves this one to the poll of one that does.
      if (poll && queued.jobId === job.id) pollNow();
      return queued;
    },

    /** Queues the jobs of failed assets again. Returns how many still had failed. */
    async retry(failed: readonly FailedAsset[]): Promise<number> {
      let queued = 0;
      for (const { assetId, job } of failed)
        if (await repository.createAgain(assetId, { ...job, id: newId() }, clock.now())) queued++;
      if (poll && queued > 0) pollNow();
      return queued;
    },

    job: repository.job,
    /** Whether a source must stay: a job reads it, or may be tried again within a week. */
    isSourceNeeded: (file: string): Promise<boolean> =>
      repository.isSourceNeeded(file, new Date(clock.now().getTime() - RETRIED_WITHIN_MS)),
    asset: repository.asset,
    assetByReference: repository.assetByReference,

    /**
     * Puts one of an asset's poster candidates first, by its file. Answers the asset, or undefined
     * if there is no such asset or candidate.
     */
    async choosePoster(assetId: string, file: string): Promise<Asset | undefined> {
      const asset = await repository.asset(assetId);
      const chosen = asset?.posters?.find((poster) => poster.file === file);
      if (!asset?.posters || !chosen) return undefined;
      const posters = [chosen, ...asset.posters.filter((poster) => poster !== chosen)];
      await repository.setPosters(assetId, posters);
      return { ...asset, posters };
    },

    /** Queued and running jobs (`active`) or the jobs in one state; oldest first. */
    async jobs({ state }: { state: IngestJob['state'] | 'active' }): Promise<IngestJob[]> {
      return await repository.jobs(state === 'active' ? ['queued', 'running'] : [state]);
    },

    /**
     * Resolves once a job is done or failed; undefined for an unknown job. Rejects when the signal
     * aborts.
     */
    async finished(
      jobId: string,
      options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
    ): Promise<IngestJob | undefined> {
      for (;;) {
        const job = await repository.job(jobId);
        if (!job || job.state === 'done' || job.state === 'failed') return job;
        options.onProgress?.(job.progress);
        await delay(250, undefined, { signal: options.signal });
      }
    },

    /** Starts working, first on the open jobs of an earlier process. */
    async start(): Promise<void> {
      if (dependencies.alone) {
        await repository.requeueAll();
        await store.sweep(new Set());
      }
      poll = setInterval(pollNow, pollMs);
      pollNow();
    },

    /** Stops working and puts a running job back into the queue. */
    async stop(): Promise<void> {
      clearInterval(poll);
      stopping.abort();
      await draining;
    },
  };
}

async function queue(
  repository: MediaRepository,
  input: IngestInput,
  { job, assetId }: { job: Parameters<MediaRepository['create']>[1]; assetId: string },
  now: Date,
) {
  const reference = input.reference ?? null;
  try {
    const { title, fileName = null } = input;
    await repository.create({ id: assetId, title, reference, fileName }, job, now);
    return { jobId: job.id, assetId };
  } catch (error) {
    if (!reference || !isUniqueViolation(error)) throw error;
  }
  const asset = await repository.assetByReference(reference);
  const newest = asset && (await repository.newestJobOf(asset.id));
  if (!asset || !newest) throw new Error('an asset has no job');
  const isQueued = await repository.createAgain(asset.id, job, now);
  return { jobId: isQueued ? job.id : newest.id, assetId: asset.id };
}
