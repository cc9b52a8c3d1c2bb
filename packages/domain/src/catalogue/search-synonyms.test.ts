import { describe, expect, it } from 'vitest';
import { synonymsOf } from './search-synonyms.ts';

describe('synonymsOf', () => {
  it('finds the other names of a thing, in each direction', () => {
    expect(synonymsOf('soccer')).toContain('football');
    for (const word of ['voetbal', 'sokker', 'ibhola'])
      expect(synonymsOf(word)).toContain('football');
    expect(synonymsOf('football')).toEqual(expect.arrayContaining(['soccer', 'voetbal']));
  });

  it('never repeats the word itself, and has none for an unknown one', () => {
    expect(synonymsOf('nuus')).not.toContain('nuus');
    expect(synonymsOf('isibane')).toEqual([]);
  });
});
