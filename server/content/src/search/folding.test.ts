// A1: spelling, accents and punctuation do not matter.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined, MAX_WORD, wordsOf } from './folding.ts';

describe('the folded words of a text', () => {
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
  ])('of %j are right', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it('have only letters and digits, are short, and do not change when folded again', () => {
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

  it('form one name, however they are joined', () => {
    expect(joined(wordsOf('Sun-Rise'))).toBe(joined(wordsOf('sunrise')));
  });
});
