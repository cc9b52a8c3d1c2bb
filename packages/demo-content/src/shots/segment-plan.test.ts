import { expect, it } from 'vitest';
import { planSegments } from './segment-plan.ts';

it('opens and closes an episode, recaps in a later one, and leaves a film and a short one alone', () => {
  expect(planSegments(140, 'film')).toEqual([]);
  expect(planSegments(140, 'first-episode')).toEqual([
    { kind: 'intro', start: 0, end: 8 },
    { kind: 'credits', start: 132, end: 140 },
  ]);
  expect(planSegments(40, 'episode')).toEqual([
    { kind: 'intro', start: 0, end: 8 },
    { kind: 'recap', start: 8, end: 16 },
    { kind: 'credits', start: 32, end: 40 },
  ]);
  expect(planSegments(20, 'episode')).toEqual([]);
});
