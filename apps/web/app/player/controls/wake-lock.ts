/** The members of `navigator.wakeLock` and of a video element that are used here. */
export interface WakeLocks {
  request(type: 'screen'): Promise<{ release(): Promise<void> }>;
}

type Played = Pick<HTMLVideoElement, 'paused' | 'videoHeight' | 'addEventListener'>;
type Page = Pick<Document, 'visibilityState' | 'addEventListener'>;

/**
 * Keeps the screen on while `video` shows a picture that plays on a visible page, until `signal`
 * aborts. Sound alone needs no screen. The browser releases the lock when the page is hidden, so it
 * is requested again when it is shown.
 */
export function keepScreenOn(
  locks: WakeLocks,
  video: Played,
  page: Page,
  signal: AbortSignal,
): void {
  let lock: Promise<{ release(): Promise<void> } | undefined> | undefined;
  const release = () => {
    lock?.then((held) => held?.release()).catch(() => undefined);
    lock = undefined;
  };
  const follow = () => {
    const isSeen = !video.paused && video.videoHeight > 0 && page.visibilityState === 'visible';
    if (!isSeen || signal.aborted) return release();
    // A low battery may refuse it: then the screen goes off as the phone is set.
    lock ??= locks.request('screen').catch(() => undefined);
  };
  for (const event of ['play', 'playing', 'pause', 'ended', 'emptied', 'resize'])
    video.addEventListener(event, follow, { signal });
  page.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', release, { once: true });
  follow();
}
