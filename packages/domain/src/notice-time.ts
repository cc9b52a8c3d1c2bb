import type { NoticeKind } from './notices.ts';
import { DAY_MS } from './package-catalogue.ts';
import { dayOf, daysAfter, hourOf, instantOf } from './south-african-time.ts';

/**
 * What somebody has just asked for is answered at once, and so is told what must not wait;
 * everything else is told by day.
 */
const AT_ONCE: readonly NoticeKind[] = [
  'welcome',
  'goodbye',
  'package_changed',
  'sign_in_tries',
  'help',
  'start',
  'blocked',
  'not_subscribed',
];

/**
 * Of these a number may have asked that has blocked everything else: they answer its own messages.
 */
const ANSWERS: readonly NoticeKind[] = ['goodbye', 'help', 'start', 'blocked', 'not_subscribed'];

const FROM_HOUR = 8;
const UNTIL_HOUR = 20;
/**
 * What is moved to the edge of the day is spread over so long: a carrier's message centre is not
 * flooded in one second.
 */
const SPREAD_MS = 30 * 60_000;

/** Whether a message of this kind may be told to a number that wants nothing told any more. */
export function isAnswer(kind: NoticeKind): boolean {
  return ANSWERS.includes(kind);
}

/**
 * When a message of this kind may go out that is ready at an instant: answers at once, others
 * between 08:00 and 20:00 South African time. What waits for the morning goes out within half an
 * hour from 08:00 on, each `key` (a number) at its own moment, the same whenever it is asked.
 */
export function noticeTime(kind: NoticeKind, at: Date, key = ''): Date {
  if (AT_ONCE.includes(kind) || isByDay(at)) return at;
  const today = dayOf(at);
  const opens = instantOf(hourOf(at) < FROM_HOUR ? today : daysAfter(today, 1), FROM_HOUR);
  return new Date(opens.getTime() + Math.floor(fractionOf(key) * SPREAD_MS));
}

/**
 * The same the other way: an allowed instant at or before this one, for what must be told before
 * something happens. Spread over the half hour before 20:00.
 */
export function noticeTimeBefore(at: Date, key = ''): Date {
  if (isByDay(at)) return at;
  const today = dayOf(at);
  const closes = instantOf(hourOf(at) < FROM_HOUR ? daysAfter(today, -1) : today, UNTIL_HOUR);
  return new Date(closes.getTime() - 1 - Math.floor(fractionOf(key) * (SPREAD_MS - 1)));
}

/**
 * From when on a message that was written at an instant is not worth telling any more; `null` for
 * what stays true however late it is told (that something began, ended, was taken or given back,
 * and the reminder of a price that is still taken).
 */
export function staleAt(kind: NoticeKind, writtenAt: Date): Date | null {
  switch (kind) {
    // Written when the free day begins.
    case 'trial_ends':
    case 'help':
    case 'start':
    case 'not_subscribed':
    case 'sign_in_tries':
      return new Date(writtenAt.getTime() + DAY_MS);
    case 'not_paid':
    case 'parked':
    case 'package_changed':
      return new Date(writtenAt.getTime() + 3 * DAY_MS);
    default:
      return null;
  }
}

function isByDay(at: Date): boolean {
  const hour = hourOf(at);
  return hour >= FROM_HOUR && hour < UNTIL_HOUR;
}

/** Spreads texts evenly over 0 to 1, the same text always to the same place (FNV-1a). */
function fractionOf(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of key)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  // Its high bits hardly know of the last characters, by which numbers differ.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}
