import { ENTRY_FIELDS, ENTRY_KINDS } from '@bonisa/contract/studio/catalogue-entries';
import { expect, it } from 'vitest';
import { emptyFields, plansOf, problemsOf, sentFields } from './field-plan.ts';

it.each(ENTRY_KINDS)('asks for every field of the kind %s that a viewer reads', (kind) => {
  const names = plansOf(kind).map(({ name }) => name);
  for (const name of ['slug', 'title', 'name', 'synopsis', 'description', 'tagline'])
    expect(names.includes(name)).toBe(name in ENTRY_FIELDS[kind]);
  expect(names).not.toContain('published');
});

it('names what a new video lacks before anything is sent', () => {
  const sent = sentFields('video', emptyFields('video'));
  const problems = problemsOf('video', sent);
  expect(Object.keys(problems).sort()).toEqual([
    'channel',
    'description',
    'genre',
    'slug',
    'synopsis',
    'title',
  ]);
  expect(problems.title).toBe('must be given');
  expect(sent).toMatchObject({ category: null, availableFrom: null });
  expect(sent).not.toHaveProperty('accent');
});

it("takes the contract's limits: the longest line, the advice letters, the ratings", () => {
  const plan = Object.fromEntries(plansOf('video').map((one) => [one.name, one]));
  expect(plan.title).toMatchObject({ widget: 'line', max: 120 });
  expect(plan.description).toMatchObject({ widget: 'prose', max: 4000 });
  expect(plan.year).toMatchObject({ widget: 'number', min: 1895 });
  expect(plan.ratingAdvice).toMatchObject({ widget: 'choices' });
  expect(plan.genre).toMatchObject({ widget: 'entry', kind: 'genre' });
});
