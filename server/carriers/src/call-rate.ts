/**
 * The rate of calls as tickets: a carrier takes a number of calls in any window, and a ticket is
 * free again one window after the carrier has taken its call.
 *
 * Pure. When a carrier took a call is only known to be between sending and answer. So a ticket
 * counts from the answer on, less the carrier's known least time for an answer: slow calls then
 * reduce the speed, and never exceed the limit.
 */

/** The number of calls that a carrier takes in a window, and the window's length. */
export interface CallWindow {
  readonly tickets: number;
  readonly windowMs: number;
}

/**
 * The window of so many calls a second: a second for whole numbers, else as long as the whole part
 * of them needs (2.5: two calls in 0.8 s).
 */
export function windowOf(perSecond: number): CallWindow {
  const tickets = Math.max(1, Math.floor(perSecond));
  return { tickets, windowMs: (tickets / perSecond) * 1000 };
}

/** How many answers are remembered: the fastest of the last one or two times this many. */
const REMEMBERED = 50;
/** The margin against the fastest answer: it contains the network and the carrier's best day. */
const LEAST_MARGIN_MS = 50;
const MARGIN_SHARE = 0.2;
/** The assumed duration of a call before any was made. */
const FIRST_CALL_MS = 25;

/** How long a carrier takes to answer, learned from its answers. */
export function createAnswerTimes() {
  let [quickestBefore, quickest, count] = [0, Number.POSITIVE_INFINITY, 0];
  let meanMs = FIRST_CALL_MS;
  return {
    add: (tookMs: number): void => {
      meanMs = 0.9 * meanMs + 0.1 * tookMs;
      quickest = Math.min(quickest, tookMs);
      if (++count % REMEMBERED > 0) return;
      [quickestBefore, quickest] = [quickest, Number.POSITIVE_INFINITY];
    },
    /**
     * The carrier took a call at the latest so many milliseconds before its answer: 0 until there
     * are enough answers, and always on the safe side.
     */
    leastMs: (): number => {
      if (count < REMEMBERED) return 0;
      const known = Math.min(quickestBefore, quickest);
      return Math.max(0, known - Math.max(LEAST_MARGIN_MS, MARGIN_SHARE * known));
    },
    /** Of the last calls. */
    meanMs: (): number => meanMs,
  };
}
