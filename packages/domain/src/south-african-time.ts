import { DAY_MS } from './packages/package-catalogue.ts';

/** South Africa uses one time all year: two hours ahead of UTC, without summer time since 1944. */
const AHEAD_MS = 2 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** A day or a month of the South African calendar: `2026-11-20`, `2026-11`. */
export type Day = `${number}-${number}-${number}`;
export type Month = `${number}-${number}`;

const shifted = (instant: Date): Date => new Date(instant.getTime() + AHEAD_MS);

/** The South African day of an instant. */
export function dayOf(instant: Date): Day {
  return shifted(instant).toISOString().slice(0, 10) as Day;
}

/** The South African month of an instant. */
export function monthOf(instant: Date): Month {
  return shifted(instant).toISOString().slice(0, 7) as Month;
}

/** The hour of the day, 0 to 23. */
export function hourOf(instant: Date): number {
  return shifted(instant).getUTCHours();
}

/** The day of the month, 1 to 31. */
export function dayOfMonth(instant: Date): number {
  return shifted(instant).getUTCDate();
}

/** The instant of this hour of a day; hour 0 is the day's beginning, hour 24 the next day's. */
export function instantOf(day: Day, hour = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - AHEAD_MS + hour * HOUR_MS);
}

/** The day `count` days later; a negative count goes back. */
export function daysAfter(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS)
    .toISOString()
    .slice(0, 10) as Day;
}

/** The months' short names, which every short message can hold. */
export const MONTH_NAMES = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** The month after this one. */
export function monthAfter(month: Month): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7) as Month;
}

/** The month before this one. */
export function monthBefore(month: Month): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7) as Month;
}

/** Reads a day as operators write it; `undefined` for a text that is no calendar day. */
export function parseDay(text: string): Day | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined;
  const at = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text
    ? undefined
    : (text as Day);
}

/** Reads a month as operators write it; `undefined` for any other text. */
export function parseMonth(text: string): Month | undefined {
  return /^[0-9]{4}-(?:0[1-9]|1[0-2])$/.test(text) ? (text as Month) : undefined;
}
