import { noticeTimeBefore } from './notice-time.ts';
import { DAY_MS } from './package-catalogue.ts';
import {
  type Day,
  dayOf,
  dayOfMonth,
  instantOf,
  monthAfter,
  monthOf,
} from './south-african-time.ts';

/**
 * A few days short of the 30 that are allowed, so that a message which cannot be sent at once is
 * still in time.
 */
const FIRST_AFTER_MS = 25 * DAY_MS;
/** The last day that every month has. */
const LAST_COMMON_DAY = 28;

/**
 * When a subscription is first reminded of its price and how to stop: within 30 days of its start,
 * and in the month of the start or the one after it (WASPA 15). By day; `key` spreads what would
 * fall into the night.
 */
export function firstReminder(startedAt: Date, key: string): Date {
  return noticeTimeBefore(new Date(startedAt.getTime() + FIRST_AFTER_MS), key);
}

/**
 * The one after a reminder that was due at `due` and told at `told`: in the calendar month after
 * that, at the same time of the same day, at most the 28th.
 */
export function nextReminder(due: Date, told: Date): Date {
  const day = String(Math.min(dayOfMonth(due), LAST_COMMON_DAY)).padStart(2, '0');
  const timeOfDay = due.getTime() - instantOf(dayOf(due)).getTime();
  return new Date(instantOf(`${monthAfter(monthOf(told))}-${day}` as Day).getTime() + timeOfDay);
}
