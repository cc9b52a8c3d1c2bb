import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

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
    expect(editDistance(typed, word)).toBe(slips);
  });

  it('ignores letters that are not typed yet', () => {
    expect(editDistance('umakelw', 'umakhelwane', true)).toBe(1);
    expect(editDistance('umakelw', 'umakhelwane')).toBe(4);
  });

  it('is symmetrical, and at most the length of the longer word', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other)).toBe(editDistance(other, one));
        expect(editDistance(one, other)).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(editDistance(one, other) === 0).toBe(one === other);
      }),
    );
  });
});
