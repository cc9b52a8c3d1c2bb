import { type RefObject, useEffect } from 'react';

/**
 * Marks a stage whose media have no picture with `data-sound`, where its poster stays. The stage
 * itself does so at each change of its state; the viewer may change the data choice between two.
 */
export function useSoundAlone(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): void {
  useEffect(() => {
    const { current: element } = video;
    const life = new AbortController();
    const mark = () => {
      // An element that gets another source has none for a moment.
      if (!element || element.readyState < 2) return;
      stage.current?.toggleAttribute('data-sound', element.videoHeight === 0);
    };
    for (const event of ['loadeddata', 'resize', 'playing'])
      element?.addEventListener(event, mark, { signal: life.signal });
    mark();
    return () => life.abort();
  }, [stage, video]);
}
