/** One act that waits for its time; a later one takes its place. */
export interface DelayedAct {
  /** Does `act` after `ms`, instead of what waits. */
  after(ms: number, act: () => void): void;
  /** Does at once what waits, if anything does. */
  hurry(): void;
  /** Forgets what waits. */
  drop(): void;
  waits(): boolean;
}

/** Nothing is done any more once `signal` has aborted. */
export function createDelayedAct(signal: AbortSignal): DelayedAct {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: (() => void) | undefined;
  const drop = () => {
    clearTimeout(timer);
    waiting = undefined;
  };
  const hurry = () => {
    const act = waiting;
    drop();
    if (!signal.aborted) act?.();
  };
  return {
    after(ms, act) {
      drop();
      waiting = act;
      timer = setTimeout(hurry, ms);
    },
    hurry,
    drop,
    waits: () => waiting !== undefined,
  };
}
