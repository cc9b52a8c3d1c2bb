import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planStoryboard } from './storyboard.ts';

const WIDE = { pixelWidth: 426, pixelHeight: 240 };

describe('a planned storyboard', () => {
  it('has a tile for each segment of a short video', () => {
    expect(planStoryboard(4, 2, WIDE)).toEqual({
      interval: 2,
      columns: 4,
      rows: 1,
      count: 4,
      step: 1,
      width: 160,
      height: 90,
    });
  });

  it('stands upright for an upright picture', () => {
    const upright = { pixelWidth: 240, pixelHeight: 426 };
    expect(planStoryboard(3, 2, upright)).toMatchObject({ width: 90, height: 160 });
  });

  it('covers a video of any length with at most a hundred tiles', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.double({ min: 1, max: 3, noNaN: true }),
        (n, s) => {
          const { interval, columns, rows, count, step } = planStoryboard(n, s, WIDE);
          expect(count).toBeLessThanOrEqual(100);
          expect(columns * rows).toBeGreaterThanOrEqual(count);
          expect(columns * (rows - 1)).toBeLessThan(count);
          expect((count - 1) * step).toBeLessThan(n);
          expect(count * step).toBeGreaterThanOrEqual(n);
          expect(interval).toBeCloseTo(step * s, 5);
        },
      ),
    );
  });
});
