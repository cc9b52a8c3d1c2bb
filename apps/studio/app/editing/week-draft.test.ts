import { expect, it } from 'vitest';
import { onTopOf, weekDifferences, withoutSaved, withSlots } from './week-draft.ts';
import { newSlotIn, type Slot, type Week } from './week-slots.ts';

const slot = (startsAt: number, title: string): Slot => ({
  ...newSlotIn({ startsAt, minutes: 60 }),
  title,
});
const week = (version: number, ...slots: Slot[]): Week => ({
  ...{ key: 'radio', version, slots, gaps: [] },
});
const BEFORE = week(3, slot(0, 'News'), slot(600, 'Talk'));

it('is gone once all of it is saved', () => {
  const draft = withSlots(undefined, [slot(0, 'Late news')], BEFORE, 3);
  expect(withoutSaved(draft, draft.slots, week(4, ...draft.slots))).toBeUndefined();
});

it('keeps what was changed while it was saved, in the same editor, on top of what is saved', () => {
  const sent = withSlots(undefined, [slot(0, 'Late news')], BEFORE, 3);
  const later = withSlots(sent, [slot(0, 'Late news'), slot(600, 'Music')], week(4), 4);
  const saved = week(4, ...sent.slots);
  expect(withoutSaved(later, sent.slots, saved)).toEqual({
    ...{ slots: later.slots, began: saved, editor: 3 },
  });
});

it('is compared with the week of another person at each time, also where one has nothing', () => {
  const mine = withSlots(
    undefined,
    [slot(0, 'Mine'), slot(600, 'Talk'), slot(900, 'New')],
    BEFORE,
    3,
  );
  const theirs = week(4, slot(0, 'Theirs'), slot(660, 'Talk'));
  const titles = (slots: readonly Slot[]) => slots.map(({ title }) => title);
  expect(
    weekDifferences(mine, theirs).map((one) => [
      ...[one.startsAt, titles(one.mine), titles(one.theirs), one.isTheirChange],
    ]),
  ).toEqual([
    [0, ['Mine'], ['Theirs'], false],
    [600, ['Talk'], [], true],
    [660, [], ['Talk'], true],
    [900, ['New'], [], false],
  ]);
  const both = onTopOf(theirs, mine, new Set([600, 660]));
  expect(both).toMatchObject({ began: theirs, editor: 4 });
  expect(both.slots.map(({ startsAt, title }) => [startsAt, title])).toEqual([
    [0, 'Mine'],
    [660, 'Talk'],
    [900, 'New'],
  ]);
  expect(weekDifferences({ ...mine, slots: theirs.slots }, theirs)).toEqual([]);
});
