import { expect, it } from 'vitest';
import { readLanguage } from './language-word.ts';

it.each([
  ...[
    ['en', 'en'],
    ['eng', 'en'],
    ['EN_ZA', 'en-ZA'],
    ['en-za', 'en-ZA'],
    ['English', 'en'],
    ['zul', 'zu'],
    ['isiZulu', 'zu'],
    ['Zulu', 'zu'],
    ['nso', 'nso'],
    ['Sepedi', 'nso'],
    ['Tshivenda', 've'],
    ['fre', 'fr'],
    ['fra', 'fr'],
    ['Français', 'fr'],
    ['ger', 'de'],
    ['deutsch', 'de'],
    ['pt-BR', 'pt-BR'],
    ['hi', 'hi'],
    ['es-419', 'es-419'],
    ['afrikaans', 'af'],
  ],
])('reads %j as %s', (word, code) => {
  expect(readLanguage(word)).toBe(code);
});

it.each([
  '',
  'qq',
  'xyz',
  'sdh',
  'forced',
  'final',
  'x264',
  'The',
  'one',
  'Lamp',
  'en-',
  '_en',
  'v2',
])('takes %j for no language', (word) => {
  expect(readLanguage(word)).toBeUndefined();
});
