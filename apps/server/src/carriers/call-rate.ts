/**
 * The rate of calls as tickets: a carrier takes so many calls in any window, and a ticket is free
 * again one window after the carrier has taken its call.
 *
 * Pure. When a carrier took a call is not known, only that it was between sending and answer. So a
 * ticket counts from the answer on, less what the carrier is known to need for any answer: calls
 * that take long on their way cost speed then, and never the limit.
 */

/** How many calls a carrier takes in a window of which length. */
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

/** Answers that are remembered: the quickest of the last one or two times so many. */
const REMEMBERED = 50;
/**
 * What is not believed of the quickest answer: the way to the carrier and its best day are in it
 * too.
 */
const LEAST_MARGIN_MS = 50;
const MARGIN_SHARE = 0.2;

/**
 * What a carrier needs for any answer, learned from its answers: 0 until there are enough of them,
 * and always on the safe side.
 */
export function createAnswerFloor() {
  let [quickestBefore, quickest, count] = [0, Number.POSITIVE_INFINITY, 0];
  return {
    add: (tookMs: number): void => {
      quickest = Math.min(quickest, tookMs);
      if (++count % REMEMBERED > 0) return;
      [quickestBefore, quickest] = [quickest, Number.POSITIVE_INFINITY];
    },
    /** In milliseconds: the carrier took a call at the latest so long before its answer came. */
    ms: (): number => {
      if (count < REMEMBERED) return 0;
      const known = Math.min(quickestBefore, quickest);
      return Math.max(0, known - Math.max(LEAST_MARGIN_MS, MARGIN_SHARE * known));
    },
  };
}

export type AnswerFloor = ReturnType<typeof createAnswerFloor>;
