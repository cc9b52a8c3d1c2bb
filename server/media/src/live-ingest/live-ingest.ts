import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Catalogue } from '@bonisa/content/catalogue';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import type { NewId } from '@bonisa/kit/ids';
import type { Logger } from 'pino';
import type { IngestService } from '../ingest/ingest.service.ts';
import type { Live } from '../live/live.ts';
import type { LiveIngestConfig } from './live-ingest.config.ts';
import { createLiveIngestRepository } from './live-ingest.repository.ts';
import { createLiveIngestService } from './live-ingest.service.ts';
import { listenForPublishers } from './live-ingest-listener.ts';
import { createLiveIngestPartsRepository } from './live-ingest-parts.repository.ts';
import { createLivePictures } from './live-picture.ts';
import { createPartsSweep } from './parts-sweep.ts';
import { createRecordingCopies, NO_COPIES } from './recording-copies.ts';

export interface LiveIngestDependencies {
  readonly config: { readonly dataDir: string; readonly liveIngest: LiveIngestConfig };
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Logger;
  readonly catalogue: Pick<Catalogue, 'service' | 'reading' | 'liveRecordings'>;
  readonly ingest: Pick<IngestService, 'ingest' | 'job' | 'isSourceNeeded'>;
  readonly files: FileStore;
  /** Copies a recording to where any process packages it; returns the job's source. */
  readonly share: (file: string, name: string, signal: AbortSignal) => Promise<string>;
  /** Whether no other process uses this database. */
  readonly alone: boolean;
  /** The channels as live ingest sessions find them. */
  readonly live: Pick<Live, 'onAir' | 'scheduleOf' | 'sourceOf'>;
}

export type LiveIngest = ReturnType<typeof createLiveIngest>;

/**
 * A recording has at most this many bytes and lasts at most six hours. A stop must end before the
 * process is killed, 30 seconds after its drain window: requests in flight may take 20 of them.
 */
const LIMITS = { mostBytes: 30_000_000_000, mostMs: 6 * 3_600_000, stopMs: 10_000 } as const;
const SWEEP_MS = 15_000;

/** Builds live ingest sessions: live programmes that publishers send in by RTMP. */
export function createLiveIngest(dependencies: LiveIngestDependencies) {
  const { config, db, clock, newId, logger, catalogue, ingest, files, live } = dependencies;
  const { share, alone } = dependencies;
  const copies = alone
    ? NO_COPIES
    : createRecordingCopies(files, (error) =>
        logger.error({ err: error }, 'a recording could not be copied into the file store'),
      );
  const folder = join(config.dataDir, 'contributions');
  const channels = () => catalogue.reading.everyLiveChannel();
  /** Whether viewers have a channel in whose window this instant is. */
  const isShown = async (channelId: number, at: Date): Promise<boolean> =>
    (await catalogue.reading.programmedChannels(at)).some(({ id }) => id === channelId);
  const parts = createLiveIngestPartsRepository(db);
  const beginPicture = createLivePictures({
    repository: parts,
    files,
    scheduleOf: live.scheduleOf,
    sourceOf: live.sourceOf,
    broadcastsOf: live.onAir.of,
    refresh: live.onAir.refresh,
    showOnAir: catalogue.service.setBroadcast,
    clock,
    newId,
    logger,
  });
  const sweepParts = createPartsSweep({
    repository: parts,
    files,
    live,
    showSchedule: (channelId) => catalogue.service.setBroadcast(channelId, undefined),
    clock,
  });
  const repository = createLiveIngestRepository(db);
  const service = createLiveIngestService({
    beginPicture,
    closeParts: async (id) => {
      if (await parts.close(id)) await parts.setPicture(id, 'away');
      await live.onAir.refresh();
    },
    repository,
    ingest,
    share,
    copies,
    folder,
    addVideo: async (video) => {
      const { liveChannelId, startedAt } = video;
      const { publishesRecordings } = config.liveIngest;
      const published = publishesRecordings && (await isShown(liveChannelId, startedAt));
      await catalogue.liveRecordings.add({ ...video, published });
    },
    titleOf: async (id) => (await channels()).find((channel) => channel.id === id)?.title,
    clock,
    newId,
    logger,
    limits: LIMITS,
  });
  return {
    service,
    /** All live channels, also those that viewers do not see. */
    channels,
    /** Where this process listens for publishers; undefined: it does not. */
    port: config.liveIngest.port,
    /** The newest part of each live ingest session: what viewers are sent. */
    newestParts: parts.newestOf,
    clock,
    /** Whether viewers see a channel with this slug. */
    hasChannel: async (slug: string) =>
      (await catalogue.reading.listed('channel', clock.now())).some((row) => row.slug === slug),

    /**
     * Listens for publishers, where a port is configured, and removes what live ingest sessions
     * left behind, also those of a process that never came back. Returns what stops it.
     */
    async start(): Promise<() => Promise<void>> {
      const { port, host, mostBitsPerSecond } = config.liveIngest;
      // A process alone that does not listen has no recordings.
      const sweeps = port !== undefined || !alone;
      if (port !== undefined) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await service.endLeft();
      }
      if (sweeps) await service.clear();
      let swept = Promise.resolve();
      const sweep = (): void => {
        swept = swept
          .then(sweeps ? service.sweep : undefined)
          .then(sweepParts)
          .catch((error: unknown) =>
            logger.error(
              { err: error },
              'what live ingest sessions left could not be looked through',
            ),
          );
      };
      sweep();
      const sweeping = setInterval(sweep, SWEEP_MS);
      const stop = async (): Promise<void> => {
        clearInterval(sweeping);
        await service.stop(swept);
      };
      if (port === undefined) return stop;
      const { publish } = service;
      const server = await listenForPublishers({
        host,
        port,
        mostBitsPerSecond,
        publish,
        logger,
      });
      logger.info({ host, port }, 'listening for live ingest sessions');
      return async () => {
        server.close();
        await stop();
      };
    },
  };
}
