import { setTimeout as wait } from 'node:timers/promises';

/**
 * The drain window of a process: from the request to stop until it accepts no more connections. It
 * is not ready meanwhile, so that load balancers choose other processes, and it answers everything
 * that still arrives. Afterwards connections that are kept alive have some seconds for a last
 * request.
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
  /**
   * Resolves when idle connections may be closed, for a listener that has just closed. Without a
   * window that is at once.
   */
  lastRequests(): Promise<void>;
}

/** Longer than a proxy keeps an idle connection (`keepalive_timeout` in deploy/nginx.conf). */
const LAST_REQUESTS_MS = 2500;

/** Makes the drain window, `ms` milliseconds long, and the time for last requests after it. */
export function createDrain(ms: number, lastRequestsMs = LAST_REQUESTS_MS): Drain {
  const hurry = new AbortController();
  // Only `hurry` aborts a wait, and then it is over as well.
  const passed = (duration: number): Promise<void> =>
    ms === 0
      ? Promise.resolve()
      : wait(duration, undefined, { signal: hurry.signal }).catch(() => undefined);
  let window: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    window ??= passed(ms);
    return window;
  };
  return {
    isDraining: () => window !== undefined,
    begin: () => void begin(),
    hurry: () => hurry.abort(),
    over: begin,
    lastRequests: () => passed(lastRequestsMs),
  };
}
