import type { BodyOf } from '@bonisa/contract/calls';

/** What is followed of a video element. */
export type Followed = Pick<
  HTMLVideoElement,
  'currentTime' | 'duration' | 'ended' | 'paused' | 'addEventListener'
>;

export interface Follower {
  /** Row F10: where playback is; `leave` where it stops or its page goes away. */
  place(seconds: number, moment: 'pass' | 'leave'): void;
  /** Rows F11, A17. */
  log(entry: PlaybackEntry): void;
}

/** E10 without what is the same for the whole play. */
export type PlaybackEntry = Omit<BodyOf<'playbackLog'>, 'uuid' | 'video'>;

/** Seconds of the media between two places that are kept, and between two entries of the log. */
const PLACE_EVERY = 10;
const LOG_EVERY = 30;

/**
 * Follows one play of `video` until `signal` ends it: keeps its place every ten seconds and
 * whenever it stops, and logs what happened. Seconds are the media's own: whoever skips has passed
 * them too. `page` tells when the page is hidden or left.
 */
export function followPlayback(
  video: Followed,
  page: EventTarget,
  follower: Follower,
  signal: AbortSignal,
): void {
  let started = false;
  /** The element forgets where it was when its source is taken away. */
  let time = 0;
  let placed = 0;
  let logged = 0;

  const duration = () =>
    Number.isFinite(video.duration) && video.duration > 0 ? video.duration : null;
  const log = (
    status: PlaybackEntry['status'],
    at: Pick<PlaybackEntry, 'vid_paused_at' | 'vid_finished_at'> = {},
  ) =>
    follower.log({
      status,
      duration: duration(),
      vid_paused_at: null,
      vid_finished_at: null,
      ...at,
    });
  const place = (moment: 'pass' | 'leave') => {
    placed = time;
    follower.place(time, moment);
  };
  const on = (event: string, act: () => void) => video.addEventListener(event, act, { signal });

  const start = () => {
    if (started || video.ended) return;
    started = true;
    time = video.currentTime;
    placed = time;
    logged = time;
    log('started');
  };
  on('playing', start);
  on('timeupdate', () => {
    // It may have begun before anybody followed it.
    if (!video.paused) start();
    if (!started || video.currentTime === 0) return;
    time = video.currentTime;
    if (Math.abs(time - placed) >= PLACE_EVERY) place('pass');
    if (Math.abs(time - logged) < LOG_EVERY) return;
    logged = time;
    log('playing');
  });
  on('pause', () => {
    // The end is told as an end.
    if (!started || video.ended) return;
    place('leave');
    log('paused', { vid_paused_at: time });
  });
  on('ended', () => {
    if (!started) return;
    time = duration() ?? time;
    place('leave');
    log('finished', { vid_finished_at: time });
    // To play it again is another play.
    started = false;
  });
  const leave = () => {
    if (started && time !== placed) place('leave');
  };
  page.addEventListener('pagehide', leave, { signal });
  page.addEventListener('visibilitychange', leave, { signal });
  signal.addEventListener('abort', leave, { once: true });
}
