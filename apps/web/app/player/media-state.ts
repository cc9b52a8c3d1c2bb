import { type RefObject, useEffect, useState } from 'react';

/** The state of a video element that the controls show. */
export interface MediaState {
  paused: boolean;
  ended: boolean;
  muted: boolean;
  /** The picture stands still until more is loaded. */
  waiting: boolean;
  time: number;
  duration: number;
  /** Seconds that are buffered beyond the current position. */
  loadedTo: number;
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'volumechange',
  'timeupdate',
  'durationchange',
  'seeking',
  'seeked',
  'progress',
  'waiting',
  'canplay',
] as const;

const NOTHING: MediaState = {
  ...{ paused: true, ended: false, muted: false, waiting: false },
  ...{ time: 0, duration: 0, loadedTo: 0 },
};

/** Follows a video element's state. */
export function useMediaState(video: RefObject<HTMLVideoElement | null>): MediaState {
  const [state, setState] = useState(() => (video.current ? readState(video.current) : NOTHING));
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const life = new AbortController();
    const read = () => setState(readState(element));
    for (const event of EVENTS) element.addEventListener(event, read, { signal: life.signal });
    read();
    return () => life.abort();
  }, [video]);
  return state;
}

function readState(video: HTMLVideoElement): MediaState {
  const { buffered, currentTime: time } = video;
  let loadedTo = time;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= time + 0.1) loadedTo = Math.max(loadedTo, buffered.end(index));
  }
  return {
    paused: video.paused,
    ended: video.ended,
    muted: video.muted,
    waiting: isWaiting(video),
    time,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    loadedTo,
  };
}

/** Pictures beyond the present one are missing (`HAVE_CURRENT_DATA` or less). */
function isWaiting({ paused, ended, readyState }: HTMLVideoElement): boolean {
  return !paused && !ended && readyState < 3;
}

/** Plays or pauses. */
export function togglePlay(video: HTMLVideoElement | null): void {
  if (!video) return;
  // If the browser refuses to play, nothing changes: the button still says Play.
  if (video.paused) video.play().catch(() => undefined);
  else video.pause();
}
