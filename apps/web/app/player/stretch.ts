import type { LiveView } from '@bonisa/player/live-player';
import { timeWords } from '../live/on-air.ts';
import { clockWords } from '../titles/title-words.ts';
import { say } from '../words/words.ts';

/**
 * What the seek bar shows, and where the viewer can go: a title from its beginning to its end, or
 * the last two hours of a live channel. In seconds of the media element.
 */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** What is played begins here: a title's beginning, or that of the programme. */
  readonly from: number;
  /** The name of the seek bar. */
  readonly label: string;
  /** A place as a clock shows it: `1:05`, or of a live channel `19:42`. */
  clock(at: number): string;
  /** A place for a screen reader. */
  words(at: number): string;
  /** Goes to a place, or to the nearer end from beyond it. */
  go(to: number): void;
  /**
   * Goes on or back from where the element itself is: a second skip may come before the first has
   * been drawn.
   */
  skip(by: number): void;
}

/** The stretch of a title. */
export function titleStretch(
  video: Pick<HTMLVideoElement, 'currentTime'> | null,
  duration: number,
): Stretch {
  const go = (to: number) => {
    if (video) video.currentTime = Math.max(0, duration > 0 ? Math.min(duration, to) : to);
  };
  return {
    ...{ start: 0, end: duration, from: 0, clock: clockWords, go },
    label: say('player.place'),
    words: (at) => say('player.place.of', { at: clockWords(at), all: clockWords(duration) }),
    skip: (by) => go((video?.currentTime ?? 0) + by),
  };
}

/** The part of a view that a stretch needs. */
type Place = Pick<
  LiveView,
  'position' | 'newest' | 'oldest' | 'programme' | 'seek' | 'goLive' | 'secondsOf' | 'instantOf'
>;

/** The stretch of a live channel: the way beyond now leads back to live. */
export function liveStretch(view: Place): Stretch {
  const [start, end] = [view.secondsOf(view.oldest()), view.secondsOf(view.newest())];
  const programme = view.programme();
  const clock = (at: number) => timeWords(new Date(view.instantOf(at)).toISOString());
  const go = (to: number) => {
    if (to >= end) view.goLive();
    else view.seek(view.instantOf(Math.max(start, to)));
  };
  return {
    ...{ start, end, clock, go },
    from: programme ? Math.max(start, view.secondsOf(programme.starts_at)) : start,
    label: say('live.place'),
    words: (at) => (at >= end ? say('live.heading') : clock(at)),
    skip: (by) => go(view.secondsOf(view.position()) + by),
  };
}
