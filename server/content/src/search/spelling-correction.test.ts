// A1: typing errors, and words that were joined or separated, are corrected.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTsquery, readSearchText } from './search-query.ts';
import { correctionOf, type KnownWords, wordsToLookUp } from './spelling-correction.ts';

/** A database in which all words are similar. */
function meant(text: string, vocabulary: readonly string[]): string | undefined {
  const typed = readSearchText(text);
  if (!typed) return undefined;
  const asked = wordsToLookUp(typed);
  const known: KnownWords = {
    exact: new Set(asked.exact.filter((word) => vocabulary.includes(word))),
    alike: new Map(asked.mended.map((word) => [word, vocabulary])),
    others: [],
  };
  const sought = correctionOf(typed, known);
  return sought && asTsquery(sought);
}

describe('the correction of typed words', () => {
  const names = [
    ...['isibane', 'isibaya', 'veld', 'sun', 'rise', 'sunday', 'lamp'],
    ...['night', 'nile', 'photo', 'knight'],
  ];

  it.each([
    ['isibanr', "(('isibane'))"],
    // Both are one error away, and neither is preferred.
    ['isibana', "(('isibane' | 'isibaya'))"],
    ['vled', "(('veld'))"],
    ['sunrise', "((('sun' & 'rise')))"],
    ['sun day', "('sunday':*)"],
    ['lmap veld', "(('lamp') & ('veld':*))"],
    // As it sounds is as near as one wrong letter.
    ['nite lamp', "(('night' | 'nile') & ('lamp':*))"],
    ['foto', "(('photo'))"],
    // Half of the words have a correction.
    ['lamp qqqqqq', "(('lamp'))"],
    ['qqqqqq', undefined],
    ['qqqqqq wwwwww lamp', undefined],
    // Too short to be corrected.
    ['san', undefined],
  ])('corrects %j', (text, question) => {
    expect(meant(text, names)).toBe(question);
  });

  it('never fails, whatever is typed and known', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '1', ' ', "'"), maxLength: 30 });
    fc.assert(
      fc.property(
        word,
        fc.array(
          word.map((one) => readSearchText(one)?.joined ?? 'a'),
          { maxLength: 6 },
        ),
        (text, names) => {
          const question = meant(text, names);
          if (question !== undefined) expect(question).toMatch(/^[\p{L}\p{N}'&|:*() ]+$/u);
        },
      ),
    );
  });
});
