import { describe, expect, it } from 'vitest';
import { languageName } from './language.ts';

describe('the name of a language', () => {
  it.each([
    ['zu', 'isiZulu'],
    ['en-ZA', 'English'],
    ['sw', 'sw'],
    ['toString', 'toString'],
    ['', ''],
  ])('of %s is %s', (code, name) => {
    expect(languageName(code)).toBe(name);
  });
});
