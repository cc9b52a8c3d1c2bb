import { expect, it } from 'vitest';
import {
  changedBesides,
  type Draft,
  NOTHING_TYPED,
  withField,
  withoutSaved,
} from './entry-draft.ts';

/** What a person typed into an entry at version 3. */
const typedInto = (...fields: readonly (readonly [name: string, value: unknown])[]): Draft =>
  fields.reduce<Draft>((draft, [name, value]) => withField(draft, name, value, 3), NOTHING_TYPED);

it('begins from the version that the first letter met', () => {
  const first = withField(NOTHING_TYPED, 'title', 'U', 3);
  // The page has read a newer version meanwhile.
  expect(withField(first, 'title', 'Um', 4)).toEqual({ typed: { title: 'Um' }, began: 3 });
});

it('is empty again once all of it is saved', () => {
  const sent = typedInto(['title', 'Umuzi'], ['year', 2025]);
  expect(withoutSaved(sent, sent.typed, 4)).toEqual(NOTHING_TYPED);
});

it('keeps what was typed while it was saved, on top of the version that was made', () => {
  const sent = typedInto(['title', 'Umuzi'], ['synopsis', 'A house.'], ['credits', [{}]]);
  const later = withField(withField(sent, 'description', 'It st', 3), 'synopsis', 'A home.', 3);
  expect(withoutSaved(later, sent.typed, 4)).toEqual({
    typed: { synopsis: 'A home.', description: 'It st' },
    began: 4,
  });
});

it('names the fields that somebody else changed beside those that were sent', () => {
  const before = { title: 'Umuzi', year: 2024, languages: ['zu'], credits: [] };
  const now = { title: 'Mine', year: 2025, languages: ['zu', 'en'], credits: [], slug: 'umuzi' };
  expect(changedBesides(before, now, { title: 'Mine' })).toEqual(['year', 'languages']);
});

it('keeps a list that was changed meanwhile', () => {
  const sent = typedInto(['credits', [{ person: 'thandi' }]]);
  const later = withField(sent, 'credits', [{ person: 'thandi' }, { person: 'zola' }], 3);
  expect(withoutSaved(later, sent.typed, 4).typed).toEqual(later.typed);
});
