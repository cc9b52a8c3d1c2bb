// A1: what is typed becomes a question that the database can read, whatever it is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterAllThatBegin,
  asTsquery,
  forIndex,
  halfTyped,
  MAX_WORDS,
  readSearchText,
  type SearchText,
  wholeWords,
} from './search-query.ts';

const read = (text: string): SearchText => readSearchText(text) ?? { words: [], joined: '' };

describe('what was typed', () => {
  it.each(['', '   ', '!?', '…', "''"])('is nothing: %j', (text) => {
    expect(readSearchText(text)).toBeUndefined();
  });

  it('has only so many words', () => {
    expect(read('a b c d e f g h i j').words).toHaveLength(MAX_WORDS);
  });

  it('is asked for as whole words, or with the last half typed', () => {
    const text = read('Sun Ris');
    expect(asTsquery(wholeWords(text))).toBe("('sun' & 'ris')");
    expect(asTsquery(halfTyped(text), 'AB')).toBe("('sun':AB & 'ris':*AB)");
    expect(asTsquery(forIndex(text))).toBe("('sun' & 'ris':*)");
  });

  it('does not have the index look for every word that begins with a letter', () => {
    expect(asTsquery(forIndex(read('sun r')))).toBe("('sun')");
    expect(asTsquery(forIndex(read('r')))).toBe("('r')");
  });

  it('is never anything but quoted words, operators and labels', () => {
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

  it('ends before a text that comes after all that begin with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, rest) => {
        const end = Buffer.from(afterAllThatBegin(text));
        expect(Buffer.compare(Buffer.from(text + rest.replaceAll('\u{10FFFF}', '')), end)).toBe(-1);
      }),
    );
  });
});
