import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forwardedHeaders, isEnrichment, returnedHeaders } from './headers.ts';

const site = {
  publicUrl: new URL('http://localhost:3000'),
  isOwn: (url: URL) => url.host === 'localhost:3901',
};
const NAMES = [
  'x-msisdn',
  'msisdn',
  'x-up-calling-line-id',
  'x-nokia-msisdn',
  'x-wap-msisdn',
  'x-3gpp-msisdn',
  'x-h3g-msisdn',
  'x-network-info',
  'x-enrichment-secret',
];

/** A header name in any mixture of case, with underscores for some dashes. */
const spelled = fc
  .constantFrom(...NAMES)
  .chain((name) =>
    fc
      .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
      .map((flips) =>
        [...name]
          .map((letter, index) =>
            flips[index] ? (letter === '-' ? '_' : letter.toUpperCase()) : letter,
          )
          .join(''),
      ),
  );

describe('headers on the mobile network', () => {
  test('are removed in every spelling of an enrichment header', () => {
    fc.assert(
      fc.property(spelled, fc.string(), (name, value) => {
        expect(isEnrichment(name)).toBe(true);
        expect(forwardedHeaders([name, value, 'accept', '*/*'], site, {})).toEqual([
          'host',
          'localhost:3000',
          'accept',
          '*/*',
        ]);
      }),
    );
  });

  test.each([
    'accept',
    'cookie',
    'range',
    'x-csrf-token',
    'x-platform',
    'user-agent',
    'content-type',
    'x-site-version',
  ])('named %s are kept', (name) => expect(isEnrichment(name)).toBe(false));

  test("include the network's own enrichment once, whatever the client sent", () => {
    const headers = forwardedHeaders(
      ['X-MSISDN', '27820000000', 'x_msisdn', '1', 'Accept', 'a', 'ACCEPT', 'b'],
      site,
      { 'x-msisdn': '27821234567' },
    );
    expect(headers).toEqual([
      'host',
      'localhost:3000',
      'Accept',
      'a',
      'ACCEPT',
      'b',
      'x-msisdn',
      '27821234567',
    ]);
  });

  test("name the site instead of the network's address, and keep a foreign origin", () => {
    const of = (origin: string) =>
      forwardedHeaders(['Host', 'localhost:3901', 'Origin', origin], site, {}).at(-1);
    expect(of('http://localhost:3901')).toBe('http://localhost:3000');
    expect(of('http://localhost:3902')).toBe('http://localhost:3902');
    expect(of('null')).toBe('null');
    expect(
      forwardedHeaders(['Referer', 'http://localhost:3901/video/a?b=c'], site, {}).at(-1),
    ).toBe('http://localhost:3000/video/a?b=c');
  });

  test('of the connection, and claims about its origin, are removed', () => {
    const raw = [
      'Connection',
      'close, X-Secret',
      'X-Secret',
      '1',
      'Transfer-Encoding',
      'chunked',
      'X-Forwarded-For',
      '1.2.3.4',
      'Forwarded',
      'for=1',
    ];
    expect(forwardedHeaders(raw, site, {})).toEqual(['host', 'localhost:3000']);
  });

  test("of a redirect to the site lead to the network's address of the site", () => {
    const back = (location: string) =>
      returnedHeaders({ location }, [site.publicUrl], 'http://localhost:3901').location;
    expect(back('http://localhost:3000/subscribe/confirm?a=b')).toBe(
      'http://localhost:3901/subscribe/confirm?a=b',
    );
    expect(back('/profile')).toBe('/profile');
    expect(back('https://elsewhere.example/')).toBe('https://elsewhere.example/');
  });
});
