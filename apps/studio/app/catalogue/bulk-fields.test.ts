import { describe, expect, it } from 'vitest';
import { isSharable, rowsOfBulk, sharedPlansOf } from './bulk-fields.ts';

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
