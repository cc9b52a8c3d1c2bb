import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passages, valueWords } from './field-words.ts';

it('names every part of an item, so that no two look alike', () => {
  const credit = { person: 'thandi', role: 'cast', character: null };
  expect(valueWords('credits', [credit, { ...credit, character: 'Nomsa' }])).toBe(
    'thandi (role: cast), thandi (role: cast; character: Nomsa)',
  );
  expect(valueWords('segments', [{ kind: 'recap', start: 0, end: 30 }])).toBe(
    'recap (start: 0; end: 30)',
  );
  expect(valueWords('rule', { genres: ['drama'], newest_days: 7, kind: 'show' })).toBe(
    'show (genres: drama; newest days: 7)',
  );
  expect(valueWords('slots', [{ startsAt: 1110, minutes: 60, title: 'News', video: null }])).toBe(
    'News (starts at: Mon 18:30; minutes: 60)',
  );
});

it('writes times as people in South Africa read them, languages by name, and what is empty', () => {
  const until = '2026-11-23T22:30:00.000Z';
  expect(valueWords('availableUntil', until)).toBe('24\u00a0Nov\u00a02026, 00:30');
  expect(valueWords('availableUntil', '2026-11-23T22:30:09Z')).toMatch(/, 00:30:09$/);
  expect(valueWords('packages', [{ package: 'daily', from: null, until }])).toBe(
    'daily (until: 24\u00a0Nov\u00a02026, 00:30)',
  );
  expect(valueWords('languages', ['zu', 'en'])).toBe('isiZulu, English');
  expect(valueWords('names', { zu: 'Umculo', st: 'Mmino' })).toBe(
    'isiZulu: Umculo; Sesotho: Mmino',
  );
  expect([
    valueWords('titles', []),
    valueWords('title', null),
    valueWords('published', true),
  ]).toEqual(['none', 'nothing', 'yes']);
});

it('names a film by when it arrived, not by its id', () => {
  expect(valueWords('assetId', '019acfe5-3f20-7c4c-9d46-5b1a2f3c4d5e')).toBe(
    'the film that arrived 29\u00a0Nov\u00a02025, 15:54:58',
  );
});

it('shows of long texts the passage in which they differ', () => {
  const same = 'The house stands. '.repeat(40);
  const [one, other] = passages(`${same}It falls.${same}`, `${same}It stands.${same}`);
  expect(one).toMatch(/^….*It falls\..*…$/);
  expect(other).toMatch(/^….*It stands\..*…$/);
  expect(one.length).toBeLessThan(200);
  // Short texts are whole.
  expect(passages('A house.', 'A home.')).toEqual(['A house.', 'A home.']);
});

it('never makes two texts look alike', () => {
  const text = fc.string({ minLength: 0, maxLength: 700 });
  fc.assert(
    fc.property(text, text, text, text, (before, mine, theirs, after) => {
      const [one, other] = [`${before}${mine}${after}`, `${before}${theirs}${after}`];
      const [shown, beside] = passages(one, other);
      expect(shown === beside).toBe(one === other);
      expect(Math.max(shown.length, beside.length)).toBeLessThan(410);
    }),
  );
});
