import { expect, it } from 'vitest';
import {
  coloursOf,
  fieldOf,
  legalParts,
  textOf,
  withField,
  withFile,
  withLegalWords,
} from './brand-draft.ts';

const FILES = {
  'brand.json': JSON.stringify({
    ...{ name: 'Vula', later: { field: 1 } },
    colours: { page: '#101010', text: '#ffffff', accent: '#ffcc00' },
  }),
};

it('changes one field of brand.json and keeps every other one, also an unknown one', () => {
  const files = withField(withField(FILES, 'pitch.en', 'slow stories'), 'name', 'Vula TV');
  expect([textOf(files, 'name'), textOf(files, 'pitch.en')]).toEqual(['Vula TV', 'slow stories']);
  expect(fieldOf(files, 'later')).toEqual({ field: 1 });
  expect(fieldOf(files, 'colours.page')).toBe('#101010');
});

it('takes an emptied field out of brand.json, and an object of which nothing is left', () => {
  const files = withField(withField(FILES, 'share.en', 'Watch'), 'share.en', '');
  expect(fieldOf(files, 'share')).toBeUndefined();
  expect(files['brand.json']).not.toContain('share');
  expect(withFile({ ...FILES, 'help.md': 'x' }, 'help.md', undefined)).toEqual(FILES);
});

it('compares colours only where each is one', () => {
  expect(coloursOf(FILES)?.page).toBe('#101010');
  expect(coloursOf(withField(FILES, 'colours.page', '#10'))).toBeUndefined();
  expect(coloursOf(withField(FILES, 'colours.page', ''))).toBeUndefined();
  expect(coloursOf({ 'brand.json': '{' })).toBeUndefined();
});

it('proposes today as the version of changed legal words, and keeps one that was written', () => {
  const began = 'version: 2026-01-05\n\n## Who\n\nWe.';
  const first = withLegalWords({ began, now: began }, '## Who\n\nUs.', '2026-11-30');
  expect(legalParts(first)).toEqual({ version: '2026-11-30', words: '## Who\n\nUs.' });
  const dated = first.replace('2026-11-30', '2026-12-05');
  const later = withLegalWords({ began, now: dated }, '## Who\n\nThem.', '2026-11-30');
  expect(legalParts(later).version).toBe('2026-12-05');
  const fresh = withLegalWords({ began: undefined, now: '' }, '## Who', '2026-11-30');
  expect(fresh).toBe('version: 2026-11-30\n\n## Who');
});
