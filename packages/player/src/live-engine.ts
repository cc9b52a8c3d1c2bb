import type { CmcdTerms } from './cmcd.ts';
import type { Engine, EngineOptions } from './engine.ts';
import { jumpGap } from './gap.ts';
import type { ServerClock } from './live-clock.ts';
import { livePace } from './live-pace.ts';
import type { LiveTimeline, WrittenSpan } from './live-timeline.ts';
import { type AttachedMedia, attachMedia } from './media-attachment.ts';
import { FetchFault, fetchPieces, wholeOf } from './segment-fetch.ts';
import { createSegmentLoader, mimeTypeOf } from './segment-loader.ts';
import { createThroughput } from './throughput.ts';
import {
  bufferedAhead,
  GAP_SECONDS,
  type MediaRendition,
  type TimelineSegment,
} from './timeline.ts';

/** A live channel as the answer of its play call describes it. */
export interface LiveMedia {
  /** The server's clock when it answered. */
  readonly now: number;
  /** Where spans are, with a slash at its end. */
  readonly address: string;
  /** Names what the spans say: another one replaces them. */
  readonly source: string;
  readonly span_seconds: number;
  readonly back_seconds: number;
  readonly spans: readonly WrittenSpan[];
  /** Lowest first. */
  readonly renditions: readonly MediaRendition[];
  readonly cmcd?: CmcdTerms | undefined;
}

/** A gap that is jumped: a cut at the end of a week. */
const CUT_SECONDS = 5;
/** So far behind the newest position playback jumps to it. */
export const LOST_SECONDS = 20;
const AHEAD_SECONDS = 20;
/** The end of the buffer and the segment that follows it differ by less. */
const NEIGHBOUR_SECONDS = 3;
/** The clock is set so often, and a change of what is on air found. */
const SYNC_MS = 8_000;
/** A segment that should be there is waited for so long after its end. */
const MISSING_SECONDS = 25;
/** More than the buffer holds ahead. */
const MOST_LOADED = 20;
const MISSING_RETRY_MS = 700;
const TICK_MS = 500;
/** Longer than anybody watches; a live element has no end of its own. */
const DURATION_SECONDS = 7 * 86_400;

/** What the engine needs of its player. */
interface LiveParts {
  media(): LiveMedia;
  source(): string;
  followSource(source: string): void;
  readonly clock: ServerClock;
  readonly timeline: LiveTimeline;
  edge(): number;
  oldest(): number;
  isFollowing(): boolean;
  follow(does: boolean): void;
  goLive(): void;
  secondsOf(instant: number): number;
}

/** Fills the element's buffer with what is on air, and keeps playback near it. */
export function createLiveEngine(
  { video, position, signal: playing, onFault }: Omit<EngineOptions, 'playlist'>,
  live: LiveParts,
): Engine {
  const { timeline, clock } = live;
  const life = new AbortController();
  const { renditions, cmcd: ids } = live.media();
  const cmcd = ids && { ...ids, isLive: true };
  const described = { parts: timeline.parts, renditions, cmcd };
  const loader = createSegmentLoader(described, { video, throughput: createThroughput() });
  let attached: AttachedMedia | undefined;
  let filling = new AbortController();
  /** Up to here the buffer is filled, or being filled. */
  let reached = 0;
  /** What is in the buffer, newest last. */
  let loaded: readonly { segment: TimelineSegment; base: string | undefined }[] = [];

  function attach(from: number) {
    attached?.detach();
    loader.startOver();
    const mimeType = mimeTypeOf(loader.rendition());
    attached = attachMedia(video, { mimeType, seconds: DURATION_SECONDS, position: from });
    fillFrom(from);
  }

  function fillFrom(from: number) {
    filling.abort();
    filling = new AbortController();
    const { signal } = filling;
    fill(from, attached as AttachedMedia, signal).catch((error: unknown) => {
      if (!signal.aborted) onFault(error instanceof FetchFault ? error.fault : 'media');
    });
  }

  async function fill(from: number, { queue }: AttachedMedia, signal: AbortSignal) {
    let offset: number | undefined;
    reached = from;
    for (;;) {
      const segment = await segmentFrom(reached, signal);
      const source = live.source();
      await until(() => isDue(segment, from) || source !== live.source(), signal);
      if (source !== live.source()) continue;
      // A part that comes again needs its init segment again, with the new offset.
      if (segment.offset !== offset) loader.startOver();
      offset = segment.offset;
      try {
        await loader.load(segment, queue, signal);
        reached = segment.start + segment.duration;
        loaded = [...loaded.slice(-MOST_LOADED), { segment, base: baseOf(segment) }];
      } catch (error) {
        if (!mayCome(segment, error)) throw error;
        offset = undefined;
        const again = performance.now() + MISSING_RETRY_MS;
        await sync();
        await until(() => performance.now() >= again, signal);
      }
    }
  }

  function baseOf({ part }: TimelineSegment): string | undefined {
    return timeline.parts[part]?.base;
  }

  /** Takes out of the buffer what the channel shows no more: what replaces it is fetched. */
  function takeBack() {
    const other = loaded.find(({ segment: { start, index }, base }) => {
      const now = start > video.currentTime + 1 ? timeline.segmentFrom(start + 0.1) : undefined;
      return now && (now.index !== index || baseOf(now) !== base);
    });
    if (!other || !attached) return;
    const { start } = other.segment;
    loaded = [];
    filling.abort();
    attached.queue
      .then(async (queue) => {
        await queue.reset();
        await queue.remove({ start, end: Number.POSITIVE_INFINITY });
      })
      .catch(() => undefined);
    loader.startOver();
    fillFrom(start);
  }

  /** Whether a segment is missing that a broadcast may still send. */
  function mayCome({ start, duration }: TimelineSegment, error: unknown): boolean {
    const late = live.secondsOf(clock.now()) - start - duration;
    return error instanceof FetchFault && error.fault === 'missing' && late < MISSING_SECONDS;
  }

  /** A segment that was on air whole, and that the buffer has room for. */
  function isDue({ start, duration }: TimelineSegment, from: number): boolean {
    const end = start + duration;
    // An element without media is still at zero.
    const place = video.readyState === 0 ? from : video.currentTime;
    return end <= live.secondsOf(clock.now()) && end - place <= AHEAD_SECONDS;
  }

  async function segmentFrom(at: number, signal: AbortSignal): Promise<TimelineSegment> {
    for (;;) {
      const found = timeline.segmentFrom(at);
      if (found) return found;
      const number = spanAt(at);
      // At the end of a span the next one begins before its own time by less than a segment.
      const next = [number, number + 1].find((one) => !timeline.has(one));
      // Nothing follows: the channel has gone off air.
      if (next === undefined) throw new FetchFault('missing');
      await fetchSpan(next, signal);
    }
  }

  function spanAt(position: number): number {
    const instant = clock.now() + (position - live.secondsOf(clock.now())) * 1000;
    return Math.floor(instant / 1000 / live.media().span_seconds);
  }

  async function fetchSpan(number: number, signal: AbortSignal): Promise<void> {
    const address = `${live.media().address}${number}.json?source=${live.source()}`;
    const bytes = await wholeOf(fetchPieces(address, 0, signal));
    timeline.add(JSON.parse(new TextDecoder().decode(bytes)));
  }

  /** Resolves once `isSo`, looked at while time and playback go on. */
  function until(isSo: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (isSo()) return resolve();
      const done = () => {
        clearInterval(timer);
        signal.removeEventListener('abort', stop);
      };
      const stop = () => {
        done();
        reject(signal.reason);
      };
      const timer = setInterval(() => {
        if (!isSo()) return;
        done();
        resolve();
      }, TICK_MS / 4);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  function refill() {
    const { buffered, currentTime } = video;
    attached?.queue.then((queue) => queue.reset()).catch(() => undefined);
    loader.startOver();
    const ahead = bufferedAhead(buffered, currentTime);
    fillFrom(currentTime + (ahead > 0 ? ahead + GAP_SECONDS : 0));
  }

  /** Keeps near the newest position after a stall or sleep, and inside the window after a pause. */
  function keepUp() {
    if (video.readyState === 0) return;
    if (video.seeking) {
      // A seek to before the channel went on air ends once its first media are due.
      jumpGap(video, LOST_SECONDS, Math.min(reached, live.edge()));
      return;
    }
    const { currentTime, playbackRate } = video;
    if (currentTime < live.oldest() - LOST_SECONDS) {
      video.currentTime = live.oldest();
      return;
    }
    const late = live.edge() - currentTime;
    if (!live.isFollowing() || video.paused) return;
    if (late > LOST_SECONDS) live.goLive();
    else {
      const ahead = bufferedAhead(video.buffered, currentTime);
      video.playbackRate = livePace(playbackRate, late, ahead);
    }
  }

  async function sync() {
    try {
      const response = await fetch(`${live.media().address}now`, { signal: life.signal });
      if (response.ok) {
        const { now, source } = (await response.json()) as { now: number; source: string };
        clock.set(now);
        if (source === live.source()) return;
        live.followSource(source);
        // What is seen has another name now; what follows it is fetched when it is due.
        await fetchSpan(spanAt(video.currentTime), life.signal);
        takeBack();
      } else if (response.status === 403) onFault('expired');
    } catch {
      // Without an answer the page's own time goes on.
    }
  }

  const on = (event: keyof HTMLVideoElementEventMap, act: () => void) =>
    video.addEventListener(event, act, { signal: life.signal });
  on('seeking', () => {
    const late = live.edge() - video.currentTime;
    if (late > LOST_SECONDS) live.follow(false);
    const end = video.currentTime + bufferedAhead(video.buffered, video.currentTime);
    // Media that are buffered already were filled in another place than the one that goes on.
    if (Math.abs(end - reached) > NEIGHBOUR_SECONDS) refill();
  });
  on('pause', () => {
    // An element that gets another source is paused by the browser, not by the viewer.
    if (video.readyState > 0) live.follow(false);
  });
  on('waiting', () => jumpGap(video, CUT_SECONDS));
  on('error', () => video.error && onFault('media'));
  const ticking = setInterval(keepUp, TICK_MS);
  const syncing = setInterval(() => void (video.paused || sync()), SYNC_MS);
  for (const event of ['visibilitychange', 'online'])
    window.addEventListener(event, () => void sync(), { signal: life.signal, capture: true });

  function destroy() {
    life.abort();
    filling.abort();
    clearInterval(ticking);
    clearInterval(syncing);
    attached?.detach();
  }
  playing.addEventListener('abort', destroy, { once: true, signal: life.signal });
  attach(live.isFollowing() || position === 0 ? live.edge() : position);

  return {
    reload: refill,
    repair() {
      const { paused } = video;
      attach(live.isFollowing() ? live.edge() : video.currentTime);
      if (!paused) video.play().catch(() => undefined);
    },
    destroy,
  };
}
