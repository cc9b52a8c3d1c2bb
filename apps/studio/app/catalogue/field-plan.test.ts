// The server's own check of a new entry: what the form sends must pass it.
import { schemasOf } from '@bonisa/content/editing/entry-kinds';
import { ENTRY_FIELDS, type EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { expect, it } from 'vitest';
import {
  ADVICE_CHOICES,
  emptyFields,
  type Fields,
  type Plan,
  plansOf,
  problemsOf,
  sentFields,
} from './field-plan.ts';
import { newKeyOf } from './new-key.ts';

it.each(ENTRY_KINDS)('asks for every field of the kind %s that a viewer reads', (kind) => {
  const names = plansOf(kind).map(({ name }) => name);
  for (const name of ['slug', 'title', 'name', 'synopsis', 'description', 'tagline'])
    expect(names.includes(name)).toBe(name in ENTRY_FIELDS[kind]);
  expect(names).not.toContain('published');
});

it('names what a new video lacks before anything is sent', () => {
  const sent = sentFields('video', emptyFields('video'));
  const problems = problemsOf('video', sent);
  // A draft may still have no words: what it lacks is told beside it.
  expect(Object.keys(problems).sort()).toEqual(['channel', 'genre', 'slug', 'title']);
  expect(problems.title).toBe('must be given');
  expect(sent).toMatchObject({ category: null, availableFrom: null });
  expect(sent).not.toHaveProperty('accent');
});

it('marks the fields of a video that must be filled, and no others', () => {
  const needed = plansOf('video').filter(({ isNeeded }) => isNeeded);
  expect(needed.map(({ name }) => name).sort()).toEqual([
    ...['channel', 'genre', 'languages', 'ratingAge', 'slug', 'title', 'year'],
  ]);
});

it('says what is wrong in plain words and at its row', () => {
  const credits = [
    { person: 'thandi', role: 'cast', character: null },
    { person: '', role: 'cast', character: null },
  ];
  const wrong = { ...filledForm('video'), credits, year: 12, languages: [] };
  expect(problemsOf('video', sentFields('video', wrong))).toEqual({
    credits: 'row 2, person: must not be empty',
    year: 'must be at least 1895',
    languages: 'must not be empty',
  });
});

it("takes the contract's limits: the longest line, the advice letters, the ratings", () => {
  const plan = Object.fromEntries(plansOf('video').map((one) => [one.name, one]));
  expect(plan.title).toMatchObject({ widget: 'line', max: 120 });
  expect(plan.description).toMatchObject({ widget: 'prose', max: 4000 });
  expect(plan.year).toMatchObject({ widget: 'number', min: 1895 });
  expect(plan.ratingAdvice).toMatchObject({ widget: 'choices', choices: ADVICE_CHOICES });
  expect(plan.genre).toMatchObject({ widget: 'entry', kind: 'genre' });
});

/** What a person types into a new form who fills only what is asked for. */
function filledForm(kind: EntryKind): Fields {
  const typed = plansOf(kind).map((plan) => [plan.name, typedInto(plan)] as const);
  const filled = typed.filter(([, value]) => value !== undefined);
  return { ...emptyFields(kind), ...Object.fromEntries(filled) };
}

function typedInto({ name, widget }: Plan): unknown {
  if (name === 'slug') return 'the-lamp';
  if (widget === 'entry') return 'some-key';
  const isText = widget === 'prose' || (widget === 'line' && !name.startsWith('art'));
  return isText ? 'The lamp' : undefined;
}

it.each(ENTRY_KINDS)('sends of a filled form of the kind %s a whole entry', (kind) => {
  const sent = sentFields(kind, filledForm(kind));
  expect(problemsOf(kind, sent)).toEqual({});
  expect(schemasOf(kind).whole.safeParse(sent).error?.issues ?? []).toEqual([]);
  expect(newKeyOf(kind, '', sent)).toMatch(/^(some-key|the-lamp)/);
});

it('sends the rule of a shelf and the windows by package, which have editors of their own', () => {
  const rule = { genres: ['drama'], order: 'newest', limit: 20 };
  expect(sentFields('shelf', { ...filledForm('shelf'), rule })).toMatchObject({ rule });
  const packages = [{ package: '', from: null, until: null }];
  const sent = sentFields('video', { ...filledForm('video'), packages });
  expect(sent).toMatchObject({ packages });
  expect(problemsOf('video', sent).packages).toBe('row 1, package: must not be empty');
  expect(plansOf('video').map(({ name }) => name)).not.toContain('packages');
});
