import { doNotOverlap } from '@bonisa/domain/live/live-schedule';
import { expect, it } from 'vitest';
import {
  copyDay,
  datedOf,
  dayNames,
  gapsIn,
  mondayOf,
  overlapsOf,
  slotOf,
  weeklyIn,
} from './week-dates.ts';
import { DAY_MINUTES, newSlotIn, type Schedule, type Slot } from './week-slots.ts';

const MONDAY = '2026-11-30';
const slot = (startsAt: number, minutes: number, title: string): Slot => ({
  ...newSlotIn({ startsAt, minutes: 60 }),
  ...{ minutes, title },
});
const dated = (startsAt: number, minutes: number, title: string) =>
  datedOf(slot(startsAt, minutes, title), MONDAY);
const shown = (slots: readonly Slot[]) =>
  slots.map(({ startsAt, minutes, title }) => [startsAt, minutes, title]);

it('names the days of the week of a date, also over the end of February of a leap year', () => {
  expect([mondayOf('2026-12-06'), mondayOf(MONDAY)]).toEqual([MONDAY, MONDAY]);
  expect(dayNames(MONDAY).slice(0, 2)).toEqual(['Mon 30 Nov', 'Tue 01 Dec']);
  expect(dayNames('2028-02-28')[1]).toBe('Tue 29 Feb');
});

it('places a dated programme in the week of the calendar, and back', () => {
  const one = dated(1110, 60, 'Match');
  expect(one.startsAt).toBe('2026-11-30T16:30:00.000Z');
  expect(slotOf(one, MONDAY).startsAt).toBe(1110);
});

it('shows what dated programmes leave of the week, and which of them overlap', () => {
  const schedule: Schedule = { slots: [slot(480, 240, 'Talk')], dated: [dated(540, 60, 'Match')] };
  expect(shown(weeklyIn(schedule, MONDAY))).toEqual([
    [480, 60, 'Talk'],
    [600, 120, 'Talk'],
  ]);
  expect(overlapsOf(schedule)).toEqual({ slots: [], dated: [] });
  const two = [...schedule.dated, dated(570, 60, 'Other')];
  expect(overlapsOf({ ...schedule, dated: two }).dated).toEqual([{ slot: 1, other: 0 }]);
});

it('copies a day as it is shown to a date and to a day of every week, in place of what is there', () => {
  const schedule: Schedule = {
    slots: [slot(480, 240, 'Talk'), slot(DAY_MINUTES, 60, 'Tuesday')],
    dated: [dated(540, 60, 'Match'), dated(3 * DAY_MINUTES, 60, 'Thursday')],
  };
  const onDate = copyDay(schedule, { date: MONDAY }, { date: '2026-12-03' });
  const thursday = onDate.dated.map((one) => slotOf(one, '2026-12-03'));
  expect(shown(thursday.filter(({ startsAt }) => startsAt >= 0))).toEqual([
    [540, 60, 'Match'],
    [480, 60, 'Talk'],
    [600, 120, 'Talk'],
  ]);
  const weekly = copyDay(schedule, { date: MONDAY }, { weekday: 1 });
  expect(shown(weekly.slots)).toEqual([
    [480, 240, 'Talk'],
    [DAY_MINUTES + 480, 60, 'Talk'],
    [DAY_MINUTES + 540, 60, 'Match'],
    [DAY_MINUTES + 600, 120, 'Talk'],
  ]);
  expect(doNotOverlap(weekly.slots)).toBe(true);
  const plain = copyDay(schedule, { weekday: 0 }, { date: '2026-12-04' });
  expect(plain.dated.at(-1)).toMatchObject({
    ...{ startsAt: '2026-12-04T06:00:00.000Z', title: 'Talk' },
  });
});

it('finds when nothing is on in a week with dated programmes', () => {
  const schedule: Schedule = {
    slots: [slot(0, 6 * DAY_MINUTES, 'Talk')],
    dated: [dated(6 * DAY_MINUTES + 60, 60, 'Match')],
  };
  expect(gapsIn(schedule, MONDAY)).toEqual([
    { startsAt: 6 * DAY_MINUTES, minutes: 60 },
    { startsAt: 6 * DAY_MINUTES + 120, minutes: DAY_MINUTES - 120 },
  ]);
});
