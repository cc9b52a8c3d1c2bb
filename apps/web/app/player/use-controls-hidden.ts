import { type RefObject, useEffect, useState } from 'react';

const REST_AFTER_MS = 3_000;

/**
 * Whether the controls may hide: the video plays, and the viewer has not moved, touched or typed
 * for three seconds.
 */
export function useControlsHidden(stage: RefObject<HTMLElement | null>, playing: boolean): boolean {
  const [resting, setResting] = useState(false);
  useEffect(() => {
    const element = stage.current;
    if (!element || !playing) return setResting(false);
    const life = new AbortController();
    let timer = setTimeout(setResting, REST_AFTER_MS, true);
    const wake = () => {
      clearTimeout(timer);
      setResting(false);
      timer = setTimeout(setResting, REST_AFTER_MS, true);
    };
    for (const event of ['pointermove', 'pointerup', 'focusin', 'keydown'] as const) {
      element.addEventListener(event, wake, { signal: life.signal });
    }
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [stage, playing]);
  return resting;
}
