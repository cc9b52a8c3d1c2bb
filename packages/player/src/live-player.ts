import type { Engine, EngineOptions } from './engine.ts';
import { createServerClock } from './live-clock.ts';
import { createLiveEngine, type LiveMedia, LOST_SECONDS } from './live-engine.ts';
import { createLiveTimeline, type LiveCaptions, type LiveProgramme } from './live-timeline.ts';
import { backupsOf, foldersOf } from './timeline.ts';

/**
 * What a page shows of a live channel, and where it lets the viewer go. Instants are milliseconds
 * since 1970.
 */
export interface LiveView {
  /** What is seen now. */
  position(): number;
  /** The newest and the oldest position to go to. */
  newest(): number;
  oldest(): number;
  /** Whether playback follows the channel, or the viewer has gone back. */
  isLive(): boolean;
  programme(): LiveProgramme | undefined;
  captions(): readonly LiveCaptions[];
  /** The position of a time of the channel in the video element, in seconds, and the other way. */
  secondsOf(instant: number): number;
  instantOf(seconds: number): number;
  /** The folders of its media, as far as they are known, each with a slash at its end. */
  folders(): readonly string[];
  /** Those of them at the second place of media. */
  backups(): readonly string[];
  seek(instant: number): void;
  goLive(): void;
}

export interface LivePlayer {
  /** Makes the engine of one playback. */
  makeEngine(options: Omit<EngineOptions, 'playlist'>): Engine;
  /** The answer of the newest play call. */
  use(media: LiveMedia): void;
  readonly view: LiveView;
}

/** The distance from now: three segments (RFC 8216, 6.3.3), so that a short stall is not seen. */
const EDGE_SECONDS = 6;
/** So near it counts as the newest position. */
const NEAR_SECONDS = 4;

/**
 * Plays a live channel over Media Source Extensions: a window that moves with the server's clock.
 */
export function createLivePlayer(video: HTMLVideoElement, first: LiveMedia): LivePlayer {
  let media = first;
  let { source } = first;
  const clock = createServerClock(first.now, () => performance.now());
  /** Position zero; so a position stays the same after the play call is repeated. */
  const origin = first.now - (first.back_seconds + first.span_seconds) * 1000;
  const timeline = createLiveTimeline({ origin, spanSeconds: first.span_seconds });
  for (const span of first.spans) timeline.add(span);
  let following = true;

  const secondsOf = (instant: number) => (instant - origin) / 1000;
  const instantOf = (seconds: number) => origin + seconds * 1000;
  const edge = () => secondsOf(clock.now()) - EDGE_SECONDS;
  const oldest = () => secondsOf(clock.now()) - media.back_seconds + LOST_SECONDS;
  const goLive = () => {
    following = true;
    video.currentTime = edge();
    video.play().catch(() => undefined);
  };

  const follow = (next: string) => {
    if (next !== source) timeline.outdate();
    source = next;
  };

  return {
    use(next) {
      media = next;
      clock.set(next.now);
      follow(next.source);
      for (const span of next.spans) timeline.add(span);
    },
    makeEngine: (options) =>
      createLiveEngine(options, {
        media: () => media,
        source: () => source,
        followSource: follow,
        ...{ clock, timeline, edge, oldest, goLive, secondsOf },
        isFollowing: () => following,
        follow: (does) => {
          following = does;
        },
      }),
    view: {
      position: () => instantOf(video.currentTime),
      newest: () => instantOf(edge()),
      oldest: () => instantOf(oldest()),
      isLive: () => following && edge() - video.currentTime < LOST_SECONDS,
      programme: () => timeline.programmeAt(video.currentTime),
      captions: () => timeline.captionsAt(video.currentTime),
      secondsOf,
      instantOf,
      folders: () => [media.address, ...timeline.parts.flatMap(foldersOf)],
      backups: () => backupsOf(timeline.parts),
      seek(instant) {
        const to = Math.min(edge(), Math.max(oldest(), secondsOf(instant)));
        following = to >= edge() - NEAR_SECONDS;
        video.currentTime = to;
      },
      goLive,
    },
  };
}
