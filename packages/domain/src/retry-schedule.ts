import { DAY_MS, type Package } from './package-catalogue.ts';
import { type Day, dayOf, daysAfter, instantOf } from './south-african-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * When a payment that was refused is tried again, for how long the subscriber is served meanwhile
 * (grace), and when one gives up (section 5.3 of the reference): several tries on the first day, a
 * few a day on the next ones, then seldom, then the end. All of it is the operator's configuration.
 *
 * Grace is no discount. It lasts a quarter of the period that has ended, at most `graceDays`: 6
 * hours for Daily, 42 hours for Weekly, 2 days for Monthly. A number has it once, and again only
 * after a whole period that was paid in time: charged at its due time without a refusal. A number
 * that has none left is parked by the first refusal: not served, still tried. A payment made during
 * grace pays for the time that was served; one made while parked buys its whole period from then
 * on.
 */
export interface RetrySchedule {
  /** Hours after the paid time ended at which it is tried on the first day. */
  readonly firstDayHours: readonly number[];
  /**
   * Hours of the day, South African time, at which it is tried on the days after the first, up to
   * `graceDays`.
   */
  readonly graceHours: readonly number[];
  /**
   * The longest grace, and for how many days after the paid time it is tried at `graceHours`. 0:
   * nobody is served unpaid.
   */
  readonly graceDays: number;
  /** For how many days after `graceDays` it is still tried. */
  readonly parkedDays: number;
  /** Every so many days while parked, besides paydays. */
  readonly parkedEveryDays: number;
  /** No try before and none from these hours of the day on, South African time. */
  readonly fromHour: number;
  readonly untilHour: number;
}

export const DEFAULT_LADDER: RetrySchedule = {
  firstDayHours: [1, 4, 9],
  graceHours: [7, 17],
  graceDays: 2,
  parkedDays: 30,
  parkedEveryDays: 3,
  fromHour: 6,
  untilHour: 21,
};

/**
 * So many tries a South African day are brought forward because airtime arrived, then the retry schedule
 * has its turn again: who buys ten times R1 must not be asked ten times.
 */
export const TOP_UP_TRIES_A_DAY = 4;

/** Salaries arrive on the 25th and around the month's end, so airtime does too. */
const PAYDAY = 25;

/** Of a period, so much is served after its end while the renewal is unpaid. */
const GRACE_SHARE = 1 / 4;

/** For how long an unpaid renewal of this package is served, in milliseconds. */
export function graceMs({ days }: Pick<Package, 'days'>, retrySchedule: RetrySchedule): number {
  return Math.min(days * GRACE_SHARE, retrySchedule.graceDays) * DAY_MS;
}

/** When grace is over, the paid time of this package having ended at `paidUntil`. */
export function graceEnd(
  paidUntil: Date,
  one: Pick<Package, 'days'>,
  retrySchedule: RetrySchedule,
): Date {
  return new Date(paidUntil.getTime() + graceMs(one, retrySchedule));
}

/**
 * A slow carrier, or a slow process of ours, is not held against the subscriber before so long has
 * passed.
 */
export const TO_BE_ANSWERED_MS = HOUR_MS;

/**
 * For how long a renewal is served that the carrier has not answered yet, in milliseconds: as long
 * as grace, but an hour at least. That needs no grace left and uses none: only the carrier can
 * cause it, and the payment that follows pays for it.
 */
export function unansweredMs(one: Pick<Package, 'days'>, retrySchedule: RetrySchedule): number {
  return Math.max(graceMs(one, retrySchedule), TO_BE_ANSWERED_MS);
}

/** Until when it is tried at all. */
export function parkedEnd(paidUntil: Date, retrySchedule: RetrySchedule): Date {
  return new Date(
    oftenUntil(paidUntil, retrySchedule).getTime() + retrySchedule.parkedDays * DAY_MS,
  );
}

/** Until when it is tried at the hours of `graceHours`, whether it is still served or not. */
function oftenUntil(paidUntil: Date, retrySchedule: RetrySchedule): Date {
  return new Date(paidUntil.getTime() + retrySchedule.graceDays * DAY_MS);
}

/**
 * When a payment refused now is tried next, `paidUntil` being when the paid time ended. Never
 * within less than half an hour, never at night; `null` where the tries are used up before the end.
 */
export function nextTry(paidUntil: Date, now: Date, retrySchedule: RetrySchedule): Date | null {
  const end = parkedEnd(paidUntil, retrySchedule);
  const earliest = new Date(now.getTime() + 30 * MINUTE_MS);
  const often =
    earliest < oftenUntil(paidUntil, retrySchedule)
      ? nextOften(paidUntil, earliest, retrySchedule)
      : [];
  // The first day's tries are made whether one is still served on it or parked at once.
  const candidates = [
    ...nextOnFirstDay(paidUntil, earliest, retrySchedule),
    ...often,
    nextParked(earliest, retrySchedule),
  ];
  const first = candidates.reduce((a, b) => (b < a ? b : a));
  return first < end ? first : null;
}

/**
 * A technical failure says nothing of the subscriber's airtime: again soon, slower with each time,
 * whatever the hour.
 */
export function nextTryAfterFailure(now: Date, failures: number): Date {
  const minutes = Math.min(5 * 2 ** Math.max(failures - 1, 0), 120);
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

function nextOnFirstDay(paidUntil: Date, earliest: Date, retrySchedule: RetrySchedule): Date[] {
  return retrySchedule.firstDayHours
    .map((hours) => inHours(new Date(paidUntil.getTime() + hours * HOUR_MS), retrySchedule))
    .filter((instant) => instant >= earliest);
}

function nextOften(paidUntil: Date, earliest: Date, retrySchedule: RetrySchedule): Date[] {
  const today = dayOf(earliest);
  // The first day's own tries go before the fixed hours of the days after it.
  return [today, daysAfter(today, 1), daysAfter(today, 2)]
    .flatMap((day) => retrySchedule.graceHours.map((hour) => instantOf(day, hour)))
    .filter((instant) => instant >= earliest && instant.getTime() >= paidUntil.getTime() + DAY_MS);
}

/** The next turn of the parked: every few days at the first hour, and on each payday. */
function nextParked(earliest: Date, retrySchedule: RetrySchedule): Date {
  const [hour = retrySchedule.fromHour] = retrySchedule.graceHours;
  for (let ahead = 0; ; ahead++) {
    const day = daysAfter(dayOf(earliest), ahead);
    const instant = instantOf(day, hour);
    if (instant >= earliest && (ahead >= retrySchedule.parkedEveryDays || isPayday(day)))
      return instant;
  }
}

/** Whether airtime is likely to arrive: the 25th, and the month's last day. */
export function isPayday(day: Day): boolean {
  return day.endsWith(`-${PAYDAY}`) || daysAfter(day, 1).endsWith('-01');
}

/** The instant itself by day; else the next morning's first hour. */
function inHours(instant: Date, { fromHour, untilHour }: RetrySchedule): Date {
  const day = dayOf(instant);
  const opens = instantOf(day, fromHour);
  if (instant < opens) return opens;
  return instant < instantOf(day, untilHour) ? instant : instantOf(daysAfter(day, 1), fromHour);
}
