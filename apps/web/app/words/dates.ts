import { say } from './words.ts';

/** A moment in South Africa, in parts. */
interface Parts {
  /** 0 for Sunday. */
  readonly weekday: number;
  readonly day: number;
  /** 0 for January. */
  readonly month: number;
  readonly year: number;
  readonly time: string;
}

const HOUR_MS = 60 * 60_000;

/** `Thursday, 3 December at 14:05`, in South African time. */
export function dayAndTime(at: Date): string {
  const { weekday, day, month, time } = partsOf(at);
  return say('date.day_and_time', {
    weekday: weekdayName(weekday),
    day,
    month: monthName(month),
    time,
  });
}

/** `Thu, 3 Dec, 14:05`, in South African time; a no-break space joins day and month. */
export function shortDayAndTime(at: Date): string {
  const { weekday, day, month, time } = partsOf(at);
  return `${say('date.short_weekdays', { weekday })}, ${day}\u00a0${shortMonth(month)}, ${time}`;
}

/** `03 Dec 2026`, the South African day of a moment. */
export function shortDate(at: Date): string {
  const { day, month, year } = partsOf(at);
  return `${twoDigits(day)} ${shortMonth(month)} ${year}`;
}

/** `14:05`, in South African time. */
export const timeOfDay = (at: Date): string => partsOf(at).time;

/**
 * Our own names of days and months: the browsers on most phones know none in isiZulu, isiXhosa and
 * Sesotho, and the server's would then differ from theirs.
 */
const monthName = (month: number): string => say('date.months', { month });
const shortMonth = (month: number): string => say('date.short_months', { month });
const weekdayName = (weekday: number): string => say('date.weekdays', { weekday });

/** South Africa is two hours ahead of UTC all year. */
function partsOf(at: Date): Parts {
  const there = new Date(at.getTime() + 2 * HOUR_MS);
  return {
    weekday: there.getUTCDay(),
    day: there.getUTCDate(),
    month: there.getUTCMonth(),
    year: there.getUTCFullYear(),
    time: `${twoDigits(there.getUTCHours())}:${twoDigits(there.getUTCMinutes())}`,
  };
}

function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}
