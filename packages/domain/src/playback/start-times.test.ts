import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestOf, startClass, startTimeAt } from './start-times.ts';

const histogram = (times: readonly number[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const ms of times) counts.set(startClass(ms), (counts.get(startClass(ms)) ?? 0) + 1);
  return counts;
};

describe('the histogram of start times', () => {
  it('puts each time into the class that holds it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70_000 }), (ms) => {
        const of = startClass(ms);
        expect(ms).toBeLessThanOrEqual(longestOf(of) * 1.000_001);
        if (of > 0) expect(ms).toBeGreaterThan(longestOf(of - 1) * 0.999_999);
      }),
    );
    expect(startClass(10_000_000)).toBe(startClass(90_000));
  });

  it('has median and percentile within a tenth of the true ones', () => {
    const times = Array.from({ length: 1001 }, (_, at) => 300 + at * 3);
    const counts = histogram(times);
    const median = startTimeAt(counts, 0.5) ?? 0;
    const p90 = startTimeAt(counts, 0.9) ?? 0;
    expect(Math.abs(median - 1800) / 1800).toBeLessThan(0.1);
    expect(Math.abs(p90 - 3000) / 3000).toBeLessThan(0.1);
  });

  it('says nothing without starts', () => {
    expect(startTimeAt(new Map(), 0.5)).toBeNull();
    expect(startTimeAt(new Map([[3, 0]]), 0.5)).toBeNull();
  });
});
