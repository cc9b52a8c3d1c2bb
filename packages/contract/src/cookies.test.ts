import { describe, expect, it } from 'vitest';
import { cookieName, HINT_COOKIE, HINT_PATTERN } from './cookies.ts';

describe('the sign-in hint cookie', () => {
  const hint = new RegExp(HINT_PATTERN);

  it.each([
    ['bonisa_hint=1', true],
    ['a=b; bonisa_hint=1; c=d', true],
    ['a=b; __Host-bonisa_hint=1', true],
    ['', false],
    ['bonisa_hint=', false],
    ['bonisa_hint=12', false],
    ['not_bonisa_hint=1', false],
    ['x__Host-bonisa_hint=1', false],
  ])('is found in %j: %s', (cookies, there) => {
    expect(hint.test(cookies)).toBe(there);
  });

  it('is found under the name that the server gives it', () => {
    for (const secure of [true, false])
      expect(hint.test(`${cookieName(HINT_COOKIE, secure)}=1`)).toBe(true);
  });
});
