/** Estimates the throughput of the network from finished downloads. */
export interface Throughput {
  /** Records a download of `bytes` that took `ms` from the request to the last byte. */
  record(bytes: number, ms: number): void;
  /** The estimate in bit/s; `undefined` before the first download. */
  read(): number | undefined;
}

/** Seconds of download after which an older measurement counts half. */
const FAST_HALF_LIFE = 2;
const SLOW_HALF_LIFE = 8;

/**
 * Two exponentially weighted means, one fast and one slow. The lower of them counts: a drop is
 * believed at once, a rise only when it lasts.
 */
export function createThroughput(): Throughput {
  const fast = createMean(FAST_HALF_LIFE);
  const slow = createMean(SLOW_HALF_LIFE);
  return {
    record(bytes, ms) {
      const seconds = Math.max(ms, 1) / 1000;
      const rate = (bytes * 8) / seconds;
      fast.add(rate, seconds);
      slow.add(rate, seconds);
    },
    read() {
      const measured = fast.read();
      return measured && Math.min(measured, slow.read() ?? measured);
    },
  };
}

function createMean(halfLife: number) {
  let sum = 0;
  let weight = 0;
  return {
    add(value: number, seconds: number) {
      const kept = 0.5 ** (seconds / halfLife);
      sum = sum * kept + value * (1 - kept);
      weight = weight * kept + (1 - kept);
    },
    read: () => (weight > 0 ? sum / weight : undefined),
  };
}
