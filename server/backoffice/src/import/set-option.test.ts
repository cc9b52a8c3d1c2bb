import { expect, it } from 'vitest';
import { setFieldOf } from './csv-source.ts';

it('a field of --set has the words of a table', () => {
  for (const word of ['yes', 'true', '1', 'YES'])
    expect(setFieldOf(`published=${word}`)).toEqual(['published', true]);
  expect(setFieldOf('published=no')).toEqual(['published', false]);
  expect(() => setFieldOf('published=maybe')).toThrow(
    '--set published=maybe: must be yes, true, 1, no, false or 0',
  );
  expect(setFieldOf('languages=zu|en')).toEqual(['languages', ['zu', 'en']]);
  expect(setFieldOf('ratingAdvice=')).toEqual(['ratingAdvice', []]);
  expect(setFieldOf('year=2026')).toEqual(['year', 2026]);
  expect(setFieldOf('genre=a=b')).toEqual(['genre', 'a=b']);
});
