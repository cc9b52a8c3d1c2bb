import { uptime } from 'node:os';

/** Milliseconds since an unnamed moment. Setting the machine's clock does not change them. */
export interface Elapsed {
  now(): number;
  /** Finds out whether the machine has slept since the last look, and adds that time. */
  lookForSleep(): void;
}

/** Differences below this are the granularity of the sources. */
const LEAST_SLEEP_MS = 1000;

/**
 * Counts time by the monotonic clock. Linux's one stops while the machine sleeps; the machine's
 * uptime does not, so the difference of both is the sleep.
 */
export function createElapsed({
  monotonic = () => performance.now(),
  awake = process.platform === 'linux' ? () => uptime() * 1000 : undefined,
}: {
  readonly monotonic?: () => number;
  /** Milliseconds that include sleep; undefined: unknown. */
  readonly awake?: (() => number) | undefined;
} = {}): Elapsed {
  const began = { monotonic: monotonic(), awake: awake?.() ?? 0 };
  let slept = 0;
  const counted = (): number => monotonic() - began.monotonic;
  return {
    now: () => counted() + slept,
    lookForSleep: () => {
      if (!awake) return;
      const more = awake() - began.awake - counted() - slept;
      if (more > LEAST_SLEEP_MS) slept += more;
    },
  };
}

/**
 * Begins to measure; returns the milliseconds since, by the clock that says more. The monotonic
 * clock stops while a virtual machine is paused, and the machine's clock is set afterwards. So a
 * clock that is set ahead makes something look later than it is, which only gives it up.
 */
export function startStopwatch(): () => number {
  const begun = { monotonic: performance.now(), machine: Date.now() };
  return () => Math.max(performance.now() - begun.monotonic, Date.now() - begun.machine);
}
