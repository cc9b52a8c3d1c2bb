/** What waits for the picture comes this late without one. */
const LATE_MS = 1000;

type Starting = Pick<
  HTMLVideoElement,
  'readyState' | 'currentTime' | 'videoWidth' | 'requestVideoFrameCallback' | 'addEventListener'
>;

/**
 * Ends with the first frame of `video` on the screen, as soon as it plays where there is none or
 * the browser tells of none, or when it is late. Scripts that only accompany a picture wait for it:
 * on a slow network and phone they would delay it.
 */
export function firstPicture(video: Starting | null): Promise<void> {
  return new Promise((resolve) => {
    // What waited in the element for a press (`play-ahead.ts`) has a frame, but has not moved.
    if (!video || (video.readyState >= 2 && video.currentTime > 0)) return resolve();
    // The page is painted after this call, and its paint uncovers the picture.
    video.requestVideoFrameCallback?.(() => setTimeout(resolve));
    const plays = () => {
      if (!video.videoWidth || !video.requestVideoFrameCallback) resolve();
    };
    video.addEventListener('playing', plays, { once: true });
    setTimeout(resolve, LATE_MS);
  });
}
