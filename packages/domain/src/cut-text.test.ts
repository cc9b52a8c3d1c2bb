import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutMiddle, cutText } from './cut-text.ts';

it('leaves out a character that it would cut in two', () => {
  expect([1, 2, 3, 9].map((most) => cutText('a😀b', most))).toEqual(['a', 'a', 'a😀', 'a😀b']);
});

it('is the beginning of any whole text, and without halves of any other', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'é', '😀') }),
      fc.nat({ max: 12 }),
      (text, most) => {
        const cut = cutText(text, most);
        expect(text.startsWith(cut)).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
        expect(cut.length).toBeLessThanOrEqual(most);
      },
    ),
  );
  const units = fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 8 });
  fc.assert(
    fc.property(units, fc.nat({ max: 9 }), (codes, most) => {
      expect(cutText(String.fromCharCode(...codes), most).isWellFormed()).toBe(true);
    }),
  );
});

it('leaves out the middle of a long text, and halves of characters', () => {
  expect(cutMiddle('abcdefghij', 10)).toBe('abcdefghij');
  expect(cutMiddle('abcdefghijk', 9)).toBe('abc … ijk');
  expect(cutMiddle('ab😀cdefg😀ij', 9)).toBe('ab … ij');
  const units = fc.array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 30 });
  fc.assert(
    fc.property(units, fc.integer({ min: 5, max: 20 }), (codes, most) => {
      const cut = cutMiddle(String.fromCharCode(...codes), most);
      expect([cut.length <= most, cut.isWellFormed()]).toEqual([true, true]);
    }),
  );
});
