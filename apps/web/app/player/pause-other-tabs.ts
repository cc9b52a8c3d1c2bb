/**
 * Only one tab of a browser plays, so that there is one sound and one bill: whenever `video` begins
 * to play, the other tabs, which listen on channels of the same name, pause, until `signal` ends
 * it.
 */
export function pauseOtherTabs(
  video: Pick<HTMLVideoElement, 'paused' | 'pause' | 'addEventListener'>,
  tabs: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'close'>,
  signal: AbortSignal,
): void {
  const tell = () => tabs.postMessage(null);
  video.addEventListener('play', tell, { signal });
  tabs.addEventListener('message', () => video.pause(), { signal });
  signal.addEventListener('abort', () => tabs.close(), { once: true });
  // It may have begun before this part was loaded.
  if (!video.paused) tell();
}
