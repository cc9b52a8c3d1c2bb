// R10: pages of a list by links.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pagesShown } from './page-links.tsx';

describe('pagesShown', () => {
  it('names the pages around the current one, with gaps', () => {
    expect(pagesShown(1, 2)).toEqual([1, 2]);
    expect(pagesShown(1, 3)).toEqual([1, 2, 3]);
    expect(pagesShown(5, 9)).toEqual([1, -4, 4, 5, 6, -9, 9]);
    expect(pagesShown(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });
  it('ascends, contains the first, the last and the current page, and stays short', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const [page, last] = [Math.min(a, b), Math.max(a, b)];
        const named = pagesShown(page, last).filter((shown) => shown > 0);
        expect(named).toEqual([...new Set(named)].sort((x, y) => x - y));
        for (const must of [1, page, last]) expect(named).toContain(must);
        expect(named.length).toBeLessThanOrEqual(7);
        expect(new Set(pagesShown(page, last)).size).toBe(pagesShown(page, last).length);
      }),
    );
  });
});
