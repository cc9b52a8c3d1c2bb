import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Logger } from 'pino';
import type { IngestService } from '../ingest/ingest.service.ts';
import type {
  LiveIngestRepository,
  LiveIngestSession,
  StreamKey,
} from './live-ingest.repository.ts';
import { isTransient } from './picture-writes.ts';
import type { RecordingCopies } from './recording-copies.ts';

/**
 * Finalises recordings of live ingest sessions: each becomes an ingest job, and a video where its
 * stream key says so. What cannot be finalised while the file store or the database is away waits,
 * and is finalised by the sweep.
 */

export interface RecordingFinaliserDependencies {
  readonly repository: LiveIngestRepository;
  readonly ingest: Pick<IngestService, 'ingest' | 'job' | 'isSourceNeeded'>;
  /** Copies a recording to where any process packages it; returns the job's source. */
  readonly share: (file: string, name: string, signal: AbortSignal) => Promise<string>;
  /** The copies of recordings that other processes find. */
  readonly copies: RecordingCopies;
  /** The folder of recordings that wait for ingest. */
  readonly folder: string;
  /** Makes a video of the catalogue from the recording of a live channel, or finds it made. */
  readonly addVideo: (video: {
    readonly liveChannelId: number;
    readonly channel: string;
    readonly assetId: string;
    readonly startedAt: Date;
  }) => Promise<void>;
  /** The name of a live channel; undefined: it was deleted. */
  readonly titleOf: (liveChannelId: number) => Promise<string | undefined>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** A recording whose live ingest session is over. */
export interface EndedRecording {
  readonly startedAt: Date;
  /** Whether nothing was recorded. */
  readonly isEmpty: boolean;
  /** Its size, as far as it is known. */
  readonly bytes: number;
}

/** After so long without a word the process that took a live ingest session is gone. */
export const GONE_MS = 30_000;
/** So long the copies of a recording wait for the process that has the whole of it. */
const OWNER_GONE_MS = 300_000;
/** After so long the folder of that process counts as lost, and its recording with it. */
const LOST_MS = 7 * 86_400_000;
/** How often a process says that it goes on with a recording that it finalises. */
const RENEW_MS = 10_000;
/** The name of a recording that is not fetched to its end. */
const PART = '.part';

/** `signal` breaks off what is under way: the process ends, and the recordings wait. */
export function createRecordingFinaliser(
  dependencies: RecordingFinaliserDependencies,
  signal: AbortSignal,
) {
  const { repository, ingest, share, copies, folder, addVideo, titleOf, clock, logger } =
    dependencies;
  const fileOf = (id: string): string => join(folder, `${id}.flv`);
  const report = (what: string) => (error: unknown) => logger.error({ err: error }, what);
  /** Recordings of which the log says that they wait. */
  const waiting = new Set<string>();

  async function finalise(
    id: string,
    { liveChannelId, recordTo }: Pick<StreamKey, 'liveChannelId' | 'recordTo'>,
    { startedAt, isEmpty }: EndedRecording,
  ): Promise<void> {
    if (isEmpty) {
      await rm(fileOf(id), { force: true });
      await repository.finish(id, { state: 'ended', jobId: null }, clock.now());
      waiting.delete(id);
      return await copies.remove(id);
    }
    const channel = (await titleOf(liveChannelId)) ?? 'A live channel';
    const title = `${channel}, ${startedAt.toISOString().slice(0, 16)}`;
    signal.throwIfAborted();
    // A repetition finds the job, and then the video, that were made before.
    const { jobId, assetId } = await ingest.ingest({
      file: await share(fileOf(id), `contribution-${id}`, signal),
      title,
      effort: 'quick',
      reference: `contribution:${id}`,
    });
    if (recordTo)
      await addVideo({ liveChannelId, channel: recordTo, assetId, startedAt }).catch(
        unlessItPasses(report('the recording of a live ingest session got no video')),
      );
    await repository.finish(id, { state: 'ended', jobId }, clock.now());
    waiting.delete(id);
    await copies.remove(id).catch(report('the copies of a recording could not be removed'));
    logger.info({ ingestSession: id, job: jobId }, 'a live ingest session has ended');
  }

  /** Finalises a recording, or leaves it to the sweep where what is in the way passes by itself. */
  async function finaliseOrWait(...[id, key, ended]: Parameters<typeof finalise>): Promise<void> {
    try {
      await finalise(id, key, ended);
    } catch (error) {
      // That it waits was recorded before.
      if (signal.aborted) return;
      if (!isTransient(error)) throw error;
      if (!waiting.has(id))
        logger.error({ err: error, ingestSession: id }, 'a recording waits to be finalised');
      waiting.add(id);
      // Without a word of it the sweep finds the live ingest session silent and does the same.
      await repository
        .wait(id, ended.bytes, clock.now())
        .catch(report('that a recording waits could not be recorded'));
    }
  }

  /**
   * Whether this process may finalise a recording that lies in the folder of another one, which may
   * come back for it: once that process is gone, from what was copied.
   */
  async function isOurs({ id, seenAt, endedAt }: LiveIngestSession): Promise<boolean> {
    const silentMs = clock.now().getTime() - seenAt.getTime();
    if (endedAt && silentMs < OWNER_GONE_MS) return false;
    if (await copies.has(id)) return true;
    if (silentMs > LOST_MS)
      await repository.finish(id, { state: 'failed', jobId: null }, clock.now());
    return false;
  }

  /** A file with the recording's name is whole: what was fetched so far has another one. */
  async function fetch(id: string): Promise<void> {
    const part = `${fileOf(id)}${PART}`;
    try {
      await copies.fetch(id, part, signal);
      await rename(part, fileOf(id));
    } finally {
      await rm(part, { force: true });
    }
  }

  /**
   * Says every few seconds that this process goes on with a recording: another one, or the sweep,
   * would take it for left behind.
   */
  async function renewingClaim(
    id: string,
    bytes: number,
    work: () => Promise<void>,
  ): Promise<void> {
    const renew = () =>
      repository
        .wait(id, bytes, clock.now())
        .catch(report('a claim of a recording could not be renewed'));
    const renewals = setInterval(renew, RENEW_MS);
    try {
      await work();
    } finally {
      clearInterval(renewals);
    }
  }

  async function finaliseLeft(left: LiveIngestSession): Promise<void> {
    const { id, liveChannelId, startedAt, bytes } = left;
    const isHere = bytes === 0 || existsSync(fileOf(id));
    if (!isHere && !(await isOurs(left))) return;
    if (!(await repository.claim(left, clock.now()))) return;
    await renewingClaim(id, bytes, async () => {
      if (!isHere) await fetch(id);
      const key = await repository.keyOf(liveChannelId);
      const recordTo = key?.recordTo ?? null;
      await finaliseOrWait(
        id,
        { liveChannelId, recordTo },
        { startedAt, isEmpty: bytes === 0, bytes },
      );
    });
  }

  /** Finalises the recording of a live ingest session that ends in this process. */
  async function finaliseEnded(...[id, key, ended]: Parameters<typeof finalise>): Promise<void> {
    const bytes = ended.isEmpty ? 0 : ended.bytes;
    await repository
      .wait(id, bytes, clock.now())
      .catch(report('that a recording waits could not be recorded'));
    await renewingClaim(id, bytes, () => finaliseOrWait(id, key, ended));
  }

  return {
    fileOf,
    finalise: finaliseEnded,

    /** Removes what an ended process of this folder had not fetched to its end. */
    async clear(): Promise<void> {
      const names = existsSync(folder) ? await readdir(folder) : [];
      for (const name of names) if (name.endsWith(PART)) await rm(join(folder, name));
    },

    /**
     * Finalises the recordings that ended processes left behind or that waited, except those that
     * this process still takes, and removes those that are packaged.
     */
    async sweep(taken: ReadonlySet<string>): Promise<void> {
      for (const left of await repository.silent(new Date(clock.now().getTime() - GONE_MS)))
        if (!taken.has(left.id) && !signal.aborted)
          await finaliseLeft(left).catch(
            unlessItPasses(report('the recording of a live ingest session could not be finalised')),
          );
      for (const { id, jobId } of await repository.recorded()) {
        if (!existsSync(fileOf(id))) continue;
        const job = jobId ? await ingest.job(jobId) : undefined;
        if (job?.state === 'done' && !(await ingest.isSourceNeeded(fileOf(id))))
          await rm(fileOf(id), { force: true });
      }
    },
  };
}

/** Throws an error again that passes by itself, and gives any other one to `report`. */
function unlessItPasses(report: (error: unknown) => void) {
  return (error: unknown): void => {
    if (isTransient(error)) throw error;
    report(error);
  };
}
