import { describe, expect, it } from 'vitest';
import { languageName } from './language.ts';

describe('languageName', () => {
  it.each([
    ['zu', 'isiZulu'],
    ['en-ZA', 'English'],
    ['sw', 'sw'],
    ['toString', 'toString'],
    ['', ''],
  ])('names %s as %s', (code, name) => {
    expect(languageName(code)).toBe(name);
  });
});
