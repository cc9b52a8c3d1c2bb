import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@bonisa/kit/clock/clock';
import { isDiskFull } from '@bonisa/kit/disk-full';
import { transientProblemOf } from '@bonisa/kit/files/file-store';
import type { NewId } from '@bonisa/kit/ids';
import { ChildJobError, DISK_FULL } from '@bonisa/kit/processes/child-job';
import type { Logger } from 'pino';
import {
  type AudioTrack,
  CAPTIONS_FOLDER,
  type CaptionTrack,
  captionFile,
  type Packaged,
  type Rendition,
  SOUND_ALONE,
  type WeighedRendition,
  weighRenditions,
} from '../asset.ts';
import type { Asset, IngestJob, MediaRepository } from '../media.repository.ts';
import type { WaitingCaptions } from '../media.tables.ts';
import type { MediaStore } from '../store.ts';
import { type WeighedTrack, weighTracks } from '../title-audio.ts';
import type { Effort } from './encoding-ladder.ts';
import type { WithSource } from './ingest-source.ts';
import { TRANSIENT_FAILURES } from './transient-failures.ts';

/** A playable asset as other capabilities see it. */
export interface ReadyAsset {
  readonly id: string;
  readonly durationMs: number;
  readonly renditions: readonly WeighedRendition[];
  /** Languages of the captions. */
  readonly captions: readonly string[];
  /** The tracks of its sound, the first one first. */
  readonly audio: readonly WeighedTrack[];
  readonly readyAt: Date;
}

/**
 * Packages one source into an empty folder; with `beside`, as AV1 beside these renditions. Rejects
 * with a {@link ChildJobError}. Callers pass a signal that is not yet aborted.
 */
export type PackageSource = (
  task: {
    readonly file: string;
    readonly folder: string;
    readonly effort: Effort;
    readonly beside?: readonly Pick<Rendition, 'height' | 'segments'>[];
  },
  control: {
    readonly onProgress: (share: number, stage?: string) => void;
    readonly signal: AbortSignal;
  },
) => Promise<Packaged>;

export interface WorkerDependencies {
  readonly repository: MediaRepository;
  readonly store: MediaStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly packageSource: PackageSource;
  readonly withSource: WithSource;
  /** Called for each asset that becomes playable. */
  readonly onReady?: (asset: ReadyAsset) => Promise<void>;
  /** Whether every asset gets AV1 renditions too, by a job that follows the first. */
  readonly makesAv1?: boolean;
  readonly rest: Rest;
  /** Called for each asset that has got AV1 renditions, before its job ends. */
  readonly onAv1?: (assetId: string) => Promise<void>;
}

const MOST_ATTEMPTS = 3;
/** How long to leave a file store alone that is away or full. */
const STORE_RETRY_MS = 5000;
/** A process whose disk is full leaves its job to others for so long. */
const DISK_FULL_REST_MS = 30_000;
const HEARTBEAT_MS = 10_000;
const REPORT_STEP = 0.02;
/** The progress of a job whose files are made, and not yet stored. */
const PACKAGED = 0.99;

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
    const working = AbortSignal.any([signal, superseded.signal]);
    const onSuperseded = () => superseded.abort();
    packaged = await reporting(dependencies, job, onSuperseded, async (reach) => {
      const made = await packageJob(dependencies, job, { signal: working, onProgress: reach });
      reach(PACKAGED, 'storing');
      await untilStored(() => store.publish(folderOf(job)), working, dependencies.rest);
      return made;
    });
  } catch (error) {
    await store.discard(folderOf(job));
    await removePublished(dependencies, [folderOf(job)]);
    const isOurs =
      !superseded.signal.aborted && (await endWithout(dependencies, job, error, signal));
    if (!isOurs) logSuperseded(dependencies, job);
    return;
  }
  if (job.codec === 'av1') return await endAv1(dependencies, job, packaged);
  // After an error here nobody knows what the database did, so the files stay: a heartbeat later
  // the job is either done or another worker's, who then removes them.
  const { id: _, file, effort } = job;
  const following = dependencies.makesAv1 ? { id: dependencies.newId(), file, effort } : undefined;
  const captions = captionsOf(job, packaged).map(trackOf);
  if (!(await repository.succeed(job, packaged, captions, clock.now(), following))) {
    await removePublished(dependencies, [folderOf(job)]);
    return logSuperseded(dependencies, job);
  }
  await removePublished(dependencies, job.earlierClaims);
  await notifyReady(dependencies, job.assetId);
  logger.info({ job: job.id, asset: job.assetId }, 'media packaged');
}

/**
 * Ends a job of AV1. The others are told before the job counts as done: after a crash in between it
 * runs again, and no title costs something else than its pages say.
 */
async function endAv1(
  dependencies: WorkerDependencies,
  job: IngestJob,
  { renditions, audio }: Packaged,
): Promise<void> {
  const { repository, clock, logger, onAv1 } = dependencies;
  const filesId = folderOf(job);
  if (!(await repository.putAv1(job, { filesId, renditions, ...tracksOf(audio) }, clock.now()))) {
    await removePublished(dependencies, [filesId]);
    return logSuperseded(dependencies, job);
  }
  await onAv1?.(job.assetId);
  if (!(await repository.finish(job, clock.now()))) return logSuperseded(dependencies, job);
  await removePublished(dependencies, job.earlierClaims);
  logger.info({ job: job.id, asset: job.assetId }, 'AV1 renditions packaged');
}

/** The tracks of AV1 renditions, where there are several. */
function tracksOf(audio: Packaged['audio']): { tracks?: readonly AudioTrack[] } {
  return audio && audio.tracks.length > 1 ? { tracks: audio.tracks } : {};
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
  signal: AbortSignal,
): Promise<boolean> {
  const { repository, logger, clock, rest } = dependencies;
  // The source could not be read from the file store: the job waits, and no attempt is counted.
  const problem = transientProblemOf(error);
  // It may be refused this one file alone, of which nobody else would say a word.
  if (problem === 'refused')
    logger.error({ err: error, job: job.id }, 'the file store refuses the source of a job');
  if (problem) await rest(STORE_RETRY_MS, signal);
  if (signal.aborted || problem) return await repository.requeue(job, 'stopped');
  const { code, text } = failureOf(error);
  if (code === 'disk_full') {
    if (job.errorCode !== code)
      logger.error({ err: error, job: job.id, code }, 'packaging waits for room on the disk');
    const isOurs = await repository.waitForRoom(job, code, text);
    await rest(DISK_FULL_REST_MS, signal);
    return isOurs;
  }
  if (TRANSIENT_FAILURES.has(code) && job.attempts < MOST_ATTEMPTS) {
    logger.error({ err: error, job: job.id, code }, 'packaging is tried again');
    return await repository.requeue(job, 'crashed');
  }
  logger.error({ err: error, job: job.id, code }, 'packaging failed');
  const isOurs = await repository.fail(job, code, text, clock.now());
  if (isOurs) {
    // An earlier claim of a job of AV1 may have given the asset its files before a crash.
    const used = (await repository.asset(job.assetId))?.av1?.filesId;
    await removePublished(
      dependencies,
      job.earlierClaims.filter((claim) => claim !== used),
    );
  }
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

/**
 * Does work that tells how far it is, and writes that and a heartbeat meanwhile. `onSuperseded` is
 * called where another worker has claimed the job.
 */
async function reporting<Result>(
  { repository, clock, logger }: WorkerDependencies,
  job: IngestJob,
  onSuperseded: () => void,
  work: (reach: (share: number, stage?: string) => void) => Promise<Result>,
): Promise<Result> {
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
  try {
    return await work((share, entered) => {
      progress = share;
      const isNew = entered !== undefined && entered !== stage;
      if (isNew) stage = entered as IngestJob['stage'];
      if (isNew || share - reported >= REPORT_STEP) report();
    });
  } finally {
    clearInterval(heartbeat);
  }
}

/** Packages into the staging folder. */
async function packageJob(
  { repository, store, packageSource, withSource }: WorkerDependencies,
  job: IngestJob,
  control: Parameters<PackageSource>[1],
): Promise<Packaged> {
  const { signal } = control;
  if (job.attempts > MOST_ATTEMPTS)
    throw new ChildJobError(
      'crashed',
      `the server or the encoder ended ${MOST_ATTEMPTS} times while it worked on this source`,
    );
  const beside = job.codec === 'av1' ? await picturesOf(repository, job) : undefined;
  const folder = await store.stage(folderOf(job));
  // A listener added after the abort event would never fire.
  if (signal.aborted) throw new ChildJobError('stopped', 'the work was stopped before it began');
  const packaged = await withSource(
    job.file,
    (file) => {
      // A source of many gigabytes may have been copied from the file store meanwhile.
      signal.throwIfAborted();
      const task = { file, folder, effort: job.effort, ...(beside ? { beside } : {}) };
      return packageSource(task, control);
    },
    signal,
  );
  for (const { language, vtt } of captionsOf(job, packaged))
    await store.stageFile(
      folderOf(job),
      `${CAPTIONS_FOLDER}/${captionFile(language)}`,
      Buffer.from(vtt),
    );
  return packaged;
}

/** The captions that came with a film, and those inside it in other languages. */
function captionsOf(
  { captions, codec }: Pick<IngestJob, 'captions' | 'codec'>,
  packaged: Packaged,
): readonly WaitingCaptions[] {
  const languages = new Set(captions.map(({ language }) => language.toLowerCase()));
  const inside = codec === 'av1' ? [] : (packaged.captions ?? []);
  return [...captions, ...inside.filter(({ language }) => !languages.has(language.toLowerCase()))];
}

/** The renditions with pictures of a job's asset, which is ready. */
async function picturesOf(
  repository: MediaRepository,
  { assetId }: IngestJob,
): Promise<readonly Pick<Rendition, 'height' | 'segments'>[]> {
  const renditions = (await repository.asset(assetId))?.renditions ?? [];
  return renditions
    .filter(({ height }) => height !== SOUND_ALONE)
    .map(({ height, segments }) => ({ height, segments }));
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
    renditions: weighRenditions(asset),
    captions: asset.captions.map((track) => track.language),
    audio: weighTracks(asset),
    readyAt: asset.readyAt ?? asset.createdAt,
  };
}

function trackOf({ language, label }: WaitingCaptions): CaptionTrack {
  return { language, label };
}

/**
 * Does work that needs the file store, again and again while that is away or full: hours of
 * encoding are not thrown away for it. Rejects with any other error, and with the store's when the
 * signal aborts.
 */
async function untilStored(
  work: () => Promise<void>,
  signal: AbortSignal,
  rest: Rest,
): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!transientProblemOf(error) || signal.aborted) throw error;
      await rest(STORE_RETRY_MS, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Resolves after a time, or when the signal aborts. */
export type Rest = (ms: number, signal: AbortSignal) => Promise<void>;

/** Rests in real time. */
export const restFor: Rest = async (ms, signal) => {
  // Only the signal makes it reject.
  await wait(ms, undefined, { signal }).catch(() => undefined);
};
