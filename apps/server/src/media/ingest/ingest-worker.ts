import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import { isDiskFull } from '../../platform/disk-full.ts';
import {
  CAPTIONS_FOLDER,
  type CaptionTrack,
  captionFile,
  fetchedBytes,
  type Packaged,
} from '../asset.ts';
import type { Asset, IngestJob, MediaRepository } from '../media.repository.ts';
import type { WaitingCaptions } from '../media.tables.ts';
import type { MediaStore } from '../store.ts';
import { ChildJobError, DISK_FULL } from './child-job.ts';
import type { Effort } from './encoding-ladder.ts';
import type { WithSource } from './ingest-source.ts';

/** A playable asset as other capabilities see it. */
export interface ReadyAsset {
  readonly id: string;
  readonly durationMs: number;
  readonly renditions: readonly { readonly height: number; readonly bytes: number }[];
  /** Languages of the captions. */
  readonly captions: readonly string[];
  readonly readyAt: Date;
}

/**
 * Packages one source into an empty folder. Rejects with a {@link ChildJobError}. Callers pass a
 * signal that is not yet aborted.
 */
export type PackageSource = (
  task: { readonly file: string; readonly folder: string; readonly effort: Effort },
  control: {
    readonly onProgress: (share: number, stage?: string) => void;
    readonly signal: AbortSignal;
  },
) => Promise<Packaged>;

export interface WorkerDependencies {
  readonly repository: MediaRepository;
  readonly store: MediaStore;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly packageSource: PackageSource;
  readonly withSource: WithSource;
  /** Called for each asset that becomes playable. */
  readonly onReady?: (asset: ReadyAsset) => Promise<void>;
}

const MOST_ATTEMPTS = 3;
/** Failures that say nothing about the source: somebody or the system killed the encoder. */
const TRANSIENT: ReadonlySet<string> = new Set(['crashed', 'out_of_memory']);
const HEARTBEAT_MS = 15_000;
const REPORT_STEP = 0.02;

/**
 * Works on a claimed job to its end. Its files lie in a folder that has the claim's name, in the
 * store too, until one transaction ends the job and makes that folder the asset's. So a worker
 * whose job another one has claimed meanwhile overwrites nothing, and removes only its own files.
 */
export async function workOn(
  dependencies: WorkerDependencies,
  job: IngestJob,
  signal: AbortSignal,
): Promise<void> {
  const { repository, store, clock, logger } = dependencies;
  const superseded = new AbortController();
  let packaged: Packaged;
  try {
    packaged = await packageJob(dependencies, job, {
      signal: AbortSignal.any([signal, superseded.signal]),
      onSuperseded: () => superseded.abort(),
    });
    await store.publish(folderOf(job));
  } catch (error) {
    await store.discard(folderOf(job));
    await removePublished(dependencies, [folderOf(job)]);
    const isOurs =
      !superseded.signal.aborted && (await endWithout(dependencies, job, error, signal.aborted));
    if (!isOurs) logSuperseded(dependencies, job);
    return;
  }
  // After an error here nobody knows what the database did, so the files stay: a heartbeat later
  // the job is either done or another worker's, who then removes them.
  if (!(await repository.succeed(job, packaged, job.captions.map(trackOf), clock.now()))) {
    await removePublished(dependencies, [folderOf(job)]);
    return logSuperseded(dependencies, job);
  }
  await removePublished(dependencies, job.earlierClaims);
  await notifyReady(dependencies, job.assetId);
  logger.info({ job: job.id, asset: job.assetId }, 'media packaged');
}

/** The folder of a job's files: its claim. */
function folderOf(job: IngestJob): string {
  return job.claim ?? job.assetId;
}

function logSuperseded({ logger }: WorkerDependencies, job: IngestJob): void {
  logger.info({ job: job.id }, 'another worker has claimed the job');
}

/** Ends a job that has made no media. Returns false if another worker has claimed it. */
async function endWithout(
  dependencies: WorkerDependencies,
  job: IngestJob,
  error: unknown,
  isStopped: boolean,
): Promise<boolean> {
  const { repository, logger, clock } = dependencies;
  if (isStopped) return await repository.requeue(job, 'stopped');
  const { code, text } = failureOf(error);
  if (TRANSIENT.has(code) && job.attempts < MOST_ATTEMPTS) {
    logger.error({ err: error, job: job.id, code }, 'packaging is tried again');
    return await repository.requeue(job, 'crashed');
  }
  logger.error({ err: error, job: job.id, code }, 'packaging failed');
  const isOurs = await repository.fail(job, code, text, clock.now());
  if (isOurs) await removePublished(dependencies, job.earlierClaims);
  return isOurs;
}

/** Removes files that no asset names. What cannot be removed only takes space. */
async function removePublished(
  { store, logger }: WorkerDependencies,
  folders: readonly string[],
): Promise<void> {
  for (const folder of folders)
    await store
      .remove(folder)
      .catch((error: unknown) =>
        logger.error({ err: error, folder }, 'could not remove files of an unfinished job'),
      );
}

/**
 * The error code and the operator's message for a failure. The message contains no path of the
 * machine.
 */
function failureOf(error: unknown): { code: string; text: string } {
  if (isDiskFull(error)) return { code: 'disk_full', text: DISK_FULL };
  if (error instanceof ChildJobError) return { code: error.code, text: error.message };
  return { code: 'internal', text: 'the server could not keep the packaged media' };
}

/** Packages into the staging folder and writes a heartbeat meanwhile. */
async function packageJob(
  { repository, store, clock, logger, packageSource, withSource }: WorkerDependencies,
  job: IngestJob,
  { signal, onSuperseded }: { readonly signal: AbortSignal; readonly onSuperseded: () => void },
): Promise<Packaged> {
  if (job.attempts > MOST_ATTEMPTS)
    throw new ChildJobError(
      'crashed',
      `the server or the encoder ended ${MOST_ATTEMPTS} times while it worked on this source`,
    );
  const folder = await store.stage(folderOf(job));
  // A listener added after the abort event would never fire.
  if (signal.aborted) throw new ChildJobError('stopped', 'the work was stopped before it began');
  let progress = 0;
  let reported = 0;
  let stage: IngestJob['stage'] = 'probing';
  const report = (): void => {
    reported = progress;
    repository.report(job, { progress, stage }, clock.now()).then(
      (isOurs) => {
        if (!isOurs) onSuperseded();
      },
      (error: unknown) =>
        logger.error({ err: error, job: job.id }, 'could not record the progress of a job'),
    );
  };
  const heartbeat = setInterval(report, HEARTBEAT_MS);
  const onProgress = (share: number, entered?: string): void => {
    progress = share;
    const isNew = entered !== undefined && entered !== stage;
    if (isNew) stage = entered as IngestJob['stage'];
    if (isNew || share - reported >= REPORT_STEP) report();
  };
  try {
    const packaged = await withSource(
      job.file,
      (file) => {
        // A source of many gigabytes may have been copied from the file store meanwhile.
        signal.throwIfAborted();
        return packageSource({ file, folder, effort: job.effort }, { onProgress, signal });
      },
      signal,
    );
    for (const { language, vtt } of job.captions)
      await store.stageFile(
        folderOf(job),
        `${CAPTIONS_FOLDER}/${captionFile(language)}`,
        Buffer.from(vtt),
      );
    return packaged;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Notifies the other capabilities. A failure is only logged: they find the ready asset at their
 * next start.
 */
async function notifyReady(
  { repository, onReady, logger }: WorkerDependencies,
  assetId: string,
): Promise<void> {
  const asset = await repository.asset(assetId);
  if (!asset || !onReady) return;
  await onReady(readyAsset(asset)).catch((error: unknown) =>
    logger.error({ err: error, asset: assetId }, 'could not notify of ready media'),
  );
}

/** Reduces an asset to what other capabilities see. */
function readyAsset(asset: Asset): ReadyAsset {
  return {
    id: asset.id,
    durationMs: asset.durationMs,
    renditions: asset.renditions.map((rendition) => ({
      height: rendition.height,
      bytes: fetchedBytes(rendition, asset.durationMs),
    })),
    captions: asset.captions.map((track) => track.language),
    readyAt: asset.readyAt ?? asset.createdAt,
  };
}

function trackOf({ language, label }: WaitingCaptions): CaptionTrack {
  return { language, label };
}
