import { useEffect, useRef, useState } from 'react';
import { SkipArrows } from './control-icons.tsx';
import './skips.css';
import { ROW_MS } from './tap-gestures.ts';

export interface Skips {
  /** Seconds skipped in a row, negative to the left; undefined when none are. */
  readonly shown: number | undefined;
  /** Skips `by` seconds. `total`: what to show; by default what was skipped in this row. */
  skip(by: number, total?: number): void;
}

/** Skips by `go`. Those that follow each other soon add up in what they show. */
export function useSkips(go: (by: number) => void): Skips {
  const [shown, setShown] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    shown,
    skip(by, total) {
      go(by);
      clearTimeout(timer.current);
      timer.current = setTimeout(setShown, ROW_MS, undefined);
      setShown((was = 0) => total ?? (was * by > 0 ? was + by : by));
    },
  };
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
