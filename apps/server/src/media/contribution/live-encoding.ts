import type { LiveRendition } from '../live/live-source.port.ts';
import { type LiveEncoder, planLive, segmentMicroseconds } from './live-encoder.ts';
import type { FeedShape } from './live-feed.ts';

/** One encoder and its part. */
export interface Encoding {
  readonly assetId: string;
  readonly shape: FeedShape;
  readonly duration: number;
  /** What is stored, and what the encoder makes of it, lowest first. */
  heights: readonly number[];
  made: readonly number[];
  renditions: readonly LiveRendition[];
  readonly beganAt: number;
  encoder: LiveEncoder | undefined;
  /** Before the encoder runs. */
  waiting: Buffer[];
  startsAt: number | undefined;
  /** How much the publisher has sent for it. */
  sentSeconds: number;
  segments: number;
  lastDuration: number;
  /** No further segment counts. */
  isOver: boolean;
  isClosed: boolean;
  readonly ended: PromiseWithResolvers<void>;
}

/** An encoding that waits for its encoder. */
export function newEncoding(assetId: string, shape: FeedShape, mostHeight: number): Encoding {
  return {
    assetId,
    shape,
    duration: segmentMicroseconds(planLive(shape, undefined, mostHeight)),
    heights: [],
    made: [],
    renditions: [],
    beganAt: performance.now(),
    encoder: undefined,
    waiting: [],
    startsAt: undefined,
    sentSeconds: 0,
    segments: 0,
    lastDuration: 0,
    isOver: false,
    isClosed: false,
    ended: Promise.withResolvers<void>(),
  };
}
