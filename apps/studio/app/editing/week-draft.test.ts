import { expect, it } from 'vitest';
import { onTopOf, weekDifferences, withoutSaved, withSchedule } from './week-draft.ts';
import { type Dated, newSlotIn, type Schedule, type Slot, type Week } from './week-slots.ts';

const slot = (startsAt: number, title: string): Slot => ({
  ...newSlotIn({ startsAt, minutes: 60 }),
  title,
});
const week = (version: number, ...slots: Slot[]): Week => ({
  ...{ key: 'radio', slug: 'radio', title: 'Radio', version, slots, dated: [], gaps: [] },
});
const of = (...slots: Slot[]): Schedule => ({ slots, dated: [] });
const BEFORE = week(3, slot(0, 'News'), slot(600, 'Talk'));

it('is gone once all of it is saved', () => {
  const draft = withSchedule(undefined, of(slot(0, 'Late news')), BEFORE, 3);
  expect(withoutSaved(draft, draft, week(4, ...draft.slots))).toBeUndefined();
});

it('keeps what was changed while it was saved, in the same editor, on top of what is saved', () => {
  const sent = withSchedule(undefined, of(slot(0, 'Late news')), BEFORE, 3);
  const later = withSchedule(sent, of(slot(0, 'Late news'), slot(600, 'Music')), week(4), 4);
  const saved = week(4, ...sent.slots);
  expect(withoutSaved(later, sent, saved)).toEqual({
    ...{ slots: later.slots, dated: [], began: saved, editor: 3 },
  });
});

it('is compared with the week of another person at each time, also where one has nothing', () => {
  const mine = withSchedule(
    undefined,
    of(slot(0, 'Mine'), slot(600, 'Talk'), slot(900, 'New')),
    BEFORE,
    3,
  );
  const theirs = week(4, slot(0, 'Theirs'), slot(660, 'Talk'));
  const titles = (slots: readonly (Slot | Dated)[]) => slots.map(({ title }) => title);
  expect(
    weekDifferences(mine, theirs).map((one) => [
      ...[one.name, titles(one.mine), titles(one.theirs), one.isTheirChange],
    ]),
  ).toEqual([
    ['Mon 00:00', ['Mine'], ['Theirs'], false],
    ['Mon 10:00', ['Talk'], [], true],
    ['Mon 11:00', [], ['Talk'], true],
    ['Mon 15:00', ['New'], [], false],
  ]);
  const both = onTopOf(theirs, mine, new Set(['Mon 10:00', 'Mon 11:00']));
  expect(both).toMatchObject({ began: theirs, editor: 4 });
  expect(both.slots.map(({ startsAt, title }) => [startsAt, title])).toEqual([
    [0, 'Mine'],
    [660, 'Talk'],
    [900, 'New'],
  ]);
  expect(weekDifferences({ ...mine, slots: theirs.slots }, theirs)).toEqual([]);
});

it('asks for a dated programme by its date, and keeps what each person has at others', () => {
  const dated = (startsAt: string, title: string): Dated => ({ ...slot(0, title), startsAt });
  const before = { ...week(3), dated: [dated('2026-12-01T16:00:00.000Z', 'Match')] };
  const mine = withSchedule(
    undefined,
    { slots: [], dated: [...before.dated, dated('2026-12-02T16:00:00.000Z', 'Mine')] },
    before,
    3,
  );
  const theirs = { ...week(4), dated: [dated('2026-12-01T16:00:00.000Z', 'Final')] };
  const found = weekDifferences(mine, theirs);
  expect(found.map(({ name, isTheirChange }) => [name, isTheirChange])).toEqual([
    ['01\u00a0Dec\u00a02026, 18:00', true],
    ['02\u00a0Dec\u00a02026, 18:00', false],
  ]);
  const chosen = new Set(found.flatMap((one) => (one.isTheirChange ? [one.name] : [])));
  expect(onTopOf(theirs, mine, chosen).dated.map(({ title }) => title)).toEqual(['Mine', 'Final']);
});
