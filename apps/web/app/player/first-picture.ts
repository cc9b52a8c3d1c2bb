/** What waits for the picture comes this late without one. */
const LATE_MS = 1000;

/**
 * Ends with the first frame of `video` on the screen, or when it is late. Scripts that only
 * accompany a picture wait for it: on a slow network and phone they would delay it.
 */
export function firstPicture(
  video: Pick<HTMLVideoElement, 'readyState' | 'currentTime' | 'requestVideoFrameCallback'> | null,
): Promise<void> {
  return new Promise((resolve) => {
    // What waited in the element for a press (`play-ahead.ts`) has a frame, but has not moved.
    if (!video || (video.readyState >= 2 && video.currentTime > 0)) return resolve();
    // Missing in old browsers.
    video.requestVideoFrameCallback?.(() => resolve());
    setTimeout(resolve, LATE_MS);
  });
}
