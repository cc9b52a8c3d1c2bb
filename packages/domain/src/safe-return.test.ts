import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturn } from './safe-return.ts';

describe('safeReturn', () => {
  // R5
  test.each([
    '/',
    '/video/isibane',
    '/video/isibane?play=1',
    '/channel/drama?page=2#shelf',
    '/video/a%20b',
  ])('accepts a path of this site: %s', (path) => {
    expect(safeReturn(path)).toBe(path);
  });

  // R5
  test.each([
    null,
    undefined,
    '',
    'video/isibane',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    ' /video/x',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/.//evil.example',
    '/..//evil.example',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/./\\evil.example',
    '/%2E%2e//evil.example',
  ])('returns home for anything else: %j', (path) => {
    expect(safeReturn(path)).toBe('/');
  });

  test('never leads to another site and never throws, for any text', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      ':',
      '@',
      '?',
      '#',
      'evil.example',
      'https:',
      '\t',
      '\n',
      '\0',
      ' ',
      'video',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((pieces) => pieces.join('')),
          fc.string(),
          fc.webUrl(),
        ),
        (wanted) => {
          const path = safeReturn(wanted);
          expect(path.startsWith('/')).toBe(true);
          expect(new URL(path, 'https://bonisa.example').origin).toBe('https://bonisa.example');
          // Nor does what a page makes of it: a path that is used alone.
          const { pathname, search } = new URL(path, 'https://bonisa.example');
          expect(new URL(pathname + search, 'https://bonisa.example').origin).toBe(
            'https://bonisa.example',
          );
          // A returned path is accepted unchanged.
          expect(safeReturn(path)).toBe(path);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
