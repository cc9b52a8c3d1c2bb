import type { Broadcast } from '@bonisa/content/catalogue-changes.repository';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { INIT_FILE, renditionFolder, SOUND_ALONE, segmentFile } from '../asset.ts';
import { audioInitOf, audioSegmentOf } from '../ingest/audio-rendition.ts';
import { readTracks } from '../ingest/boxes.ts';
import type { LiveSource } from '../live/live-source.port.ts';
import { createBroadcastCosts, type WeighedSegment } from './broadcast-costs.ts';
import type { EncodedSegment, Encoding, Inits, LiveEncoderTask } from './live-encoder.ts';
import type { LiveIngestPartsRepository } from './live-ingest-parts.repository.ts';
import { type ChannelBroadcasts, leavingAir, placeAfter } from './live-ingest-source.ts';
import { liveRenditions, madeFrom, withHourBytes } from './live-renditions.ts';

export interface PicturePartsDependencies {
  readonly repository: LiveIngestPartsRepository;
  readonly files: Pick<FileStore, 'put'>;
  /** What the channel shows by its schedule alone, and with live ingest sessions over it. */
  readonly scheduleOf: (channelId: number) => Promise<LiveSource | undefined>;
  readonly sourceOf: (channelId: number) => Promise<LiveSource | undefined>;
  /** The live ingest sessions that are and were on air. */
  readonly broadcastsOf: (channelId: number) => Promise<ChannelBroadcasts>;
  /** Lets this process know at once what it has written. */
  readonly refresh: () => Promise<void>;
  /** The channel's pages show a live ingest session, or its schedule again (undefined). */
  readonly showOnAir: (channelId: number, broadcast: Broadcast | undefined) => Promise<void>;
  readonly clock: Clock;
}

/** A live ingest session whose pictures begin. */
export interface PicturedSession {
  readonly id: string;
  readonly liveChannelId: number;
}

/** A segment that is later than this after its time begins another part. Microseconds. */
const LATE = 6_000_000;
/**
 * Within so long after its last picture was made a segment is stored: the encoder looks half a
 * second ahead. Microseconds.
 */
const STORED_WITHIN = 1_000_000;

/**
 * Writes what viewers see of a live ingest session: its parts, their costs, and when it left the
 * air.
 */
export function createPictureParts(
  dependencies: PicturePartsDependencies,
  { id: ingestSessionId, liveChannelId }: PicturedSession,
) {
  const { repository, files, scheduleOf, sourceOf, broadcastsOf, refresh, showOnAir, clock } =
    dependencies;
  const microseconds = () => clock.now().getTime() * 1000;
  let onAirSince: Date | undefined;
  let costs = createBroadcastCosts();
  let lastEnd = 0;

  /**
   * Pages and plays say what this live ingest session costs, and not what its channel's recordings
   * do.
   */
  async function tellCosts(encoding: Encoding, segment: WeighedSegment): Promise<void> {
    const measured = costs.add(segment);
    if (!measured || !onAirSince) return;
    await repository.measure(
      encoding.assetId,
      withHourBytes(encoding.renditions, measured.hourBytes),
    );
    await refresh();
    await showOnAir(liveChannelId, { since: onAirSince, hourCosts: measured.hourCosts });
  }

  return {
    /** Whether the segment of this number is too late, come or not. */
    isLate({ startsAt, duration }: Encoding, index: number): boolean {
      return startsAt !== undefined && microseconds() > startsAt + (index + 1) * duration + LATE;
    },

    /**
     * Gives a part its place on the channel, before its first segment is whole: what its encoder
     * takes to start would stay between the publisher and viewers until its end.
     */
    async begin(one: Encoding, inits: Inits, task: LiveEncoderTask): Promise<void> {
      await refresh();
      const notBefore = Math.max(lastEnd, one.madeAt + STORED_WITHIN);
      const place = placeAfter(await sourceOf(liveChannelId), microseconds(), notBefore);
      one.renditions = liveRenditions(task, inits, one.heights);
      // Before it is written: where the connection is lost meanwhile it may be, and is closed.
      one.startsAt = place.startsAt;
      await repository.begin({
        assetId: one.assetId,
        ingestSessionId,
        liveChannelId,
        ...place,
        segmentDuration: one.duration,
        lastDuration: one.duration,
        segments: 0,
        isOpen: true,
        renditions: one.renditions,
      });
      await refresh();
    },

    /** Stores the next segment of a part, the first of which puts it on air. */
    async store(one: Encoding, segment: EncodedSegment): Promise<void> {
      const { index } = segment;
      const startsAt = one.startsAt ?? 0;
      const duration = Math.round(segment.duration * 1e6);
      const bytes = await putSegment(files, one.assetId, segment, one.heights);
      const grown = { segments: index + 1, lastDuration: duration };
      await repository.grow(one.assetId, { ...grown, isOpen: true });
      Object.assign(one, grown);
      lastEnd = startsAt + index * one.duration + duration;
      if (index === 0) {
        onAirSince ??= new Date(startsAt / 1000);
        await refresh();
        await repository.setPicture(ingestSessionId, 'on_air');
        costs.restart();
      }
      await tellCosts(one, { duration: segment.duration, bytes });
    },

    /** Closes a part: no segment follows. `isRefused`: why is written already. */
    async close(one: Encoding, isRefused: boolean): Promise<void> {
      if (one.startsAt === undefined) return;
      const { segments, lastDuration } = one;
      // Of a part without a segment nobody was told: what was on air before goes on.
      if (segments === 0) await repository.forget(one.assetId);
      else await repository.grow(one.assetId, { segments, lastDuration, isOpen: false });
      if (!isRefused) await repository.setPicture(ingestSessionId, 'away');
      await refresh();
    },

    /** Pages may not say what was measured before. */
    measureAnew(): void {
      costs = createBroadcastCosts();
    },

    /** The live ingest session is over: the channel's schedule goes on. */
    async leaveAir(): Promise<void> {
      if (lastEnd === 0) return;
      await refresh();
      const [schedule, channel] = await Promise.all([
        scheduleOf(liveChannelId),
        broadcastsOf(liveChannelId),
      ]);
      const left = leavingAir(schedule, channel, ingestSessionId, microseconds());
      if (left) await repository.leaveAir(left);
      await refresh();
      await showOnAir(liveChannelId, undefined);
    },
  };
}

/** Stores a segment in all renditions of the channel. Returns its bytes by height. */
async function putSegment(
  files: Pick<FileStore, 'put'>,
  assetId: string,
  { index, renditions }: EncodedSegment,
  heights: readonly number[],
): Promise<Map<number, number>> {
  const stored = new Map<number, number>();
  const made = [...renditions.keys()];
  const put = (height: number, file: string, bytes: Buffer) =>
    files.put(`media/${assetId}/${renditionFolder(height)}/${file}`, bytes);
  await Promise.all(
    heights.map(async (height) => {
      const from = renditions.get(madeFrom(made, height));
      if (!from) throw new Error('a rendition has no segment');
      const isSound = height === SOUND_ALONE;
      const track = isSound
        ? readTracks(from.init).find(({ kind }) => kind === 'audio')
        : undefined;
      const init = isSound ? audioInitOf(from.init) : from.init;
      if (!init || (isSound && !track)) throw new Error('a rendition has no sound');
      const bytes = track ? audioSegmentOf(from.bytes, track.id, index + 1) : from.bytes;
      if (index === 0) await put(height, INIT_FILE, init);
      await put(height, segmentFile(index), bytes);
      stored.set(height, bytes.length);
    }),
  );
  return stored;
}
