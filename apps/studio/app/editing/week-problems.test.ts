import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { expect, it } from 'vitest';
import { slotProblems, slotProblemWords } from './week-problems.ts';
import { newSlotIn, type Slot } from './week-slots.ts';

const slot = (startsAt: number): Slot => newSlotIn({ startsAt, minutes: 60 });
const refusal = (...fields: readonly (readonly [field: string, problem: string])[]) =>
  new StudioCallError(400, {
    ...{ code: 'invalid_request', description: 'Nothing was written.' },
    fields: fields.map(([field, problem]) => ({ field, problem })),
  });

const EMPTY = 'must not be empty';

it('finds the programmes at fault with their fields', () => {
  const slots = [slot(0), slot(60), slot(120)];
  const error = refusal(
    ['slots.1.title', EMPTY],
    ['slots.1.synopsis', EMPTY],
    ['slots.2', "overlaps 'News', Mon 08:00 to Mon 09:00"],
    ['slots', 'must not overlap'],
  );
  const found = slotProblems(error, { slots, dated: [] });
  expect([...found]).toEqual([
    [slots[1], { title: EMPTY, synopsis: EMPTY }],
    [slots[2], { title: "overlaps 'News', Mon 08:00 to Mon 09:00" }],
  ]);
  expect(slotProblemWords({ synopsis: EMPTY, ratingAge: 'must be given' })).toBe(
    'short words must not be empty, rating age must be given',
  );
  expect(slotProblems(new Error('away'), { slots, dated: [] }).size).toBe(0);
});

it('marks what was not changed since, wherever it is now, and dated programmes', () => {
  const [talk, late] = [slot(60), slot(120)];
  const match = { ...slot(0), startsAt: '2026-12-01T16:00:00.000Z' };
  const error = refusal(['slots.0.title', EMPTY], ['slots.1.title', EMPTY], ['dated.0', EMPTY]);
  const found = slotProblems(error, { slots: [talk, late], dated: [match] });
  expect(found.get({ ...talk, title: 'Talk' })).toBeUndefined();
  expect([found.get(late), found.get(match)]).toEqual([{ title: EMPTY }, { title: EMPTY }]);
});
