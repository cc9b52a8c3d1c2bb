import type { Engine, EngineOptions } from './engine.ts';
import { jumpGap } from './gap.ts';
import {
  type AttachedMedia,
  attachMedia,
  longPlayed,
  type OpeningMedia,
} from './media-attachment.ts';
import type { PlayMedia } from './play-media.ts';
import { FetchFault } from './segment-fetch.ts';
import { createSegmentLoader, mimeTypeOf } from './segment-loader.ts';
import { createThroughput } from './throughput.ts';
import {
  bufferedAhead,
  durationOf,
  GAP_SECONDS,
  isBuffered,
  isMostlyBuffered,
  JUMPED_SECONDS,
  type MediaRendition,
  segmentAt,
  type TimelineSegment,
  timelineOf,
} from './timeline.ts';

export interface MseEngineOptions extends Omit<EngineOptions, 'playlist'> {
  readonly media: PlayMedia;
  /** A media source that the element opens already. */
  readonly opening?: OpeningMedia | undefined;
  /** Seconds to buffer ahead of the picture: what is not watched was paid for in vain. */
  readonly aheadSeconds: number;
  /** Whether the viewer pays for each megabyte now. */
  readonly isMetered: () => boolean;
}

/**
 * Jumps that follow each other faster belong to one movement of a finger: only where it ends media
 * are fetched.
 */
const ONE_MOVEMENT_MS = 400;
const MOVEMENT_ENDS_MS = 250;

/** So much more lies ahead where bytes are free: a train's tunnels are longer than the rest. */
const FREE_SECONDS = 10;
/** It grows with what was played, so that nobody who leaves soon has fetched it. */
const FREE_SHARE = 0.05;

/**
 * Plays our own CMAF over Media Source Extensions. It appends each segment while it arrives and
 * buffers no more than `aheadSeconds` on a metered line; `segment-loader.ts` chooses the
 * renditions. Faults go to `onFault`; `recovery.ts` decides what to do about them.
 */
export function createMseEngine(options: MseEngineOptions): Engine {
  const { video, onFault } = options;
  const life = new AbortController();
  const loader = createSegmentLoader(options.media, {
    video,
    throughput: createThroughput(),
    hasStart: options.opening?.prepared !== undefined,
  });
  let segments = timelineOf(options.media.parts);
  let known = options.media;
  let attached: AttachedMedia | undefined;
  let filling = new AbortController();
  /** The segment that is being loaded or waits for room; `undefined`: none. */
  let underWay: number | undefined;
  let soughtAt = Number.NEGATIVE_INFINITY;
  let sought: ReturnType<typeof setTimeout> | undefined;

  function attach(position: number, opening?: OpeningMedia) {
    attached?.detach();
    loader.startOver();
    const mimeType = mimeTypeOf(loader.rendition());
    attached = attachMedia(video, { mimeType, seconds: durationOf(segments), position }, opening);
    fillFrom(segmentAt(segments, position));
  }

  /** Goes on in a fresh media source. The browser pauses an element that gets another one. */
  function attachAgain(position: number) {
    const { paused, playbackRate } = video;
    attach(position);
    video.playbackRate = playbackRate;
    // Refused only where the viewer paused meanwhile; then the picture waits for the viewer.
    if (!paused) video.play().catch(() => undefined);
  }

  /** Starts to fill the buffer from segment `first` on, instead of what is being filled. */
  function fillFrom(first: number) {
    filling.abort();
    filling = new AbortController();
    const { signal } = filling;
    fill(first, attached as AttachedMedia, signal).catch((error: unknown) => {
      if (!signal.aborted) onFault(error instanceof FetchFault ? error.fault : 'media');
    });
  }

  async function fill(first: number, { queue, end }: AttachedMedia, signal: AbortSignal) {
    try {
      for (const segment of segments.slice(first)) {
        // It was paid for before the viewer jumped.
        if (isBuffered(video.buffered, segment)) continue;
        underWay = segment.number;
        // A fresh media source does not know its place before its first segment.
        if (segment.number > first || video.readyState > 0) await room(segment, signal);
        await load(segment, queue, signal);
        const span = longPlayed(video, loader.rendition().bandwidth);
        if (span) await (await queue).remove(span);
      }
      await end();
    } finally {
      if (!signal.aborted) underWay = undefined;
    }
  }

  /**
   * Loads a segment, once more if the browser took it without a word but buffered little of it.
   * What stays away is a fault when the picture arrives there.
   */
  async function load(segment: TimelineSegment, into: AttachedMedia['queue'], signal: AbortSignal) {
    for (let tries = 0; tries < 2; tries++) {
      await loader.load(segment, into, signal);
      if (isMostlyBuffered(video.buffered, segment)) return;
      await (await into).reset();
      loader.startOver();
    }
    // However much of the media before it is there.
    await until(() => bufferedAhead(video.buffered, video.currentTime) < 1, signal);
    throw new Error('the browser buffered too little of a segment');
  }

  /** Resolves when the buffer may take the segment without passing its limit. */
  function room({ start, duration }: TimelineSegment, signal: AbortSignal): Promise<void> {
    return until(() => {
      const { currentTime } = video;
      return start <= currentTime || start + duration - currentTime <= mostAhead();
    }, signal);
  }

  function mostAhead(): number {
    const { aheadSeconds, isMetered, position } = options;
    if (isMetered()) return aheadSeconds;
    const played = Math.max(0, video.currentTime - position);
    return aheadSeconds + Math.min(FREE_SECONDS, played * FREE_SHARE);
  }

  /** Resolves when the picture has come so far that `holds`. */
  function until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (holds()) return resolve();
      const listening = new AbortController();
      const finish = (act: () => void) => {
        listening.abort();
        act();
      };
      const look = () => holds() && finish(resolve);
      video.addEventListener('timeupdate', look, { signal: listening.signal });
      // A jump ends only when there are media at its place, which may be what waits here.
      video.addEventListener('seeking', look, { signal: listening.signal });
      const stop = () => finish(() => reject(signal.reason));
      signal.addEventListener('abort', stop, { signal: listening.signal });
    });
  }

  /** The first segment that is missing after the picture. */
  function missing(): number {
    const { buffered, currentTime } = video;
    const ahead = bufferedAhead(buffered, currentTime);
    return segmentAt(segments, currentTime + (ahead > 0 ? ahead + GAP_SECONDS : 0));
  }

  /** Fills from the first missing segment on. */
  function refill() {
    attached?.queue.then((queue) => queue.reset()).catch(() => undefined);
    loader.startOver();
    fillFrom(missing());
  }

  /** Fetches anew, in another language, all but the segment that plays. */
  function replaceOthers() {
    filling.abort();
    underWay = undefined;
    const { start, duration } = segments[segmentAt(segments, video.currentTime)] as TimelineSegment;
    const spans = [
      { start: 0, end: start },
      { start: start + duration, end: Number.POSITIVE_INFINITY },
    ].filter((span) => span.start < Math.min(span.end, video.duration));
    const replace = async ({ queue }: AttachedMedia) => {
      for (const span of spans) await (await queue).remove(span);
      refill();
    };
    // A media source that was replaced meanwhile is filled anew anyway.
    replace(attached as AttachedMedia).catch(() => undefined);
  }

  /**
   * Fills for the place of the picture, unless that is what is being filled. Where nothing is
   * missing to the end, the browser may still have to be told that it is the end.
   */
  function follow() {
    const wanted = missing();
    if (underWay !== wanted && underWay !== wanted - 1) refill();
  }

  function onSeeking() {
    const now = performance.now();
    const isMoving = now - soughtAt < ONE_MOVEMENT_MS;
    soughtAt = now;
    clearTimeout(sought);
    if (!isMoving) return follow();
    // What is on its way would go on towards a place that the finger only passes.
    filling.abort();
    underWay = undefined;
    sought = setTimeout(follow, MOVEMENT_ENDS_MS);
  }

  const on = (event: keyof HTMLVideoElementEventMap, act: () => void) =>
    video.addEventListener(event, act, { signal: life.signal });
  on('seeking', onSeeking);
  on('waiting', () => {
    jumpGap(video, JUMPED_SECONDS);
    // A browser may drop media that were appended (it manages the memory of an iPhone itself).
    if (video.readyState > 0 && !video.seeking) follow();
  });
  on('error', () => video.error && onFault('media'));
  options.signal.addEventListener('abort', destroy, { once: true, signal: life.signal });
  attach(options.position, options.opening);

  function destroy() {
    life.abort();
    clearTimeout(sought);
    filling.abort();
    attached?.detach();
  }

  return {
    reload: refill,
    repair: attachAgain,
    renew(media: PlayMedia) {
      const before = loader.rendition();
      const goesOn = underWay !== undefined && shapeOf(media) === shapeOf(known);
      known = media;
      segments = timelineOf(media.parts);
      loader.use(media);
      // What is under way was paid for; the next segment has the new address.
      if (goesOn) return;
      const after = loader.rendition();
      // A source buffer for pictures takes no sound alone, and the other way round.
      if (after.height > 0 !== before.height > 0) attachAgain(video.ended ? 0 : video.currentTime);
      else if (languageOf(after) === languageOf(before)) refill();
      else replaceOthers();
    },
    destroy,
  };
}

/** What a rendition's folder says of the language: `360p-zu`. */
function languageOf({ folder }: MediaRendition): string | undefined {
  return folder.split('-')[1];
}

/** The renditions and the durations of a title: what an answer may change beside addresses. */
function shapeOf({ renditions, parts }: PlayMedia): string {
  return JSON.stringify([renditions, parts.map(({ durations }) => durations)]);
}
