import { type Day, dayOf } from '@bonisa/domain/south-african-time';

/** Times as people in South Africa read them, whatever the clock of the browser says. */

const TIME_ZONE = 'Africa/Johannesburg';
const AHEAD = '+02:00';
const AHEAD_MS = 2 * 60 * 60 * 1000;

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-ZA', { ...options, timeZone: TIME_ZONE, hourCycle: 'h23' });

const DAY = format({ day: 'numeric', month: 'short', year: 'numeric' });
const MONTH = format({ month: 'long', year: 'numeric' });
const MINUTE = format({ hour: '2-digit', minute: '2-digit' });
const SECOND = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** `23 Nov 2026`, with spaces at which no line breaks. */
export function day(instant: string | Date): string {
  return DAY.format(new Date(instant)).replaceAll(' ', '\u00a0');
}

/** A month as calls write it, `2026-11`, for people: `November 2026`. */
export function monthWords(month: string): string {
  return MONTH.format(new Date(`${month}-15T12:00:00${AHEAD}`));
}

/** `23 Nov 2026, 16:05`, in South African time. */
export function dateTime(instant: string | Date): string {
  return `${day(instant)}, ${MINUTE.format(new Date(instant))}`;
}

/** `23 Nov 2026, 16:05:09`, where the order of events matters. */
export function exactTime(instant: string | Date): string {
  return `${day(instant)}, ${SECOND.format(new Date(instant))}`;
}

/** `4 minutes ago`, `in 2 hours`; a date beyond a week. */
export function fromNow(instant: string | Date, now: Date): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 60) return seconds > 0 ? 'in a moment' : 'just now';
  const steps = [
    [60, 'minute'],
    [3600, 'hour'],
    [86_400, 'day'],
  ] as const;
  const [unit, name] = steps.findLast(([length]) => size >= length) ?? steps[0];
  const many = Math.floor(size / unit);
  if (name === 'day' && many > 7) return day(instant);
  const words = `${many} ${name}${many === 1 ? '' : 's'}`;
  return seconds > 0 ? `in ${words}` : `${words} ago`;
}

/** The South African day of an instant: `2026-11-23`. */
export function dayValue(instant: string | Date): Day {
  return dayOf(new Date(instant));
}

/**
 * An instant as the value of an `<input type="datetime-local">` in South African time. The shift is
 * that of {@link instantOfInput} in every year; the time zone was 1:52 ahead before 1892.
 */
export function inputOfInstant(instant: string | null | undefined): string {
  if (!instant) return '';
  const shifted = new Date(new Date(instant).getTime() + AHEAD_MS).toISOString();
  return shifted.slice(0, -':00.000Z'.length).replace(/^\+0*/, '');
}

/** The instant of such a value, or `null` for an empty one. */
export function instantOfInput(value: string): string | null {
  if (value === '') return null;
  // Browsers let people type years of five and six digits, which dates know with a sign.
  const [year = '', ...rest] = value.split('-');
  const signed = year.length > 4 ? `+${year.padStart(6, '0')}` : year;
  return new Date(`${[signed, ...rest].join('-')}:00${AHEAD}`).toISOString();
}
