import type { BodyOf } from '@bonisa/contract/calls';

/** The members of a video element that are used here. */
export type Followed = Pick<
  HTMLVideoElement,
  'currentTime' | 'duration' | 'ended' | 'paused' | 'addEventListener'
>;

export interface Follower {
  /** Stores the position (row F10); `leave` when playback stops or the page is left. */
  place(seconds: number, moment: 'pass' | 'leave'): void;
  /** Writes an entry of the playback log (rows F11, A17). */
  log(entry: PlaybackEntry): void;
}

/** A log entry (row E10) without the fields that are the same for the whole playback. */
export type PlaybackEntry = Omit<BodyOf<'playbackLog'>, 'uuid' | 'video' | 'live'>;

/** Seconds of media between two stored positions, and between two log entries. */
const PLACE_EVERY = 10;
const LOG_EVERY = 30;

/**
 * Follows one playback of `video` until `signal` ends it: stores its position every ten seconds and
 * whenever it stops, and logs its events. Seconds are media time, so skipped parts count. `page`:
 * tells when the page is hidden or left.
 */
export function followPlayback(
  video: Followed,
  page: EventTarget,
  follower: Follower,
  signal: AbortSignal,
): void {
  let started = false;
  /** The element loses its position when its source is removed. */
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
    // Playback may have begun before.
    if (!video.paused) start();
    if (!started || video.currentTime === 0) return;
    time = video.currentTime;
    if (Math.abs(time - placed) >= PLACE_EVERY) place('pass');
    if (Math.abs(time - logged) < LOG_EVERY) return;
    logged = time;
    log('playing');
  });
  on('pause', () => {
    // The `ended` event reports the end.
    if (!started || video.ended) return;
    place('leave');
    log('paused', { vid_paused_at: time });
  });
  on('ended', () => {
    if (!started) return;
    time = duration() ?? time;
    place('leave');
    log('finished', { vid_finished_at: time });
    // Playing again is a new playback.
    started = false;
  });
  const leave = () => {
    if (started && time !== placed) place('leave');
  };
  page.addEventListener('pagehide', leave, { signal });
  page.addEventListener('visibilitychange', leave, { signal });
  signal.addEventListener('abort', leave, { once: true });
}
