import { expect, it } from 'vitest';
import { labelOf } from './field-plan.ts';
import { problemsByEntry, problemsByField } from './field-problems.ts';

const at = (field: string, problem = 'must be given') => ({ field, problem });

it('says a problem at its field, with the row and the part within it', () => {
  const segments = [{ kind: 'recap', start: 0, end: 10 }, { kind: 'opening' }];
  expect(
    problemsByField(
      [
        at('title'),
        at('credits.3.person', "there is no person 'thandi'"),
        at('credits.5.role'),
        at('segments.1.end', 'must be a number'),
        at('rule.newest_days', 'must be at least 1'),
        at('names.zu', 'must not be empty'),
        at('rule.genres.1', "there is no genre 'opera'"),
      ],
      { segments },
    ),
  ).toEqual({
    title: 'must be given',
    credits: "row 4, person: there is no person 'thandi'; row 6, role: must be given",
    segments: 'opening, end: must be a number',
    names: 'isiZulu: must not be empty',
    rule: "newest days: must be at least 1; genres, row 2: there is no genre 'opera'",
  });
});

it('finds the entry of each problem by its row or its key, all of them', () => {
  const keys = ['v-1', 'v-1.media', 'v-2'];
  expect(
    problemsByEntry([at('rows.2.category'), at('rows.0.genre'), at('rows.2.year')], 'video', keys),
  ).toEqual([
    { key: 'v-2', problems: [at('category'), at('year')] },
    { key: 'v-1', problems: [at('genre')] },
  ]);
  expect(
    problemsByEntry([at('video.v-1.media'), at('video.v-1.media.synopsis')], 'video', keys),
  ).toEqual([
    { key: 'v-1', problems: [at('media')] },
    { key: 'v-1.media', problems: [at('synopsis')] },
  ]);
  expect(problemsByEntry([at('entries.1.kind')], 'video', keys)).toMatchObject([{ key: keys[1] }]);
  expect(problemsByEntry([at('at'), at('rows.9.title')], 'video', keys)).toEqual([]);
});

it('calls a field what the form calls it', () => {
  expect(labelOf('video', 'availableUntil')).toBe('Visible until');
  expect(labelOf('video', 'packages')).toBe('Packages that include it');
  expect([labelOf('slide', 'title'), labelOf('video', 'title')]).toEqual(['Video', 'Title']);
  expect(labelOf('video', 'media')).toBe('Film');
});
