import { type RefObject, useEffect, useRef, useState } from 'react';
import { SkipArrows } from './control-icons.tsx';
import { ROW_MS } from './tap-gestures.ts';

export interface Skips {
  /** Seconds skipped in a row, negative to the left; undefined when none are. */
  readonly shown: number | undefined;
  /** Skips `by` seconds. `total`: what to show; by default what was skipped in this row. */
  skip(by: number, total?: number): void;
}

/** Skips that follow each other soon add up in what they show. */
export function useSkips(video: RefObject<HTMLVideoElement | null>): Skips {
  const [shown, setShown] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    shown,
    skip(by, total) {
      const { current: element } = video;
      if (!element) return;
      element.currentTime = placeAfter(element, by);
      clearTimeout(timer.current);
      timer.current = setTimeout(setShown, ROW_MS, undefined);
      setShown((was = 0) => total ?? (was * by > 0 ? was + by : by));
    },
  };
}

/** The position after a skip, inside of the title. */
function placeAfter({ currentTime, duration }: HTMLVideoElement, by: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(end, currentTime + by));
}

/** The seconds of a skip, on the side of the picture to which it went. */
export function SkipShown({ seconds }: { seconds: number | undefined }) {
  if (seconds === undefined) return null;
  return (
    <div
      // A further skip starts the movement again.
      key={seconds}
      className="skip-shown"
      data-side={seconds < 0 ? 'back' : 'on'}
      aria-hidden="true"
    >
      <span className="skip-words">
        <SkipArrows />
        {Math.abs(seconds)} s
      </span>
    </div>
  );
}
