import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { slipsBetween } from './typing-slips.ts';

describe('the distance between two words', () => {
  it.each([
    ['isibane', 'isibane', 0],
    ['isibani', 'isibane', 1],
    ['isbane', 'isibane', 1],
    ['issibane', 'isibane', 1],
    ['isbiane', 'isibane', 1],
    ['', 'veld', 4],
    ['veld', '', 4],
  ])('%s, %s: %i', (typed, word, slips) => {
    expect(slipsBetween(typed, word)).toBe(slips);
  });

  it('ignores letters that are not typed yet', () => {
    expect(slipsBetween('umakelw', 'umakhelwane', true)).toBe(1);
    expect(slipsBetween('umakelw', 'umakhelwane')).toBe(4);
  });

  it('is symmetrical, and at most the length of the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(slipsBetween(one, other)).toBe(slipsBetween(other, one));
        expect(slipsBetween(one, other)).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(slipsBetween(one, other) === 0).toBe(one === other);
      }),
    );
  });
});
