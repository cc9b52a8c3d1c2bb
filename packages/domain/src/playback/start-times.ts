/**
 * A histogram of start times: how long viewers wait for the first picture. Classes grow by a fifth,
 * so a median or percentile that is read from it is wrong by a tenth at most. Counts of days are
 * added up, which medians cannot be.
 */

const FIRST_MS = 100;
const GROWTH = 1.2;
/** The last class has everything above a minute. */
const LAST = 36;

/** A start that takes longer is slow: many viewers leave. Milliseconds. */
export const SLOW_START_MS = 4000;

/** The class of a start time in milliseconds, from 0. */
export function startClass(ms: number): number {
  if (ms <= FIRST_MS) return 0;
  return Math.min(LAST, Math.ceil(Math.log(ms / FIRST_MS) / Math.log(GROWTH) - 1e-9));
}

/** The longest start time of a class, in milliseconds. */
export function longestOf(startClass: number): number {
  return FIRST_MS * GROWTH ** startClass;
}

/** How many starts each class has. */
export type StartCounts = ReadonlyMap<number, number>;

/**
 * The start time that this share of the starts does not exceed, in whole milliseconds: `0.5` is the
 * median. Null without starts. Within a class starts count as evenly spread.
 */
export function startTimeAt(counts: StartCounts, share: number): number | null {
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  if (all <= 0) return null;
  let below = 0;
  for (const [timeClass, n] of [...counts].sort(([a], [b]) => a - b)) {
    if (n > 0 && below + n >= all * share) {
      const from = timeClass === 0 ? 0 : longestOf(timeClass - 1);
      return Math.round(from + (longestOf(timeClass) - from) * ((all * share - below) / n));
    }
    below += n;
  }
  return Math.round(longestOf(LAST));
}
