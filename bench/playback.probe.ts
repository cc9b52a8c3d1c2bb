/** What a page noted of its first picture. Times in milliseconds of the page's clock. */
export interface FirstPicture {
  /** The viewer's tap. */
  tappedAt: number | undefined;
  /** The first frame of the video that was presented. */
  frameAt: number | undefined;
}

declare global {
  interface Window {
    benchPicture: FirstPicture;
  }
}

/**
 * Runs in the page before its own scripts, and must not refer to anything outside itself. It
 * listens, and does almost nothing else: who waits for the frame waits for a message of the
 * console, because a question to the page would compile the asker's script and have the page
 * answer at each frame, on a processor that is four times slower.
 */
export function pictureProbe(): void {
  const seen: FirstPicture = { tappedAt: undefined, frameAt: undefined };
  window.benchPicture = seen;
  performance.setResourceTimingBufferSize(1000);
  addEventListener(
    'click',
    (event) => {
      if (event.isTrusted) seen.tappedAt ??= event.timeStamp;
    },
    true,
  );
  const watched = new WeakSet<HTMLVideoElement>();
  new MutationObserver(() => {
    for (const video of document.querySelectorAll('video')) {
      if (watched.has(video)) continue;
      watched.add(video);
      // A page may have a frame ready that it does not show before the tap.
      const look = (): void =>
        void video.requestVideoFrameCallback(() => {
          if (video.paused) look();
          else if (seen.frameAt === undefined) {
            seen.frameAt = performance.now();
            console.debug('first frame');
          }
        });
      look();
    }
  }).observe(document, { childList: true, subtree: true });
}
