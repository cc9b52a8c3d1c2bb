import { DAY_MS } from '../packages/package-catalogue.ts';
import { dayOf, daysAfter, hourOf, instantOf } from '../south-african-time.ts';
import type { NoticeKind } from './notices.ts';

/** Answers to a request and urgent notices are sent at once; every other notice is sent by day. */
const AT_ONCE: readonly NoticeKind[] = [
  'welcome',
  'goodbye',
  'package_changed',
  'sign_in_tries',
  'device_signed_in',
  'help',
  'stop_asked',
  'start',
  'blocked',
  'not_subscribed',
];

/**
 * Notices that answer the number's own message. A number that blocked all messages still receives
 * these.
 */
const ANSWERS: readonly NoticeKind[] = [
  'goodbye',
  'help',
  'stop_asked',
  'start',
  'blocked',
  'not_subscribed',
];

const FROM_HOUR = 8;
const UNTIL_HOUR = 20;
/**
 * Messages moved to the edge of the day are spread over this time, so that they do not flood the
 * carrier's message centre.
 */
const SPREAD_MS = 30 * 60_000;

/** Whether a notice of this kind may be sent to a number that blocked all messages. */
export function isAnswer(kind: NoticeKind): boolean {
  return ANSWERS.includes(kind);
}

/**
 * When a notice that is ready at `at` may be sent: answers at once, others by day, as
 * {@link dayTime} says.
 */
export function noticeTime(kind: NoticeKind, at: Date, key = ''): Date {
  return AT_ONCE.includes(kind) ? at : dayTime(at, key);
}

/**
 * The first instant from `at` on between 08:00 and 20:00 South African time. A notice that waits
 * for the morning is sent within half an hour after 08:00; `key` (a number) fixes the moment, the
 * same at every call.
 */
export function dayTime(at: Date, key = ''): Date {
  if (isByDay(at)) return at;
  return new Date(morningAfter(at).getTime() + Math.floor(fractionOf(key) * SPREAD_MS));
}

/**
 * The latest allowed instant at or before `at`, for a notice that must precede an event. Notices
 * that would fall into the night are spread over the half hour before 20:00.
 */
export function noticeTimeBefore(at: Date, key = ''): Date {
  if (isByDay(at)) return at;
  const today = dayOf(at);
  const closes = instantOf(hourOf(at) < FROM_HOUR ? daysAfter(today, -1) : today, UNTIL_HOUR);
  return new Date(closes.getTime() - 1 - Math.floor(fractionOf(key) * (SPREAD_MS - 1)));
}

/**
 * When a notice written at an instant becomes stale. `null` for a notice that stays true at any
 * age: a start, an end, a charge, a refund, and the reminder of a price that is still charged.
 */
export function staleAt(kind: NoticeKind, writtenAt: Date): Date | null {
  switch (kind) {
    // Written when the free day begins.
    case 'trial_ends':
    case 'help':
    case 'stop_asked':
    case 'start':
    case 'not_subscribed':
    case 'sign_in_tries':
    case 'device_signed_in':
      return new Date(writtenAt.getTime() + DAY_MS);
    case 'not_paid':
    case 'parked':
    case 'package_changed':
      return new Date(writtenAt.getTime() + 3 * DAY_MS);
    default:
      return null;
  }
}

/** Time enough to read a warning and buy airtime. */
const WARNING_MS = 60 * 60_000;

/**
 * The end of an access whose notice is written at `at`: `end`, or later, an hour after the notice
 * has been sent. Nobody's access ends at night without a warning.
 */
export function warnedEnd(end: Date, at: Date): Date {
  const sentBy = isByDay(at) ? at.getTime() : morningAfter(at).getTime() + SPREAD_MS;
  return new Date(Math.max(end.getTime(), sentBy + WARNING_MS));
}

function morningAfter(at: Date): Date {
  const today = dayOf(at);
  return instantOf(hourOf(at) < FROM_HOUR ? today : daysAfter(today, 1), FROM_HOUR);
}

function isByDay(at: Date): boolean {
  const hour = hourOf(at);
  return hour >= FROM_HOUR && hour < UNTIL_HOUR;
}

/** Maps texts evenly to 0 to 1, each text always to the same place (FNV-1a). */
function fractionOf(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const character of key)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93);
  // Mix the bits again: in FNV-1a the last characters, in which numbers differ, hardly reach the
  // high bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}
