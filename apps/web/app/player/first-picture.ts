/** What waits for the picture comes this late without one. */
const LATE_MS = 1000;

/**
 * Ends with the first frame of `video` on the screen, or when it is late. Scripts that only
 * accompany a picture wait for it: on a slow network and phone they would delay it.
 */
export function firstPicture(
  video: Pick<HTMLVideoElement, 'readyState' | 'requestVideoFrameCallback'> | null,
): Promise<void> {
  return new Promise((resolve) => {
    if (!video || video.readyState >= 2) return resolve();
    // Missing in old browsers.
    video.requestVideoFrameCallback?.(() => resolve());
    setTimeout(resolve, LATE_MS);
  });
}
