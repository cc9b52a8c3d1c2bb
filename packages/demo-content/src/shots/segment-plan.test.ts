import { expect, it } from 'vitest';
import { planSegments } from './segment-plan.ts';

it('makes the card the opening of a film, and gives an episode a recap and credits', () => {
  const parts = [4, 8, 6, 10, 8];
  expect(planSegments(parts, { form: 'film', hasCard: true })).toEqual([
    { kind: 'intro', start: 0, end: 4 },
  ]);
  expect(planSegments(parts, { form: 'film', hasCard: false })).toEqual([]);
  expect(planSegments(parts, { form: 'first-episode', hasCard: false })).toEqual([
    { kind: 'intro', start: 0, end: 4 },
    { kind: 'credits', start: 28, end: 36 },
  ]);
  expect(planSegments(parts, { form: 'episode', hasCard: true })).toEqual([
    { kind: 'intro', start: 0, end: 4 },
    { kind: 'recap', start: 4, end: 12 },
    { kind: 'credits', start: 28, end: 36 },
  ]);
  expect(planSegments([8, 8], { form: 'episode', hasCard: true })).toEqual([]);
});
