// A1: any typed text becomes a query that the database can parse.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asTsquery,
  endOfPrefix,
  forIndex,
  halfTyped,
  MAX_WORDS,
  readSearchText,
  type SearchText,
  wholeWords,
} from './search-query.ts';

const read = (text: string): SearchText => readSearchText(text) ?? { words: [], joined: '' };

describe('the query of a typed text', () => {
  it.each(['', '   ', '!?', '…', "''"])('is empty for %j', (text) => {
    expect(readSearchText(text)).toBeUndefined();
  });

  it('has a limited number of words', () => {
    expect(read('a b c d e f g h i j').words).toHaveLength(MAX_WORDS);
  });

  it('matches whole words, or a half-typed last one', () => {
    const text = read('Sun Ris');
    expect(asTsquery(wholeWords(text))).toBe("('sun' & 'ris')");
    expect(asTsquery(halfTyped(text), 'AB')).toBe("('sun':AB & 'ris':*AB)");
    expect(asTsquery(forIndex(text))).toBe("('sun' & 'ris':*)");
  });

  it('does not make the index read every word that begins with one letter', () => {
    expect(asTsquery(forIndex(read('sun r')))).toBe("('sun')");
    expect(asTsquery(forIndex(read('r')))).toBe("('r')");
  });

  it('finds words that mean the same while the next word is begun', () => {
    const [begun, further] = ['soccer f', 'soccer fin'].map((text) =>
      asTsquery(forIndex(read(text))),
    );
    expect(further).toBe(`${begun?.slice(0, -1)} & 'fin':*)`);
    expect(begun).toContain("'soccer' | 'football'");
  });

  it('contains only quoted words, operators and labels', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const typed = readSearchText(text);
        if (!typed) return;
        const questions = [wholeWords(typed), halfTyped(typed), forIndex(typed)].map((sought) =>
          asTsquery(sought, 'A'),
        );
        expect(
          questions.filter(
            (question) => !/^\('[\p{L}\p{N}]+':\*?A(?: & '[\p{L}\p{N}]+':\*?A)*\)$/u.test(question),
          ),
        ).toEqual([]);
      }),
    );
  });

  it('has an upper bound for prefixes that comes after every text with the prefix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, rest) => {
        const end = Buffer.from(endOfPrefix(text));
        expect(Buffer.compare(Buffer.from(text + rest.replaceAll('\u{10FFFF}', '')), end)).toBe(-1);
      }),
    );
  });
});
