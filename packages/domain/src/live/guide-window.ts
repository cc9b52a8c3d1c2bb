import type { Airing } from './live-schedule.ts';

/**
 * The guide shows live channels in windows of time, so that a day of many channels is never loaded
 * at once. Windows start at fixed hours in South Africa: everybody asks for the same ones, and
 * caches can hold them.
 */

const HOUR = 3_600_000;
/** South Africa has one time zone, two hours ahead of UTC, without summer time. */
const OFFSET = 2 * HOUR;
const DAY = 24 * HOUR;

/** The hours of one window, and of the guide's view of now. */
export const WINDOW_HOURS = 3;
/** The guide reaches back as far as a viewer can start over. */
const HOURS_BACK = 2;
const DAYS_AHEAD = 7;
/** The view of now starts with the running half hour. */
const HALF_HOUR = HOUR / 2;

export interface GuideWindow {
  readonly from: Date;
  readonly to: Date;
}

/** The window around `at`: it starts at the full or half hour before. */
export function windowNow(at: Date, hours: number = WINDOW_HOURS): GuideWindow {
  const from = Math.floor(at.getTime() / HALF_HOUR) * HALF_HOUR;
  return { from: new Date(from), to: new Date(from + hours * HOUR) };
}

/** A window's name in addresses: `2026-11-23t18`, day and hour in South Africa. */
export function windowName(from: Date): string {
  return new Date(from.getTime() + OFFSET).toISOString().slice(0, 13).toLowerCase();
}

/**
 * The window that a name stands for. `undefined` for a name that is none, that starts at another
 * hour, or that is out of the guide's reach: two hours back to seven days ahead.
 */
export function windowNamed(
  name: string,
  now: Date,
  hours: number = WINDOW_HOURS,
): GuideWindow | undefined {
  const local = Date.parse(`${name.toUpperCase()}:00:00Z`);
  if (Number.isNaN(local)) return undefined;
  const from = new Date(local - OFFSET);
  const isNamed = windowName(from) === name && (local % DAY) % (hours * HOUR) === 0;
  return isNamed && isInReach(from, now, hours) ? { from, to: endOf(from, hours) } : undefined;
}

/** The start of the named window that is running at `at`. */
export function startOfWindow(at: Date, hours: number = WINDOW_HOURS): Date {
  const step = hours * HOUR;
  return new Date(Math.floor((at.getTime() + OFFSET) / step) * step - OFFSET);
}

/** The names of the windows before and after; `undefined` beyond the guide's reach. */
export function neighboursOf(
  { from }: GuideWindow,
  now: Date,
  hours: number = WINDOW_HOURS,
): { earlier: string | undefined; later: string | undefined } {
  const start = startOfWindow(from, hours);
  const name = (steps: number) => {
    const at = new Date(start.getTime() + steps * hours * HOUR);
    return isInReach(at, now, hours) ? windowName(at) : undefined;
  };
  // The view of now starts within a window, which is the earlier one.
  return { earlier: name(start.getTime() === from.getTime() ? -1 : 0), later: name(1) };
}

/** The first windows of today and of the days after it, as far as the guide reaches. */
export function daysOf(now: Date): { readonly from: Date; readonly name: string }[] {
  const today = startOfWindow(now, 24).getTime();
  return Array.from({ length: DAYS_AHEAD }, (_, day) => {
    const from = new Date(today + day * DAY);
    return { from, name: windowName(from) };
  });
}

/** The airings that are on at some time of the window, of those in order. */
export function within<Slot>(
  airings: readonly Airing<Slot>[],
  { from, to }: GuideWindow,
): Airing<Slot>[] {
  return airings.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
}

function endOf(from: Date, hours: number): Date {
  return new Date(from.getTime() + hours * HOUR);
}

function isInReach(from: Date, now: Date, hours: number): boolean {
  const today = startOfWindow(now, 24).getTime();
  return (
    endOf(from, hours).getTime() > now.getTime() - HOURS_BACK * HOUR &&
    from.getTime() < today + DAYS_AHEAD * DAY
  );
}
