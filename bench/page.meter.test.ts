import { describe, expect, it } from 'vitest';
import { worstWindow } from './page.meter.ts';

describe('worstWindow', () => {
  it('is zero when nothing moves', () => {
    expect(worstWindow([])).toBe(0);
  });

  it('adds shifts that follow each other within a second', () => {
    expect(
      worstWindow([
        { at: 100, value: 0.25 },
        { at: 1000, value: 0.5 },
      ]),
    ).toBe(0.75);
  });

  it('takes the worst window, not the sum of all', () => {
    expect(
      worstWindow([
        { at: 100, value: 0.25 },
        { at: 2000, value: 0.5 },
        { at: 4000, value: 0.125 },
      ]),
    ).toBe(0.5);
  });

  it('ends a window after five seconds', () => {
    const every900 = Array.from({ length: 8 }, (_, index) => ({ at: index * 900, value: 0.125 }));
    expect(worstWindow(every900)).toBe(0.75);
  });
});
