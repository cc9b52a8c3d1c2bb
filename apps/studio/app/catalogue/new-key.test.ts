import { describe, expect, it } from 'vitest';
import { keyHint, keyProblems, newKeyOf } from './new-key.ts';

describe('the key of a new entry', () => {
  it("is the person's own, else the one that an import would give", () => {
    expect(newKeyOf('video', ' film-1 ', { slug: 'umuzi' })).toBe('film-1');
    expect(newKeyOf('video', ' ', { slug: 'umuzi' })).toBe('umuzi');
    expect(newKeyOf('category', '', { channel: 'c-2', slug: 'family' })).toBe('c-2/family');
    expect(newKeyOf('slide', '', { title: 'lamp', eyebrow: 'New' })).toBe('lamp');
  });

  it('is that of the show and the number for a season, with or without a title', () => {
    expect(newKeyOf('season', '', { show: 'lamp', ordinal: 0, title: null })).toBe('lamp/0');
    const second = { show: 'other', ordinal: 1, title: 'Season 1' };
    expect(newKeyOf('season', '', second)).toBe('other/1');
    expect(newKeyOf('season', '', { ordinal: 1 })).toBeUndefined();
  });

  it('says of what it is made, and is refused at fields that a person can change', () => {
    expect(keyHint('season')).toContain('Empty: the show and the number.');
    expect(keyProblems('video', '', undefined)).toEqual({});
    expect(keyProblems('category', '', 'taken')).toEqual({ key: 'taken', slug: 'taken' });
    expect(keyProblems('season', '', 'taken')).toEqual({ key: 'taken', ordinal: 'taken' });
    expect(keyProblems('slide', 's-1', 'taken')).toEqual({ key: 'taken' });
  });
});
