/** The number of calls, and the most calls within any second and any tenth of a second. */
export interface CallStats {
  readonly calls: number;
  readonly maxInSecond: number;
  readonly maxIn100Ms: number;
  /** From the first call to the last, in milliseconds. */
  readonly overMs: number;
}

/**
 * Counts the most calls in any window of this length, its end excluded. Every call ends one window.
 */
function createWindow(lengthMs: number) {
  // Calls arrive in order, so expired ones are at the front; the array is trimmed when half of it
  // has expired.
  let instants: number[] = [];
  let first = 0;
  let most = 0;
  return {
    add: (at: number): void => {
      instants.push(at);
      while (at - (instants[first] ?? at) >= lengthMs) first++;
      if (first > 10_000 && first * 2 > instants.length) {
        instants = instants.slice(first);
        first = 0;
      }
      most = Math.max(most, instants.length - first);
    },
    most: (): number => most,
  };
}

export function createCallCounter() {
  const second = createWindow(1000);
  const tenth = createWindow(100);
  let [calls, firstAt, lastAt] = [0, 0, 0];
  return {
    /** `at`: milliseconds of a monotonic clock. */
    add: (at: number): void => {
      if (calls++ === 0) firstAt = at;
      lastAt = at;
      second.add(at);
      tenth.add(at);
    },
    stats: (): CallStats => ({
      calls,
      maxInSecond: second.most(),
      maxIn100Ms: tenth.most(),
      overMs: lastAt - firstAt,
    }),
  };
}
