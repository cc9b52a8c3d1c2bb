import type { NewId } from '@bonisa/kit/ids';
import type { Logger } from 'pino';
import type { LiveSource } from '../live/live-source.port.ts';
import type { PictureState } from './contribution.tables.ts';
import {
  type EncodedSegment,
  type Encoding,
  type LiveEncoderTask,
  newEncoding,
  planLive,
  startLiveEncoder,
} from './live-encoder.ts';
import { createLiveFeed, type FeedShape } from './live-feed.ts';
import { heightsFor } from './live-renditions.ts';
import { afterFault, type PictureFault, UNTRIED } from './picture-faults.ts';
import {
  createPictureParts,
  type PicturedContribution,
  type PicturePartsDependencies,
} from './picture-parts.ts';
import { createPictureWrites, isTransient } from './picture-writes.ts';
import type { MediaMessage } from './rtmp-session.ts';

export interface LivePictureDependencies extends PicturePartsDependencies {
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
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
const WATCH_MS = 1000;
/** An encoder whose first segment takes longer stands still. */
const FIRST_SEGMENT_MS = 30_000;
/** One that has had so much and made no segment within that time is too slow: fewer renditions. */
const FIRST_SEGMENT_SECONDS = 12;
/** How far a publisher may be ahead of the clock. */
const MOST_AHEAD_SECONDS = 30;
/** So long after a failure of the file store or the database another part may begin. */
const PAUSE_MS = 2000;

/** Whether an encoder without a first segment is behind what its publisher has sent in time. */
function isBehind({ sentSeconds }: Pick<Encoding, 'sentSeconds'>, waitedMs: number): boolean {
  return Math.min(sentSeconds, waitedMs / 1000) > FIRST_SEGMENT_SECONDS;
}

/** Makes the pictures of contributions, in parts of at most one encoder each. */
export function createLivePictures(dependencies: LivePictureDependencies) {
  const { repository, scheduleOf, newId, logger } = dependencies;
  let encoders = 0;

  return function begin(
    contribution: PicturedContribution,
    close: (why: string) => void,
  ): LivePicture {
    const { id: contributionId, liveChannelId } = contribution;
    const parts = createPictureParts(dependencies, contribution);
    let feed = createLiveFeed();
    let encoding: Encoding | undefined;
    let refusal: PictureState | undefined;
    let trials = UNTRIED;
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
      parts.measureAnew();
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
      writes.addLasting(() => parts.close(one, refusal !== undefined));
    }

    function end(one: Encoding): void {
      one.isOver = true;
      one.encoder?.kill();
    }

    /** Another part begins with the next keyframe, where not too much went wrong. */
    function anew(fault: PictureFault): void {
      drop();
      feed.restart();
      const next = afterFault(trials, fault, performance.now());
      if (typeof next === 'string') refuse(next);
      else trials = next;
    }

    /** The encoder does not follow: another part has fewer renditions. */
    function relieve(one: Encoding): void {
      const { made } = one;
      one.isOver = true;
      if (encoding !== one) return;
      logger.warn({ contribution: contributionId, made }, 'the encoder is too slow');
      anew({ is: 'behind', made });
    }

    function start(shape: FeedShape, bytes: Buffer): void {
      const one = newEncoding(newId(), shape, trials.mostHeight);
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
      const task = planLive(one.shape, wanted && new Set(wanted), trials.mostHeight);
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
          writes.addLasting(() => parts.close(one, refusal !== undefined));
          if (problem && !one.isOver)
            logger.warn({ contribution: contributionId, problem }, 'an encoder ended');
          if (encoding !== one) return;
          // What it made is still stored.
          encoding = undefined;
          anew({ is: 'encoder_ended' });
        },
      });
      for (const bytes of one.waiting) one.encoder.add(bytes);
      one.waiting = [];
      if (ending.has(one)) one.encoder.end();
    }

    async function store(
      one: Encoding,
      segment: EncodedSegment,
      task: LiveEncoderTask,
    ): Promise<void> {
      if (one.isOver) return;
      if (parts.isLate(one, segment.index)) return relieve(one);
      await parts.store(one, segment, task);
      if (isInterrupted) logger.info({ contribution: contributionId }, 'a live picture goes on');
      isInterrupted = false;
    }

    /** Encodings that end with what they have. */
    const ending = new WeakSet<Encoding>();
    const watch = setInterval(() => {
      const one = encoding;
      if (!one) return;
      if (!one.startsAt) {
        const waited = performance.now() - one.beganAt;
        if (isBehind(one, waited)) relieve(one);
        else if (waited > FIRST_SEGMENT_MS) anew({ is: 'broken' });
        return;
      }
      if (parts.isLate(one, one.segments)) anew({ is: 'broken' });
    }, WATCH_MS);

    return {
      take(message) {
        if (refusal) return;
        const step = feed.take(message);
        if (step.is === 'refused') {
          refuse(step.why);
          close(`the live picture is refused: ${step.why}`);
        } else if (step.is === 'restart') anew({ is: 'broken' });
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
        trials = { ...trials, restarts: [] };
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
        writes.add(parts.leaveAir);
        await writes.finish();
      },
    };
  };
}
