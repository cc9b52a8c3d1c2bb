import { describe, expect, it } from 'vitest';
import {
  chosenWith,
  hasPackages,
  isSharable,
  rowsOfBulk,
  sharedPlansOf,
  shelfWith,
} from './bulk-fields.ts';

describe('fields of many entries at once', () => {
  it('are those that may be the same, and never a name, an address or a list', () => {
    expect(sharedPlansOf('video').map(({ name }) => name)).toEqual([
      ...['year', 'ratingAge', 'ratingAdvice', 'languages', 'genre', 'channel'],
      ...['availableFrom', 'availableUntil'],
    ]);
    expect(sharedPlansOf('episode').map(({ name }) => name)).toEqual([
      'availableFrom',
      'availableUntil',
    ]);
    expect(sharedPlansOf('person')).toEqual([]);
  });

  it('need a value each, but a window may have no end and a rating no advice', () => {
    expect(isSharable('video', {})).toBe(false);
    expect(isSharable('video', { genre: null })).toBe(false);
    expect(isSharable('video', { languages: [] })).toBe(false);
    expect(isSharable('video', { genre: 'drama', availableUntil: null })).toBe(true);
    expect(isSharable('video', { ratingAdvice: null })).toBe(true);
  });

  it('take a window or all windows away only where that is chosen', () => {
    expect(isSharable('video', { genre: 'drama', availableUntil: undefined })).toBe(false);
    expect(isSharable('video', { packages: undefined })).toBe(false);
    expect(isSharable('video', { packages: null })).toBe(true);
  });

  it('may be windows by package, each with its package; without one all may play them', () => {
    expect([hasPackages('episode'), hasPackages('channel')]).toEqual([true, false]);
    const packages = [{ package: 'daily', from: null, until: null }];
    expect(isSharable('video', { packages })).toBe(true);
    expect(isSharable('video', { packages: null })).toBe(true);
    expect(isSharable('video', { packages: [...packages, { package: '' }] })).toBe(false);
    expect(rowsOfBulk('video', ['a'], { packages })).toEqual([
      { kind: 'video', key: 'a', packages },
    ]);
  });

  it('become a row for each entry; a new channel takes the category away', () => {
    expect(rowsOfBulk('video', ['a', 'b'], { channel: 'c-1', ratingAdvice: null })).toEqual(
      ['a', 'b'].map((key) => {
        return { kind: 'video', key, category: null, channel: 'c-1', ratingAdvice: [] };
      }),
    );
    expect(rowsOfBulk('category', ['a'], { channel: 'c-1' })).toEqual([
      { kind: 'category', key: 'a', channel: 'c-1' },
    ]);
  });
});

it('all entries of a page are chosen, or not chosen any more, beside those of other pages', () => {
  const chosen = chosenWith(['other', 'b'], ['a', 'b', 'c'], true);
  expect(chosen.toSorted()).toEqual(['a', 'b', 'c', 'other']);
  expect(chosenWith(chosen, ['a', 'b', 'c'], false)).toEqual(['other']);
  expect(chosenWith(chosen, ['a'], false)).not.toContain('a');
});

it('titles are put at the end of a shelf once, and the shelf says what has no room', () => {
  expect(shelfWith(['a', 'b'], ['b', 'c'])).toEqual({ titles: ['a', 'b', 'c'], added: 1, over: 0 });
  expect(shelfWith([], ['a'])).toMatchObject({ added: 1, over: 0 });
  const many = Array.from({ length: 61 }, (_, at) => `t-${at}`);
  expect(shelfWith(many.slice(0, 59), many)).toMatchObject({ added: 2, over: 1 });
});
