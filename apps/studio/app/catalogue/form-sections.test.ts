import { expect, it } from 'vitest';
import { plansOf } from './field-plan.ts';
import { plansInSight } from './form-sections.ts';

it('shows the words of a video first, and folds what few of them need', () => {
  const shown = plansInSight(plansOf('video')).map(({ name }) => name);
  expect(shown).toEqual([
    ...['title', 'synopsis', 'description', 'slug', 'year', 'ratingAge', 'genre', 'channel'],
    'category',
  ]);
});
