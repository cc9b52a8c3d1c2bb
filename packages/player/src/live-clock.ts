/** The server's clock as a page knows it. */
export interface ServerClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Takes over what the server just said. */
  set(now: number): void;
}

/**
 * Goes on from what the server said by the page's own time. `elapsed` may stand still while a
 * device sleeps, so the server is asked again from time to time.
 */
export function createServerClock(now: number, elapsed: () => number): ServerClock {
  let base = now - elapsed();
  return {
    now: () => base + elapsed(),
    set(said) {
      base = said - elapsed();
    },
  };
}
