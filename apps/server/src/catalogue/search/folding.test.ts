// A1: spelling, accents and punctuation do not part what belongs together.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined, MAX_WORD, wordsOf } from './folding.ts';

describe('the words of a text', () => {
  it.each([
    ['Isibane', ['isibane']],
    ['  Thabo’s   “Night-Shift”! ', ['thabos', 'night', 'shift']],
    ["Jo'burg", ['joburg']],
    ['Tshivenḓa Ṅwana ḽa Ṱhoho', ['tshivenda', 'nwana', 'la', 'thoho']],
    ['Die Môre-liedjie van ŉ Boer', ['die', 'more', 'liedjie', 'van', 'n', 'boer']],
    ['ÎLE STRAẞE Øst Łódź', ['ile', 'strasse', 'ost', 'lodz']],
    ['ǃXam & Ko', ['xam', 'ko']],
    ['24/7 — ½', ['24', '7', '1', '2']],
    ['', []],
    ["'\\ & | ! <-> :* ()", []],
    ['\u0000a\u0000b', ['a', 'b']],
    ['\ud800x', ['x']],
  ])('of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('hold nothing but letters and digits, are short, and stay as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const words = wordsOf(text);
        expect(
          words.filter((word) => !/^[\p{L}\p{N}]+$/u.test(word) || word.length > MAX_WORD),
        ).toEqual([]);
        expect(wordsOf(words.join(' '))).toEqual(words);
      }),
    );
  });

  it('are one name however they are parted', () => {
    expect(joined(wordsOf('Sun-Rise'))).toBe(joined(wordsOf('sunrise')));
  });
});
