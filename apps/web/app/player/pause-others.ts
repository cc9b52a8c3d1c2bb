/**
 * Only one picture of a page plays, so that there is one sound and one bill: while `video` plays,
 * and whenever it begins to, every other one is paused, until `signal` ends it.
 */
export function pauseOthers(
  video: HTMLVideoElement,
  page: Pick<Document, 'querySelectorAll'>,
  signal: AbortSignal,
): void {
  const pause = () => {
    for (const other of page.querySelectorAll('video')) if (other !== video) other.pause();
  };
  video.addEventListener('playing', pause, { signal });
  if (!video.paused) pause();
}
