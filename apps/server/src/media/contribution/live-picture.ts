import type { Logger } from 'pino';
import type { Broadcast } from '../../catalogue/catalogue-changes.repository.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { NewId } from '../../platform/ids.ts';
import type { LiveSource } from '../live/live-source.port.ts';
import { createBroadcastCosts, type WeighedSegment } from './broadcast-costs.ts';
import { type ChannelBroadcasts, leavingAir, placeAfter } from './contributed-source.ts';
import type { PictureState } from './contribution.tables.ts';
import type { ContributionPartsRepository } from './contribution-parts.repository.ts';
import { type EncodedSegment, planLive, startLiveEncoder } from './live-encoder.ts';
import { type Encoding, newEncoding } from './live-encoding.ts';
import { createLiveFeed, type FeedShape } from './live-feed.ts';
import { heightsFor, liveRenditions, withHourBytes } from './live-renditions.ts';
import { createPictureWrites } from './picture-writes.ts';
import type { MediaMessage } from './rtmp-session.ts';
import { putSegment } from './stored-segment.ts';
import { isTransient } from './transient-error.ts';

export interface LivePictureDependencies {
  readonly repository: ContributionPartsRepository;
  readonly files: Pick<FileStore, 'put'>;
  /** What the channel shows by its schedule alone, and with contributions over it. */
  readonly scheduleOf: (channelId: number) => Promise<LiveSource | undefined>;
  readonly sourceOf: (channelId: number) => Promise<LiveSource | undefined>;
  /** The contributions that are and were on air. */
  readonly broadcastsOf: (channelId: number) => Promise<ChannelBroadcasts>;
  /** Lets this process know at once what it has written. */
  readonly refresh: () => Promise<void>;
  /** The channel's pages show a contribution, or its schedule again (undefined). */
  readonly showOnAir: (channelId: number, broadcast: Broadcast | undefined) => Promise<void>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** A contribution whose pictures begin. */
export interface PicturedContribution {
  readonly id: string;
  readonly liveChannelId: number;
}

/** The pictures of one contribution, for viewers. */
export interface LivePicture {
  take(message: MediaMessage): void;
  /** The publisher has left, and may come back. */
  leave(): void;
  /** The contribution is over: the schedule goes on. */
  finish(): Promise<void>;
}

/** Encoders of one process at once: each may take a core. */
const MOST_ENCODERS = 4;
/** A segment that is later than this after its time begins another part. */
const LATE = 6_000_000;
const WATCH_MS = 1000;
/** An encoder whose first segment takes longer stands still. */
const FIRST_SEGMENT_MS = 30_000;
/** One that has had so much and made no segment within that time is too slow: fewer renditions. */
const FIRST_SEGMENT_SECONDS = 12;
/** How far a publisher may be ahead of the clock. */
const MOST_AHEAD_SECONDS = 30;
/** New parts in a minute because of the publisher or the encoder, before it is given up. */
const MOST_RESTARTS = 6;
const MINUTE_MS = 60_000;
/** So long after a failure of the file store or the database another part may begin. */
const PAUSE_MS = 2000;
const NO_LIMIT = 4320;

/** Whether an encoder without a first segment is behind what its publisher has sent in time. */
function isBehind({ sentSeconds }: Pick<Encoding, 'sentSeconds'>, waitedMs: number): boolean {
  return Math.min(sentSeconds, waitedMs / 1000) > FIRST_SEGMENT_SECONDS;
}

/** Makes the pictures of contributions, in parts of at most one encoder each. */
export function createLivePictures(dependencies: LivePictureDependencies) {
  const { repository, files, scheduleOf, sourceOf, broadcastsOf, refresh, showOnAir } =
    dependencies;
  const { clock, newId, logger } = dependencies;
  let encoders = 0;
  const microseconds = () => clock.now().getTime() * 1000;

  return function begin(
    { id: contributionId, liveChannelId }: PicturedContribution,
    close: (why: string) => void,
  ): LivePicture {
    let feed = createLiveFeed();
    let encoding: Encoding | undefined;
    let refusal: PictureState | undefined;
    let restarts: number[] = [];
    let mostHeight = NO_LIMIT;
    let onAirSince: Date | undefined;
    let costs = createBroadcastCosts();
    let lastEnd = 0;
    let ended: Promise<void> = Promise.resolve();
    const writes = createPictureWrites(fail, PAUSE_MS);
    /** Set while no part begins because the file store or the database is away. */
    let pause: NodeJS.Timeout | undefined;
    /** Whether the log says that the picture is interrupted. */
    let isInterrupted = false;
    let isFinished = false;

    function fail(error: unknown): void {
      if (!isFinished && isTransient(error)) interrupt(error);
      else {
        logger.error({ err: error, contribution: contributionId }, 'a live picture failed');
        refuse('encoder_failed');
      }
    }

    /** What is sent now is lost. Another part begins when the part before could be closed. */
    function interrupt(error: unknown): void {
      if (!isInterrupted)
        logger.error({ err: error, contribution: contributionId }, 'a live picture is interrupted');
      isInterrupted = true;
      drop();
      feed.restart();
      // Pages may not say what was measured before.
      costs = createBroadcastCosts();
      clearTimeout(pause);
      const begun = setTimeout(() => {
        writes.add(async () => {
          if (pause === begun) pause = undefined;
        });
      }, PAUSE_MS);
      pause = begun;
    }

    function refuse(why: PictureState): void {
      if (refusal) return;
      refusal = why;
      logger.warn({ contribution: contributionId, why }, 'a contribution has no live picture');
      drop();
      writes.addLasting(() => repository.setPicture(contributionId, why));
    }

    /** Ends the part at once, without what the encoder still has. */
    function drop(): void {
      const one = encoding;
      if (!one) return;
      encoding = undefined;
      end(one);
      writes.addLasting(() => closePart(one));
    }

    function end(one: Encoding): void {
      one.isOver = true;
      one.encoder?.kill();
    }

    function restart(): void {
      drop();
      feed.restart();
      if (countRestart() > MOST_RESTARTS) refuse('malformed');
    }

    /** How many parts began anew in the last minute. */
    function countRestart(): number {
      const now = performance.now();
      restarts = [...restarts.filter((at) => now - at < MINUTE_MS), now];
      return restarts.length;
    }

    /** The encoder does not follow: another part with fewer renditions. */
    function relieve(one: Encoding): void {
      if (encoding !== one) {
        one.isOver = true;
        return;
      }
      const lower = one.made.at(-2);
      logger.warn({ contribution: contributionId, made: one.made }, 'the encoder is too slow');
      if (lower === undefined) {
        refuse('too_slow');
        return;
      }
      mostHeight = lower;
      drop();
      feed.restart();
    }

    function start(shape: FeedShape, bytes: Buffer): void {
      const one = newEncoding(newId(), shape, mostHeight);
      one.waiting.push(bytes);
      encoding = one;
      const before = ended;
      ended = one.ended.promise;
      Promise.all([before, scheduleOf(liveChannelId)]).then(
        ([, schedule]) => run(one, schedule),
        (error: unknown) => {
          one.ended.resolve();
          fail(error);
        },
      );
    }

    function run(one: Encoding, schedule: LiveSource | undefined): void {
      if (one.isOver || encoders >= MOST_ENCODERS) {
        one.ended.resolve();
        if (!one.isOver) refuse('no_encoder_free');
        return;
      }
      const wanted = schedule?.renditions.map(({ height }) => height);
      const task = planLive(one.shape, wanted && new Set(wanted), mostHeight);
      one.made = task.renditions.map(({ height }) => height);
      one.heights = heightsFor(wanted, one.made);
      encoders += 1;
      one.encoder = startLiveEncoder({
        task,
        onSegment: (segment) =>
          writes.add(() =>
            store(one, segment, task).catch((error: unknown) => {
              // A later segment must not leave a hole before it.
              end(one);
              throw error;
            }),
          ),
        onEnd(problem) {
          encoders -= 1;
          one.ended.resolve();
          writes.addLasting(() => closePart(one));
          if (problem && !one.isOver)
            logger.warn({ contribution: contributionId, problem }, 'an encoder ended');
          if (encoding !== one) return;
          encoding = undefined;
          feed.restart();
          if (countRestart() > MOST_RESTARTS / 2) refuse('encoder_failed');
        },
      });
      for (const bytes of one.waiting) one.encoder.add(bytes);
      one.waiting = [];
      if (ending.has(one)) one.encoder.end();
    }

    async function store(
      one: Encoding,
      segment: EncodedSegment,
      task: ReturnType<typeof planLive>,
    ): Promise<void> {
      if (one.isOver) return;
      const due = one.startsAt && one.startsAt + (segment.index + 1) * one.duration;
      if (due && microseconds() > due + LATE) return relieve(one);
      const duration = Math.round(segment.duration * 1e6);
      const bytes = await putSegment(files, one.assetId, segment, one.heights);
      if (segment.index === 0) await putOnAir(one, { segment, duration, task });
      else
        await repository.grow(one.assetId, {
          segments: segment.index + 1,
          lastDuration: duration,
          isOpen: true,
        });
      one.segments = segment.index + 1;
      one.lastDuration = duration;
      lastEnd = (one.startsAt ?? 0) + segment.index * one.duration + duration;
      if (segment.index === 0) costs.restart();
      await tellCosts(one, { duration: segment.duration, bytes });
    }

    /**
     * Pages and plays say what this contribution costs, and not what its channel's recordings do.
     */
    async function tellCosts(one: Encoding, segment: WeighedSegment): Promise<void> {
      const measured = costs.add(segment);
      if (!measured || !onAirSince) return;
      await repository.measure(one.assetId, withHourBytes(one.renditions, measured.hourBytes));
      await refresh();
      await showOnAir(liveChannelId, { since: onAirSince, hourCosts: measured.hourCosts });
    }

    async function putOnAir(
      one: Encoding,
      first: { segment: EncodedSegment; duration: number; task: ReturnType<typeof planLive> },
    ): Promise<void> {
      await refresh();
      const place = placeAfter(await sourceOf(liveChannelId), microseconds(), lastEnd);
      one.renditions = liveRenditions(first.task, first.segment, one.heights);
      // Before it is written: where the connection is lost meanwhile it may be, and is closed.
      one.startsAt = place.startsAt;
      one.segments = 1;
      one.lastDuration = first.duration;
      await repository.begin({
        assetId: one.assetId,
        contributionId,
        liveChannelId,
        ...place,
        segmentDuration: one.duration,
        lastDuration: first.duration,
        segments: 1,
        isOpen: true,
        renditions: one.renditions,
      });
      onAirSince ??= new Date(place.startsAt / 1000);
      await refresh();
      await repository.setPicture(contributionId, 'on_air');
      if (isInterrupted) logger.info({ contribution: contributionId }, 'a live picture goes on');
      isInterrupted = false;
    }

    async function closePart(one: Encoding): Promise<void> {
      one.isOver = true;
      if (one.isClosed || one.startsAt === undefined) return;
      const { segments, lastDuration } = one;
      await repository.grow(one.assetId, { segments, lastDuration, isOpen: false });
      if (!refusal) await repository.setPicture(contributionId, 'away');
      await refresh();
      one.isClosed = true;
    }

    async function leaveAir(): Promise<void> {
      if (lastEnd === 0) return;
      await refresh();
      const [schedule, channel] = await Promise.all([
        scheduleOf(liveChannelId),
        broadcastsOf(liveChannelId),
      ]);
      const left = leavingAir(schedule, channel, contributionId, microseconds());
      if (left) await repository.leaveAir(left);
      await refresh();
      await showOnAir(liveChannelId, undefined);
    }

    /** Encodings that end with what they have. */
    const ending = new WeakSet<Encoding>();
    const watch = setInterval(() => {
      const one = encoding;
      if (!one) return;
      if (!one.startsAt) {
        const waited = performance.now() - one.beganAt;
        if (isBehind(one, waited)) relieve(one);
        else if (waited > FIRST_SEGMENT_MS) restart();
        return;
      }
      const end = one.startsAt + (one.segments + 1) * one.duration;
      if (microseconds() > end + LATE) restart();
    }, WATCH_MS);

    return {
      take(message) {
        if (refusal) return;
        const step = feed.take(message);
        if (step.is === 'refused') {
          refuse(step.why);
          close(`the live picture is refused: ${step.why}`);
        } else if (step.is === 'restart') restart();
        else if (step.is === 'begin' && pause) feed.restart();
        else if (step.is === 'begin') start(step.shape, step.bytes);
        else if (step.is === 'more' && encoding) {
          const one = encoding;
          one.sentSeconds = step.seconds;
          const ahead = step.seconds - (performance.now() - one.beganAt) / 1000;
          if (ahead > MOST_AHEAD_SECONDS) refuse('too_fast');
          else if (!one.encoder) one.waiting.push(step.bytes);
          else if (!one.encoder.add(step.bytes)) relieve(one);
        }
      },

      leave() {
        feed = createLiveFeed();
        restarts = [];
        refusal = undefined;
        const one = encoding;
        encoding = undefined;
        if (!one) return;
        ending.add(one);
        one.encoder?.end();
      },

      async finish() {
        this.leave();
        clearInterval(watch);
        await ended;
        isFinished = true;
        clearTimeout(pause);
        await writes.finish();
        writes.add(leaveAir);
        await writes.finish();
      },
    };
  };
}
