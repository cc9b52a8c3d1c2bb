import { type RefObject, useEffect, useState } from 'react';

/** Whether a video has played to its end and was not rewound since. */
export function useEnded(video: RefObject<HTMLVideoElement | null>): boolean {
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const life = new AbortController();
    for (const event of ['ended', 'play', 'seeking', 'emptied'] as const) {
      element.addEventListener(event, () => setEnded(element.ended), { signal: life.signal });
    }
    return () => life.abort();
  }, [video]);
  return ended;
}
