import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { letter } from './lettering.ts';

const BOX = {
  x: 34,
  bottom: 668,
  maxWidth: 414,
  maxHeight: 270,
  maxSize: 92,
  minSize: 44,
  maxLines: 4,
};

describe('a title as outlines', () => {
  it.each([
    ['Isibane', ['Isibane']],
    ['Gold Reef Nights', ['Gold Reef', 'Nights']],
    ['The House at the End', ['The House', 'at the End']],
    ['Intombi yaseMzini', ['Intombi', 'yaseMzini']],
  ])('breaks %s into balanced lines', (title, lines) =>
    expect(letter(title, BOX).lines).toEqual(lines),
  );

  it('ends no line with a small word such as an article', () => {
    expect(
      letter('Under the Marula', BOX)
        .lines.slice(0, -1)
        .some((line) => /\bthe$/.test(line) && line !== 'the'),
    ).toBe(false);
  });

  it('draws letters that only the second font file has', () => {
    expect(letter('Tšhaba ya Rena', BOX).path).not.toBe(letter('Tshaba ya Rena', BOX).path);
    expect(letter('Tshivenḓa', BOX).lines.join(' ')).toMatch(/^Tshiven(ḓ|d)a$/u);
  });

  it('cuts a word that is too long, and ends a text that does not fit with an ellipsis', () => {
    expect(
      letter('Ngiyakuthandakakhulukanjaloke Sthandwasenhliziyoyami', BOX).lines.length,
    ).toBeGreaterThan(1);
    expect(letter('word '.repeat(60), BOX).lines.at(-1)).toMatch(/…$/);
  });

  it('sets no letter outside its box, for any title', () => {
    const word = fc.string({
      unit: fc.constantFrom(
        ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZŠšêëôïÊ0123456789.,!?’-&日🎬',
      ),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 14 }), (words) => {
        const { path, bounds } = letter(words.join(' '), BOX);
        expect(path).not.toMatch(/NaN|undefined|Infinity/);
        expect(bounds.left).toBeGreaterThan(BOX.x - 10);
        expect(bounds.right).toBeLessThan(BOX.x + BOX.maxWidth + 10);
        expect(bounds.top).toBeGreaterThan(BOX.bottom - BOX.maxHeight - 30);
        expect(bounds.bottom).toBeLessThan(720);
      }),
      { numRuns: 60 },
    );
  });
});
