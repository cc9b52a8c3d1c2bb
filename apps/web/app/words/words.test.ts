import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@bonisa/domain/languages';
import { isValidElement } from 'react';
import { describe, expect, test } from 'vitest';
import { compileText, namesIn } from './compile-text.ts';
import { dayAndTime } from './dates.ts';
import { CATALOGUES, renderIn } from './find-text.ts';
import { say, sayWith } from './words.ts';

const APP = join(import.meta.dirname, '..');
const keys = Object.keys(CATALOGUES.en);
const others = LANGUAGES.filter((language) => language !== 'en');

describe('the files of words', () => {
  test.each(others)('%s has the keys of English, and nothing else', (language) => {
    const { $review: review, ...texts } = CATALOGUES[language];
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    expect(review).toBe('To be reviewed by a speaker');
  });

  test.each(others)(
    '%s has words for each key, with the values and elements of English',
    (language) => {
      for (const key of keys) {
        const text = CATALOGUES[language][key] ?? '';
        expect(text.trim(), key).not.toBe('');
        expect(namesIn(text), key).toEqual(namesIn(CATALOGUES.en[key] ?? ''));
      }
    },
  );

  test('compile in every language', () => {
    for (const language of LANGUAGES)
      for (const [key, text] of Object.entries(CATALOGUES[language]))
        expect(() => compileText(text), `${language} ${key}`).not.toThrow();
  });

  test('have no words that no file of the site says', () => {
    const said = new Set(
      sources().flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/\bsay(?:With)?\(\s*'([\w.]+)'/g)].map(
          ([, key]) => key,
        ),
      ),
    );
    expect(keys.filter((key) => !said.has(key))).toEqual([]);
  });
});

describe('say', () => {
  test('finds the words of the language that is rendered, with its values', () => {
    expect(say('flow.step', { step: 2, of: 3 })).toBe('2 of 3');
    expect(renderIn('zu', () => say('flow.step', { step: 2, of: 3 }))).toBe('2 kwezi-3');
    expect(renderIn('af', () => say('try_again'))).toBe('Probeer weer');
  });

  test('lets no line end between a prefix and OTP', () => {
    expect(renderIn('zu', () => say('flow.otp.resend'))).toBe('Thumela i-\u2060OTP futhi');
    for (const language of ['zu', 'xh'] as const)
      expect(Object.values(CATALOGUES[language]).join('\n')).not.toContain('-OTP');
  });

  test('gives elements their words, and never reads a value as one', () => {
    const parts = sayWith(
      'flow.otp.sent_to',
      { number: (words) => words.toUpperCase() },
      { msisdn: '<number>x</number>' },
    );
    const shown = (Array.isArray(parts) ? parts : [])
      .filter(isValidElement<{ children: string }>)
      .map(({ props }) => props.children);
    expect(shown).toEqual(['Sent by SMS to ', '<NUMBER>X</NUMBER>', '.']);
  });

  test('names days and months in each language, in South African time', () => {
    const late = new Date('2026-12-31T22:30:00Z');
    expect(LANGUAGES.map((language) => renderIn(language, () => dayAndTime(late)))).toEqual([
      'Friday, 1 January at 00:30',
      'ULwesihlanu, 1 Januwari ngo-00:30',
      'ULwesihlanu, 1 Janyuwari ngo-00:30',
      'Vrydag 1 Januarie om 00:30',
      'Labohlano, 1 Pherekgong ka 00:30',
    ]);
  });
});

describe('a compiled message', () => {
  test('is refused where it needs what the page cannot do', () => {
    expect(() => compileText('{at, date, long}')).toThrow('values, plurals and elements');
    expect(() => compileText('a ~ b')).toThrow('none of');
    expect(() => compileText('{n, plural, one {# of {m}} other {#}}')).toThrow('plural form');
  });
});

function sources(): readonly string[] {
  return readdirSync(APP, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test|test-kit)\.tsx?$/.test(name))
    .map((name) => join(APP, name));
}
