import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matching } from './matching.ts';

const titles = [
  { title: 'Sê Wie?', genre: 'Comedy', language: { code: 'af', name: 'Afrikaans' } },
  { title: 'Isibane', genre: 'Drama', language: { code: 'zu', name: 'isiZulu' } },
];

describe('search among what is there', () => {
  it('finds by title, genre and language, without accents or case', () => {
    expect(matching(titles, 'se wie')).toEqual([titles[0]]);
    expect(matching(titles, 'DRAMA zulu')).toEqual([titles[1]]);
    expect(matching(titles, 'bane')).toEqual([]);
    expect(matching(titles, '  ')).toEqual(titles);
  });
  it('never throws, and finds nothing that is not there', () => {
    fc.assert(fc.property(fc.string(), (text) => matching(titles, text).every((title) => titles.includes(title))));
  });
});
