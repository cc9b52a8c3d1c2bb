import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { isUniqueViolation } from '../platform/database.ts';
import { isDiskFull } from '../platform/disk-full.ts';
import { newId } from '../platform/ids.ts';
import { CAPTIONS_FOLDER, type CaptionTrack, captionFile, type Packaged } from './asset.ts';
import { ChildJobError, DISK_FULL } from './child-job.ts';
import type { Effort } from './encoding-ladder.ts';
import type { Asset, IngestJob, MediaRepository } from './media.repository.ts';
import type { WaitingCaptions } from './media.tables.ts';
import type { MediaStore } from './store.ts';
import { parseWebVtt, writeWebVtt } from './webvtt.ts';

/** What is handed in to be packaged. */
export interface IngestInput {
  /** A file on this machine; it is read, never changed, and must stay until the job is done. */
  readonly file: string;
  readonly title: string;
  /** Text tracks as WebVTT; a broken one is refused before anything is queued. */
  readonly captions?: readonly (CaptionTrack & { readonly vtt: string })[];
  /** `thorough` unless said. */
  readonly effort?: Effort;
  /**
   * A name of the caller's: handing in the same again answers the asset that is there, or tries
   * anew where it failed.
   */
  readonly reference?: string;
}

/** What others may know of an asset that can be played. */
export interface ReadyAsset {
  readonly id: string;
  readonly durationMs: number;
  readonly renditions: readonly { readonly height: number; readonly bytes: number }[];
  /** Languages of its captions. */
  readonly captions: readonly string[];
  readonly readyAt: Date;
}

/**
 * Packages one source into an empty folder; rejects with a {@link ChildJobError}. Its signal has
 * not been given when it is called.
 */
export type Package = (
  task: { readonly file: string; readonly folder: string; readonly effort: Effort },
  control: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<Packaged>;

export interface IngestDependencies {
  readonly repository: MediaRepository;
  readonly store: MediaStore;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly packageSource: Package;
  /**
   * Whether no other process works on this database: then whatever 'runs' at the start was left by
   * a crash.
   */
  readonly alone: boolean;
  /** How often to look for jobs that another process queued or left behind; 2,000 unless given. */
  readonly pollMs?: number;
  /** Told of each asset that has become playable. */
  readonly onReady?: (asset: ReadyAsset) => Promise<void>;
}

export type IngestService = ReturnType<typeof createIngestService>;

const MOST_ATTEMPTS = 3;
const HEARTBEAT_MS = 15_000;
const SILENCE_MS = 90_000;
const REPORT_STEP = 0.02;
const POLL_MS = 2000;

/**
 * Takes sources in and packages them, one at a time in each process. The jobs are rows of our own
 * table: a worker claims one with `SKIP LOCKED` and reports that it is alive while it works, so a
 * job survives a restart, and another process claims the job of a worker that died.
 */
export function createIngestService(dependencies: IngestDependencies) {
  const { repository, store, clock, logger, pollMs = POLL_MS } = dependencies;
  const stopping = new AbortController();
  let poll: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;
  /** A job may have been queued since the last claim found none. */
  let isWanted = false;

  const claim = async (): Promise<IngestJob | undefined> => {
    if (stopping.signal.aborted) return undefined;
    const now = clock.now();
    const silentSince = new Date(now.getTime() - SILENCE_MS);
    // Looked at first, because most looks find nothing and a claim writes.
    if (!(await repository.isClaimable(silentSince))) return undefined;
    return await repository.claim(now, silentSince);
  };
  const drain = async (): Promise<void> => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      for (let job = await claim(); job; job = await claim())
        await workOn(dependencies, job, stopping.signal);
    }
  };
  /** Looks for jobs now, or again after the work that is under way. */
  const look = (): void => {
    isWanted = true;
    draining ??= drain()
      .catch((error: unknown) => logger.error({ err: error }, 'ingest jobs could not be worked on'))
      .finally(() => {
        draining = undefined;
      });
  };

  return {
    /** Queues a source. Rejects with a {@link WebVttError} for captions that cannot be read. */
    async ingest(input: IngestInput): Promise<{ jobId: string; assetId: string }> {
      const job = {
        id: newId(),
        file: input.file,
        effort: input.effort ?? 'thorough',
        captions: cleanCaptions(input.captions ?? []),
      } as const;
      const queued = await queue(repository, input, job, clock.now());
      // A process that does not work on jobs leaves this one to the poll of one that does.
      if (poll && queued.jobId === job.id) look();
      return queued;
    },

    job: repository.job,
    asset: repository.asset,
    assetByReference: repository.assetByReference,

    /** Jobs that wait or run (`active`), or in one state; oldest first. */
    async jobs({ state }: { state: IngestJob['state'] | 'active' }): Promise<IngestJob[]> {
      return await repository.jobs(state === 'active' ? ['queued', 'running'] : [state]);
    },

    /**
     * Answers a job once it is done or failed. Rejects where the signal says so; undefined for a
     * job that is not there.
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

    /** Begins to work, first on the jobs that an earlier process left. */
    async start(): Promise<void> {
      if (dependencies.alone) {
        await repository.requeue();
        await store.sweep(new Set());
      }
      poll = setInterval(look, pollMs);
      look();
    },

    /** Ends the work; a job that is under way goes back into the queue. */
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
  job: Parameters<MediaRepository['create']>[1],
  now: Date,
) {
  const reference = input.reference ?? null;
  const assetId = newId();
  try {
    await repository.create({ id: assetId, title: input.title, reference }, job, now);
    return { jobId: job.id, assetId };
  } catch (error) {
    if (!reference || !isUniqueViolation(error)) throw error;
  }
  const asset = await repository.assetByReference(reference);
  const newest = asset && (await repository.newestJobOf(asset.id));
  if (!asset || !newest) throw new Error('an asset has no job');
  if (asset.state !== 'failed') return { jobId: newest.id, assetId: asset.id };
  await repository.createAgain(asset.id, job, now);
  return { jobId: job.id, assetId: asset.id };
}

function cleanCaptions(captions: NonNullable<IngestInput['captions']>): WaitingCaptions[] {
  return captions.map(({ language, label, vtt }) => ({
    language,
    label,
    vtt: writeWebVtt(parseWebVtt(vtt)),
  }));
}

async function workOn(
  dependencies: IngestDependencies,
  job: IngestJob,
  signal: AbortSignal,
): Promise<void> {
  const { repository, store, clock, logger } = dependencies;
  try {
    if (job.attempts > MOST_ATTEMPTS)
      throw new ChildJobError(
        'crashed',
        `the server ended ${MOST_ATTEMPTS} times while it worked on this source`,
      );
    const packaged = await packageJob(dependencies, job, signal);
    await store.publish(job.assetId);
    await repository.succeed(job, packaged, job.captions.map(trackOf), clock.now());
    await announce(dependencies, job.assetId);
    logger.info({ job: job.id, asset: job.assetId }, 'media packaged');
  } catch (error) {
    await store.discard(job.assetId);
    if (signal.aborted) return await repository.requeue(job.id);
    const { code, text } = failureOf(error);
    logger.error({ err: error, job: job.id, code }, 'media not packaged');
    await repository.fail(job, code, text, clock.now());
  }
}

/** What is told of a failure: its name, and words that name no path of the machine. */
function failureOf(error: unknown): { code: string; text: string } {
  if (isDiskFull(error)) return { code: 'disk_full', text: DISK_FULL };
  if (error instanceof ChildJobError) return { code: error.code, text: error.message };
  return { code: 'internal', text: 'the server could not keep the packaged media' };
}

/** Packages into the staging folder while the job's heart beats. */
async function packageJob(
  { repository, store, clock, logger, packageSource }: IngestDependencies,
  job: IngestJob,
  signal: AbortSignal,
): Promise<Packaged> {
  await access(job.file).catch(() => {
    throw new ChildJobError('source_missing', 'the source file is not there any more');
  });
  const folder = await store.stage(job.assetId);
  // Who listens for a stop from here on would wait for ever for one that came before.
  if (signal.aborted) throw new ChildJobError('stopped', 'the work was stopped before it began');
  let progress = 0;
  let reported = 0;
  const report = (): void => {
    reported = progress;
    repository
      .report(job.id, progress, clock.now())
      .catch((error: unknown) => logger.error({ err: error, job: job.id }, 'progress not written'));
  };
  const heart = setInterval(report, HEARTBEAT_MS);
  const onProgress = (share: number): void => {
    progress = share;
    if (share - reported >= REPORT_STEP) report();
  };
  try {
    const packaged = await packageSource(
      { file: job.file, folder, effort: job.effort },
      { onProgress, signal },
    );
    for (const { language, vtt } of job.captions)
      await store.stageFile(
        job.assetId,
        `${CAPTIONS_FOLDER}/${captionFile(language)}`,
        Buffer.from(vtt),
      );
    return packaged;
  } finally {
    clearInterval(heart);
  }
}

/**
 * Tells the others. What they cannot take in now they find at their next start: the asset is ready
 * all the same.
 */
async function announce(
  { repository, onReady, logger }: IngestDependencies,
  assetId: string,
): Promise<void> {
  const asset = await repository.asset(assetId);
  if (!asset || !onReady) return;
  await onReady(readyAsset(asset)).catch((error: unknown) =>
    logger.error({ err: error, asset: assetId }, 'ready media not announced'),
  );
}

/** An asset as others may know it. */
function readyAsset(asset: Asset): ReadyAsset {
  return {
    id: asset.id,
    durationMs: asset.durationMs,
    renditions: asset.renditions.map(({ height, bytes }) => ({ height, bytes })),
    captions: asset.captions.map((track) => track.language),
    readyAt: asset.readyAt ?? asset.createdAt,
  };
}

function trackOf({ language, label }: WaitingCaptions): CaptionTrack {
  return { language, label };
}
