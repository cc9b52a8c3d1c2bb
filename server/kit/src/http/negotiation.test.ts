import { describe, expect, it } from 'vitest';
import { chooseEncoding, matchesEtag } from './negotiation.ts';

describe('the encoding of an answer', () => {
  it('is the best one that the client accepts', () => {
    expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br');
    expect(chooseEncoding('gzip')).toBe('gzip');
    expect(chooseEncoding('GZIP;q=0.5')).toBe('gzip');
    expect(chooseEncoding('br;q=0, gzip')).toBe('gzip');
    expect(chooseEncoding('br ; q = 0 , gzip ; q = 1')).toBe('gzip');
    expect(chooseEncoding('identity')).toBe('identity');
    expect(chooseEncoding(undefined)).toBe('identity');
  });

  it('is chosen in time for a header of many spaces', () => {
    expect(chooseEncoding(`br${' '.repeat(200_000)}x, gzip`)).toBe('gzip');
  });
});

describe('an entity tag', () => {
  it('is recognised in every form that browsers and proxies send', () => {
    expect(matchesEtag('"abc"', '"abc"')).toBe(true);
    expect(matchesEtag('W/"abc"', '"abc"')).toBe(true);
    expect(matchesEtag('"x", W/"abc"', '"abc"')).toBe(true);
    expect(matchesEtag('*', '"abc"')).toBe(true);
    expect(matchesEtag('"x"', '"abc"')).toBe(false);
    expect(matchesEtag(undefined, '"abc"')).toBe(false);
  });
});
