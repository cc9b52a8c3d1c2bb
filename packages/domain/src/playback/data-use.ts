/**
 * The data that a device has used, by South African day. Carriers sell data by the month, so the
 * days of this month and of the last one are remembered.
 */
import { type Day, dayOf, type Month, monthAfter, monthOf } from '../south-african-time.ts';

/** Bytes received: pages, scripts and pictures, and apart from them pictures and sound played. */
export interface UsedBytes {
  readonly site: number;
  readonly media: number;
}

export interface DayUse extends UsedBytes {
  readonly day: Day;
}

/** One entry for each day with use, oldest first. */
export type DataUse = readonly DayUse[];

const NOTHING: UsedBytes = { site: 0, media: 0 };

/** Adds bytes to the day of `now` and drops the days that no longer count. */
export function addUse(use: DataUse, now: Date, more: UsedBytes): DataUse {
  const today = dayOf(now);
  const month = monthOf(now);
  const counts = ({ day }: DayUse): boolean =>
    day <= today && (monthIn(day) === month || monthAfter(monthIn(day)) === month);
  const others = use.filter((entry) => counts(entry) && entry.day !== today);
  const before = use.find(({ day }) => day === today) ?? NOTHING;
  return [...others, { day: today, ...sum(before, more) }];
}

/** What was used on a day. */
export function usedOn(use: DataUse, day: Day): UsedBytes {
  return use.filter((entry) => entry.day === day).reduce(sum, NOTHING);
}

/** What was used in a month. */
export function usedIn(use: DataUse, month: Month): UsedBytes {
  return use.filter(({ day }) => monthIn(day) === month).reduce(sum, NOTHING);
}

/** All bytes of a use. */
export function totalOf({ site, media }: UsedBytes): number {
  return site + media;
}

function sum(bytes: UsedBytes, other: UsedBytes): UsedBytes {
  return { site: bytes.site + other.site, media: bytes.media + other.media };
}

function monthIn(day: Day): Month {
  return day.slice(0, 7) as Month;
}
