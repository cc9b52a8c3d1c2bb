import { expect, it } from 'vitest';
import {
  isSameSlot,
  minutesOf,
  movedBy,
  newSlotIn,
  partsOf,
  type Slot,
  slotWords,
  timeOf,
} from './week-slots.ts';

const slot = (startsAt: number, minutes: number): Slot => ({
  ...newSlotIn({ startsAt, minutes: 60 }),
  minutes,
});
const press = (key: string, shiftKey = false) => ({ key, shiftKey });

it('shows a programme over midnight on both days, that of Sunday on Monday again', () => {
  expect(partsOf([slot(1380, 120)])).toMatchObject([
    { day: 0, from: 1380, minutes: 60, isFirst: true },
    { day: 1, from: 0, minutes: 60, isFirst: false },
  ]);
  expect(partsOf([slot(10_020, 120)]).map(({ day }) => day)).toEqual([6, 0]);
});

it('shows a week off air on each of its days, wherever it begins', () => {
  expect(partsOf([slot(0, 10_080)]).map(({ day, from, minutes }) => [day, from, minutes])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((day) => [day, 0, 1440]),
  );
  const over = partsOf([slot(8 * 1440 - 60 - 1440, 4000)]);
  expect(over.map(({ day, from, minutes }) => [day, from, minutes])).toEqual([
    [6, 1380, 60],
    [0, 0, 1440],
    [1, 0, 1440],
    [2, 0, 1060],
  ]);
  expect(over.map(({ isFirst }) => isFirst)).toEqual([true, false, false, false]);
  expect(partsOf([slot(60, 0)])).toMatchObject([{ from: 60, minutes: 0 }]);
});

it('moves a programme by keys around the week, and lengthens it within a day', () => {
  expect(movedBy(slot(0, 60), press('ArrowUp'))?.startsAt).toBe(10_065);
  expect(movedBy(slot(9000, 60), press('ArrowRight'))?.startsAt).toBe(360);
  expect(movedBy(slot(0, 60), press('ArrowDown', true))?.minutes).toBe(75);
  expect(movedBy(slot(0, 15), press('ArrowUp', true))).toBeUndefined();
  expect(movedBy(slot(0, 1440), press('ArrowDown', true))).toBeUndefined();
  expect(movedBy(slot(0, 60), press('Enter'))).toBeUndefined();
});

it('reads and writes times of the day, and begins a programme in a gap', () => {
  expect([timeOf(1110), timeOf(1440 + 5)]).toEqual(['18:30', '00:05']);
  expect([minutesOf('18:30'), minutesOf('8:05'), minutesOf('25:00')]).toEqual([
    1110,
    485,
    undefined,
  ]);
  expect(newSlotIn({ startsAt: 90, minutes: 30 })).toMatchObject({ startsAt: 90, minutes: 30 });
});

it('compares programmes by all that an editor changes, and names it', () => {
  const film = { ...slot(0, 60), ratingAdvice: ['V', 'L'] } satisfies Slot;
  const { startsAt, ...rest } = film;
  expect(isSameSlot(film, { ...rest, ratingAdvice: ['L', 'V'], startsAt })).toBe(true);
  const others: Partial<Slot>[] = [
    ...[{ minutes: 61 }, { title: 'Other' }, { synopsis: 'Other.' }, { ratingAge: '18' as const }],
    ...[{ ratingAdvice: [] }, { video: 'umuzi' }, { episode: 'e-1' }],
  ];
  for (const other of others) {
    expect(isSameSlot(film, { ...film, ...other })).toBe(false);
    expect(slotWords([{ ...film, ...other }])).not.toBe(slotWords([film]));
  }
  expect(slotWords([film])).toBe('New programme, 60 minutes, A V L. What it is about.');
  expect(slotWords([])).toBe('nothing');
});
