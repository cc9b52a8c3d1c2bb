import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { viewerLanguage } from './viewer-language.ts';

describe('the language of a viewer', () => {
  it('is the one that the cookie names, over http and over https', () => {
    expect(viewerLanguage({ cookie: 'a=b; bonisa_language=zu' })).toBe('zu');
    expect(viewerLanguage({ cookie: '__Host-bonisa_language=st; a=b' })).toBe('st');
    expect(viewerLanguage({})).toBe('en');
  });

  it('is English for a cookie that names none of ours, or is another', () => {
    for (const cookie of ['bonisa_language=xx', 'not_bonisa_language=zu', 'bonisa_language=zulu'])
      expect(viewerLanguage({ cookie })).toBe('en');
  });

  it('is one of ours for any cookie', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['en', 'zu', 'xh', 'af', 'st']).toContain(
          viewerLanguage({ cookie: `bonisa_language=${text}` }),
        );
      }),
    );
  });
});
