import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import type { SearchResult } from './search.store.ts';
import { foundWords, groupResults } from './search-groups.ts';
import { forgetSearches, recentSearches, rememberSearch } from './search-help.tsx';
import { nextActive } from './suggestions.tsx';
import { queryOf, withQuery } from './use-search-address.ts';

// L1
describe('the address of a search', () => {
  it('contains any search text, and nothing else of it changes', () => {
    const address = { pathname: '/channel/ekhaya', search: '?page=2', hash: '#top' };
    expect(withQuery(address, 'sê wie?')).toBe('/channel/ekhaya?page=2&q=s%C3%AA+wie%3F#top');
    expect(withQuery({ ...address, search: '?q=old&page=2' }, '')).toBe(
      '/channel/ekhaya?page=2#top',
    );
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme-composite' }), (text) => {
        expect(queryOf(new URL(withQuery(address, text), 'http://here').search)).toBe(text);
      }),
    );
    expect(queryOf('?page=2')).toBeUndefined();
    expect(queryOf('?q=')).toBe('');
  });
});

describe('search results', () => {
  it('are grouped, with the group of the best result first', () => {
    const found = [
      { kind: 'genre', slug: 'drama' },
      { kind: 'show', slug: 'a' },
      { kind: 'person', slug: 'p' },
      { kind: 'video', slug: 'b' },
    ] as SearchResult[];
    expect(
      groupResults(found).map(({ name, results }) => [name, ...results.map(({ slug }) => slug)]),
    ).toEqual([
      ['genres', 'drama'],
      ['titles', 'a', 'b'],
      ['people', 'p'],
    ]);
  });
  it('are counted in words', () => {
    expect([0, 1, 2].map((total) => foundWords({ text: 'zulu', total }))).toEqual([
      'Nothing found for “zulu”',
      '1 result for “zulu”',
      '2 results for “zulu”',
    ]);
  });
});

describe('nextActive', () => {
  it('wraps around through no selection', () => {
    const walk = (key: string, from: number) => nextActive(key, from, 3);
    expect([-1, 0, 1, 2].map((from) => walk('ArrowDown', from))).toEqual([0, 1, 2, -1]);
    expect([-1, 0, 1, 2].map((from) => walk('ArrowUp', from))).toEqual([2, -1, 0, 1]);
    expect(nextActive('ArrowDown', -1, 0)).toBeUndefined();
    expect(walk('a', 0)).toBeUndefined();
  });
});

// E11 L1
describe('recent searches', () => {
  it('are stored encoded, latest first, each once, and can be removed', () => {
    const items = new Map<string, string>();
    const area = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    };
    const storage = createBrowserStorage(
      () => area,
      () => 1_800_000_000_000,
    );
    for (const text of ['isibane', ' Zulu ', 'ISIBANE', '  ', ...'abcdefg'])
      rememberSearch(storage, text);
    expect(recentSearches(storage)).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a', 'ISIBANE']);
    expect([...items.values()].join()).not.toContain('ISIBANE');
    forgetSearches(storage);
    expect(recentSearches(storage)).toEqual([]);
  });
});
