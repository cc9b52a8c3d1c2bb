import { setTimeout as wait } from 'node:timers/promises';

/**
 * The drain window of a process: from the request to stop until it accepts no more connections. It
 * is not ready meanwhile, so that load balancers choose other processes, and it answers everything
 * that still arrives and ends each connection with its answer.
 */
export interface Drain {
  /** Whether the window has begun. */
  readonly isDraining: () => boolean;
  /** Begins the window; it begins once. */
  begin(): void;
  /** Ends the window now: the operator asked twice. */
  hurry(): void;
  /** Begins the window unless it has begun, and resolves at its end. */
  over(): Promise<void>;
}

/** Makes the drain window, `ms` milliseconds long. */
export function createDrain(ms: number): Drain {
  const hurry = new AbortController();
  let window: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    // Only `hurry` aborts the wait, and then the window is over as well.
    window ??=
      ms === 0
        ? Promise.resolve()
        : wait(ms, undefined, { signal: hurry.signal }).catch(() => undefined);
    return window;
  };
  return {
    isDraining: () => window !== undefined,
    begin: () => void begin(),
    hurry: () => hurry.abort(),
    over: begin,
  };
}
