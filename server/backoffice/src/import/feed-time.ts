import { dayOf, instantOf, MONTH_NAMES, parseDay } from '@bonisa/domain/south-african-time';

/**
 * Times as feeds write them: ISO 8601 or RFC 822. One without a zone is South African, whatever
 * the zone of the machine is.
 */

const CLOCK = String.raw`(\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?) *([a-z]{1,4}|[+-]\d\d(?::?\d\d)?)?`;
const ISO = new RegExp(String.raw`^(\d{4}-\d\d-\d\d)(?:(?:T| +)${CLOCK})?$`, 'i');
const RFC_822 = new RegExp(
  String.raw`^(?:[a-z]{3,9},? +)?(\d{1,2} +[a-z]{3} +(?:\d{4}|\d\d))(?: +${CLOCK})?$`,
  'i',
);

/** The zones that RFC 822 names, and ours. */
const ZONES: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', UT: 'Z', UTC: 'Z', GMT: 'Z', SAST: '+02:00' },
  ...{ EDT: '-04:00', EST: '-05:00', CDT: '-05:00', CST: '-06:00' },
  ...{ MDT: '-06:00', MST: '-07:00', PDT: '-07:00', PST: '-08:00' },
};

/** The parts of a DCMI period. */
const PARTS = new Set(['start', 'end', 'name', 'scheme']);

/**
 * The instant that a text names. A day alone is its beginning, or as the end of a window its end.
 * `undefined`: the text is no such time.
 */
export function readFeedTime(text: string, edge: 'start' | 'end'): Date | undefined {
  const [, written, clock, zone = 'SAST'] = ISO.exec(text) ?? RFC_822.exec(text) ?? [];
  const day = written && parseDay(written.includes('-') ? written : dayInDigits(written));
  if (!day) return undefined;
  if (!clock) return instantOf(day, edge === 'end' ? 24 : 0);
  const offset = offsetOf(zone);
  const time = clock.indexOf(':') === 1 ? `0${clock}` : clock;
  const at = offset && new Date(`${day}T${time}${offset}`);
  return at && !Number.isNaN(at.getTime()) ? at : undefined;
}

/** `3 Feb 26` as `2026-02-03`; another word than a month makes no day. */
function dayInDigits(written: string): string {
  const [day = '', name = '', year = ''] = written.split(/ +/);
  const month = MONTH_NAMES.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1;
  const whole = year.length === 4 ? year : `${Number(year) < 50 ? 20 : 19}${year}`;
  return `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `+0200` as `+02:00`; `undefined` for a name that is no known zone. */
function offsetOf(zone: string): string | undefined {
  if (!/^[+-]/.test(zone)) return ZONES[zone.toUpperCase()];
  const digits = zone.replace(':', '').padEnd(5, '0');
  return `${digits.slice(0, 3)}:${digits.slice(3)}`;
}

/** The South African year in which an item was published, also of a time in a form of its own. */
export function yearOfItem(text: string): number | undefined {
  const at = readFeedTime(text, 'start');
  const year = at ? dayOf(at).slice(0, 4) : /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text)?.[0];
  return year === undefined ? undefined : Number(year);
}

/** The window of an item. What is no time stays as it is written, and the item is refused by it. */
export interface FeedWindow {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/**
 * Reads `start=2026-01-01; end=2026-12-31` of `dcterms:valid`, or `2026-01-01/2026-12-31`. An
 * empty side is open, and a time alone is the end. A text without a time stays the end: the item is
 * refused by it, because a licence must not be lost.
 */
export function readFeedWindow(text: string): FeedWindow {
  const [start, end] = (text.includes('=') ? namedSides(text) : interval(text)) ?? ['', text];
  return { from: timeOf(start, 'start'), until: timeOf(end, 'end') };
}

function timeOf(text: string, edge: 'start' | 'end'): string | undefined {
  return text === '' ? undefined : (readFeedTime(text, edge)?.toISOString() ?? text);
}

type Sides = readonly [start: string, end: string];

/** The sides of a DCMI period, in any order and case; its name and its scheme say no time. */
function namedSides(text: string): Sides | undefined {
  const sides = new Map<string, string>();
  for (const part of text.split(';').filter((one) => one.trim() !== '')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim().toLowerCase();
    if (!PARTS.has(name) || sides.has(name)) return undefined;
    sides.set(name, part.slice(at + 1).trim());
  }
  const [start, end] = [sides.get('start'), sides.get('end')];
  return start === undefined && end === undefined ? undefined : [start ?? '', end ?? ''];
}

function interval(text: string): Sides | undefined {
  const [start = '', end, ...more] = text.split('/').map((one) => one.trim());
  return end === undefined || more.length > 0 || start + end === '' ? undefined : [start, end];
}
