import type { NewId } from '@bonisa/kit/ids';
import type { Logger } from 'pino';
import {
  type EncodedSegment,
  type Encoding,
  type LiveEncoderTask,
  newEncoding,
  planLive,
  startLiveEncoder,
} from './live-encoder.ts';
import { createLiveFeed } from './live-feed.ts';
import {
  BEGINNING,
  hasEnded,
  type PictureEffect,
  type PictureEvent,
  step,
} from './live-picture.machine.ts';
import { heightsFor } from './live-renditions.ts';
import {
  createPictureParts,
  type PicturedSession,
  type PicturePartsDependencies,
} from './picture-parts.ts';
import { createPictureWrites, isTransient } from './picture-writes.ts';
import type { MediaMessage } from './rtmp-session.ts';

export interface LivePictureDependencies extends PicturePartsDependencies {
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** The pictures of one live ingest session, for viewers. */
export interface LivePicture {
  take(message: MediaMessage): void;
  /** The publisher has left, and may come back. */
  leave(): void;
  /** The live ingest session is over: the schedule goes on. */
  finish(): Promise<void>;
}

/** Encoders of one process at once: each may take a core. */
const MOST_ENCODERS = 4;
const WATCH_MS = 1000;
/** So long after a failure of the file store or the database another part may begin. */
const PAUSE_MS = 2000;

/** Makes the pictures of live ingest sessions: performs what the machine decides. */
export function createLivePictures(dependencies: LivePictureDependencies) {
  const { repository, scheduleOf, newId, logger, clock } = dependencies;
  const microseconds = () => clock.now().getTime() * 1000;
  let encoders = 0;

  return function begin(
    { id: ingestSession, liveChannelId }: PicturedSession,
    close: (why: string) => void,
  ): LivePicture {
    const parts = createPictureParts(dependencies, { id: ingestSession, liveChannelId });
    const writes = createPictureWrites(fail, PAUSE_MS);
    /** Of the parts that are not closed. */
    const encodings = new Map<number, Encoding>();
    const ended = Promise.withResolvers<void>();
    let feed = createLiveFeed();
    let state = BEGINNING;
    let pausing: NodeJS.Timeout | undefined;

    const acts: { [Is in PictureEffect['is']]: (effect: PictureEffect<Is>) => void } = {
      restart_feed: () => feed.restart(),
      open(effect) {
        encodings.set(effect.part, newEncoding(effect, newId(), microseconds()));
      },
      start({ part, mostHeight }) {
        void start(encodings.get(part) as Encoding, mostHeight);
      },
      send({ part, bytes }) {
        const { encoder, waiting, made } = encodings.get(part) as Encoding;
        if (!encoder) waiting.push(bytes);
        else if (!encoder.add(bytes)) send({ is: 'fell_behind', part, made });
      },
      end({ part }) {
        const encoding = encodings.get(part) as Encoding;
        encoding.isWhole = true;
        encoding.encoder?.end();
      },
      close({ part, isLost }) {
        const encoding = encodings.get(part);
        if (!encoding) return;
        encoding.isOver ||= isLost;
        if (isLost) encoding.encoder?.kill();
        writes.addLasting(async () => {
          if (encodings.has(part)) await parts.close(encoding, state.at === 'refused');
          encodings.delete(part);
        });
      },
      refuse({ why }) {
        logger.warn({ ingestSession, why }, 'a live ingest session has no live picture');
        writes.addLasting(() => repository.setPicture(ingestSession, why));
      },
      close_publisher: ({ why }) => close(`the live picture is refused: ${why}`),
      pause({ pause }) {
        parts.measureAnew();
        clearTimeout(pausing);
        const after = async () => send({ is: 'pause_ended', pause });
        pausing = setTimeout(() => writes.add(after), PAUSE_MS);
      },
      log: ({ level, what, facts }) => logger[level]({ ingestSession, ...facts }, what),
    };

    function send(event: PictureEvent): void {
      const next = step(state, event, performance.now());
      state = next.state;
      for (const effect of next.effects) perform(effect);
      if (hasEnded(state)) ended.resolve();
    }

    function perform<Is extends PictureEffect['is']>(effect: PictureEffect<Is>): void {
      acts[effect.is](effect);
    }

    function fail(error: unknown, part?: number): void {
      send({ is: 'failed', error, isTransient: isTransient(error), part });
    }

    async function start(encoding: Encoding, mostHeight: number): Promise<void> {
      const { part, shape } = encoding;
      try {
        const schedule = await scheduleOf(liveChannelId);
        const wanted = schedule?.renditions.map(({ height }) => height);
        const task = planLive(shape, wanted && new Set(wanted), mostHeight);
        encoding.made = task.renditions.map(({ height }) => height);
        encoding.heights = heightsFor(wanted, encoding.made);
        if (!encoding.isOver && encoders < MOST_ENCODERS) return encode(encoding, task);
        if (!encoding.isOver) send({ is: 'no_encoder_free' });
      } catch (error) {
        fail(error, part);
      }
      send({ is: 'encoder_ended', part });
    }

    function encode(encoding: Encoding, task: LiveEncoderTask): void {
      encoders += 1;
      const write = (what: () => Promise<void>) =>
        writes.add(async () => {
          if (encoding.isOver) return;
          await what().catch((error: unknown) => fail(error, encoding.part));
        });
      encoding.encoder = startLiveEncoder({
        task,
        onFirst: (inits) => write(() => parts.begin(encoding, inits, task)),
        onSegment: (segment) => write(() => store(encoding, segment)),
        onEnd(problem) {
          encoders -= 1;
          if (problem && !encoding.isOver)
            logger.warn({ ingestSession, problem }, 'an encoder ended');
          send({ is: 'encoder_ended', part: encoding.part });
        },
      });
      for (const bytes of encoding.waiting.splice(0)) encoding.encoder.add(bytes);
      if (encoding.isWhole) encoding.encoder.end();
    }

    async function store(encoding: Encoding, segment: EncodedSegment): Promise<void> {
      const { part, made } = encoding;
      if (parts.isLate(encoding, segment.index)) return send({ is: 'fell_behind', part, made });
      await parts.store(encoding, segment);
      send({ is: 'stored' });
    }

    const watch = setInterval(() => {
      const encoding = state.at === 'sending' && encodings.get(state.newestPart);
      if (!encoding) return;
      const isOnAir = encoding.segments > 0;
      send({
        is: 'watched',
        made: encoding.made,
        isOnAir,
        isLate: isOnAir && parts.isLate(encoding, encoding.segments),
      });
    }, WATCH_MS);

    return {
      take(message) {
        const taken = feed.take(message);
        send(taken);
        const encoding = taken.is === 'more' && encodings.get(state.newestPart);
        // What waited on its way comes late: the earliest of all shows when they were made.
        if (encoding)
          encoding.madeAt = Math.min(encoding.madeAt, microseconds() - taken.seconds * 1e6);
      },
      leave() {
        feed = createLiveFeed();
        send({ is: 'left' });
      },
      async finish() {
        clearInterval(watch);
        feed = createLiveFeed();
        send({ is: 'finished' });
        await ended.promise;
        clearTimeout(pausing);
        await writes.finish();
        writes.add(parts.leaveAir);
        await writes.finish();
      },
    };
  };
}
