import { expect, it } from 'vitest';
import { mergedWith, withoutSaved, withSlots } from './week-draft.ts';
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
    ...{ slots: later.slots, began: saved, editor: 3, merged: undefined },
  });
});

it('is put together with another week from the one that both began from', () => {
  const mine = withSlots(undefined, [slot(0, 'Mine'), slot(600, 'Talk')], BEFORE, 3);
  const theirs = week(4, slot(0, 'News'), slot(600, 'Theirs'));
  const both = mergedWith(mine, theirs);
  expect(both).toMatchObject({ began: theirs, editor: 4, merged: { clashes: [] } });
  expect(both.slots.map(({ title }) => title)).toEqual(['Mine', 'Theirs']);
});
