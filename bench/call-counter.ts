/** How many calls came, and how many at most within windows of a second and of a tenth of one. */
export interface CallStats {
  readonly calls: number;
  readonly maxInSecond: number;
  readonly maxIn100Ms: number;
  /** From the first call to the last, in milliseconds. */
  readonly overMs: number;
}

/**
 * The most instants in any window of this length, its end not included: each instant ends a window
 * that is looked at.
 */
function createWindow(lengthMs: number) {
  // Instants come in order, so those that have left the window are at the front; the array is cut
  // when half of it is behind.
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
    /** `at`: milliseconds of a clock that never steps. */
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
