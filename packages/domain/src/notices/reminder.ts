import { DAY_MS } from '../packages/package-catalogue.ts';
import {
  type Day,
  dayOf,
  dayOfMonth,
  instantOf,
  monthAfter,
  monthOf,
} from '../south-african-time.ts';
import { noticeTimeBefore } from './notice-time.ts';

/** A few days before the 30 allowed, so that a delayed message is still in time. */
const FIRST_AFTER_MS = 25 * DAY_MS;
/** The last day that exists in every month. */
const LAST_COMMON_DAY = 28;

/**
 * When the first reminder of price and STOP is due: within 30 days of the start, in the month of
 * the start or the next one (WASPA 15). The time is by day; `key` spreads reminders that would fall
 * into the night.
 */
export function firstReminder(startedAt: Date, key: string): Date {
  return noticeTimeBefore(new Date(startedAt.getTime() + FIRST_AFTER_MS), key);
}

/**
 * When the next reminder is due, after one that was due at `due` and sent at `sentAt`: in the
 * calendar month after the sending, at the same time of the same day, at most the 28th.
 */
export function nextReminder(due: Date, sentAt: Date): Date {
  const day = String(Math.min(dayOfMonth(due), LAST_COMMON_DAY)).padStart(2, '0');
  const timeOfDay = due.getTime() - instantOf(dayOf(due)).getTime();
  return new Date(instantOf(`${monthAfter(monthOf(sentAt))}-${day}` as Day).getTime() + timeOfDay);
}
