import { type RefObject, useEffect, useState } from 'react';

/** Plays from the beginning what has ended. */
export function playAgain(video: HTMLVideoElement | null): void {
  if (!video) return;
  video.currentTime = 0;
  // If the browser refuses to play, the controls still offer it.
  video.play().catch(() => undefined);
}

/** Whether a video element has come to its end. */
export function useEnded(video: RefObject<HTMLVideoElement | null>): boolean {
  const [isEnded, setEnded] = useState(false);
  useEffect(() => {
    const element = video.current;
    const life = new AbortController();
    const read = () => setEnded(element?.ended === true);
    for (const event of ['ended', 'seeking', 'playing', 'emptied'])
      element?.addEventListener(event, read, { signal: life.signal });
    // It may have ended in the mini-player, before its page came.
    read();
    return () => life.abort();
  }, [video]);
  return isEnded;
}
