import { expect, it } from 'vitest';
import { languageOfPart } from './languages.ts';

// R10
it.each([
  ['en', 'zu', 'en'],
  ['en', 'en', undefined],
  ['en-GB', 'en', undefined],
  ['pt-BR', 'en', 'pt-BR'],
  // Sesotho and Sepedi are two languages.
  ['nso', 'st', 'nso'],
] as const)('words in %s on a page in %s name the language %s', (words, page, named) => {
  expect(languageOfPart(words, page)).toBe(named);
});
