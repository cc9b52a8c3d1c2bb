import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median, percentile, shown, slopeOf, spreadOf } from './statistics.ts';

const times = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 200,
});

describe('the statistics of a benchmark', () => {
  it('compute percentiles by the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.5)).toBe(50);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('compute the median of runs', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  it('lay a line of least squares through points', () => {
    const line = [1, 2, 5].map((x): [number, number] => [x, 3 * x + 4]);
    expect(slopeOf(line)).toBeCloseTo(3);
    expect(slopeOf([...line, [3, 20], [3, 6]])).toBeCloseTo(3);
    expect(slopeOf([[1, 2]])).toBe(0);
  });

  it('return values within the range, in order', () => {
    fc.assert(
      fc.property(times, (values) => {
        const { p50, p99 } = spreadOf(values);
        expect(values).toContain(p50);
        expect(values).toContain(p99);
        expect(p50).toBeLessThanOrEqual(p99);
      }),
    );
  });

  it('reject an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow('at least one');
    expect(() => median([])).toThrow('at least one');
  });

  it('show three significant digits', () => {
    expect([0, 0.1234, 12.345, 123.4, 9512.2].map(shown)).toEqual([
      '0',
      '0.12',
      '12.3',
      '123',
      '9,512',
    ]);
  });
});
