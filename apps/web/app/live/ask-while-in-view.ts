/** How often a page in view asks: about 3 kB each time. */
export const ASK_EVERY_MS = 60_000;
/** An hour in view: whoever leaves the phone lying does not go on paying. */
export const MOST_ASKS = 60;
const LOOK_MS = 5_000;

/** What is needed of a document. */
export interface View extends EventTarget {
  readonly hidden: boolean;
}

/**
 * Calls `ask` every minute while the page is in view, and at once when it comes into view again
 * after more than a minute; at most {@link MOST_ASKS} times, until `signal` aborts.
 */
export function askWhileInView(view: View, ask: () => void, signal: AbortSignal): void {
  let left = MOST_ASKS;
  let askedAt = Date.now();
  const look = () => {
    if (view.hidden || left === 0 || Date.now() - askedAt < ASK_EVERY_MS) return;
    left -= 1;
    askedAt = Date.now();
    ask();
  };
  const timer = setInterval(look, LOOK_MS);
  view.addEventListener('visibilitychange', look, { signal });
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}
