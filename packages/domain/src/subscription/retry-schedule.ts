import { DAY_MS, type Package } from '../packages/package-catalogue.ts';
import { type Day, dayOf, daysAfter, instantOf } from '../south-african-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * When a denied payment is tried again, how long the subscriber is served meanwhile (grace), and
 * when the tries end: several tries on the first day, a few a day afterwards, then seldom, then
 * none. Every value is the operator's configuration.
 *
 * Grace is no discount. It lasts a quarter of the period that ended, at most `graceDays`: 6 hours
 * for Daily, 42 hours for Weekly, 2 days for Monthly. A number has it once, and again only after a
 * whole period that was paid in time: charged at its due time without a denial. The first denial
 * parks a number without grace: not served, still tried. A payment during grace also pays for the
 * time served unpaid; a payment while parked buys its whole period from then on.
 */
export interface RetrySchedule {
  /** Hours after the end of the paid time for the tries of the first day. */
  readonly firstDayHours: readonly number[];
  /**
   * Hours of the day, South African time, for the tries on the days after the first, up to
   * `graceDays`.
   */
  readonly graceHours: readonly number[];
  /**
   * The longest grace, and the number of days after the paid time with tries at `graceHours`. 0: no
   * number is served unpaid.
   */
  readonly graceDays: number;
  /** The number of days after `graceDays` on which tries continue. */
  readonly parkedDays: number;
  /** The days between two tries while parked, besides paydays. */
  readonly parkedEveryDays: number;
  /** No try happens before `fromHour` or from `untilHour` on, South African time. */
  readonly fromHour: number;
  readonly untilHour: number;
}

export const DEFAULT_RETRY_SCHEDULE: RetrySchedule = {
  firstDayHours: [1, 4, 9],
  graceHours: [7, 17],
  graceDays: 2,
  parkedDays: 30,
  parkedEveryDays: 3,
  fromHour: 6,
  untilHour: 21,
};

/**
 * The number of tries in a South African day that arriving airtime brings forward. After these the
 * retry schedule applies, so that ten R1 top-ups do not cause ten attempts.
 */
export const TOP_UP_TRIES_A_DAY = 4;

/** Salaries, and with them airtime, arrive on the 25th and around the end of the month. */
const PAYDAY = 25;

/** The share of a period that is served after its end while the renewal is unpaid. */
const GRACE_SHARE = 1 / 4;

/** How long an unpaid renewal of this package is served, in milliseconds. */
export function graceMs({ days }: Pick<Package, 'days'>, retrySchedule: RetrySchedule): number {
  return Math.min(days * GRACE_SHARE, retrySchedule.graceDays) * DAY_MS;
}

/** When grace ends for a package whose paid time ended at `paidUntil`. */
export function graceEnd(
  paidUntil: Date,
  packageTerms: Pick<Package, 'days'>,
  retrySchedule: RetrySchedule,
): Date {
  return new Date(paidUntil.getTime() + graceMs(packageTerms, retrySchedule));
}

/**
 * The carrier, or a slow process of ours, has this long to answer before the subscriber loses
 * access.
 */
export const ANSWER_TIME_MS = HOUR_MS;

/**
 * How long an unanswered renewal is served, in milliseconds: as long as grace, at least an hour.
 * This time does not use up the number's grace: only the carrier can cause it, and the next payment
 * pays for it.
 */
export function unansweredMs(
  packageTerms: Pick<Package, 'days'>,
  retrySchedule: RetrySchedule,
): number {
  return Math.max(graceMs(packageTerms, retrySchedule), ANSWER_TIME_MS);
}

/** When the last try is over. */
export function parkedEnd(paidUntil: Date, retrySchedule: RetrySchedule): Date {
  return new Date(
    oftenUntil(paidUntil, retrySchedule).getTime() + retrySchedule.parkedDays * DAY_MS,
  );
}

/** Until when tries happen at `graceHours`, whether the number is served or not. */
function oftenUntil(paidUntil: Date, retrySchedule: RetrySchedule): Date {
  return new Date(paidUntil.getTime() + retrySchedule.graceDays * DAY_MS);
}

/**
 * When a payment denied now is tried next; `paidUntil` is the end of the paid time. At least half
 * an hour later and never at night; `null` where no try is left.
 */
export function nextTry(paidUntil: Date, now: Date, retrySchedule: RetrySchedule): Date | null {
  const end = parkedEnd(paidUntil, retrySchedule);
  const earliest = new Date(now.getTime() + 30 * MINUTE_MS);
  const often =
    earliest < oftenUntil(paidUntil, retrySchedule)
      ? nextOften(paidUntil, earliest, retrySchedule)
      : [];
  // The first day's tries happen whether the number is served on that day or parked at once.
  const candidates = [
    ...nextOnFirstDay(paidUntil, earliest, retrySchedule),
    ...often,
    nextParked(earliest, retrySchedule),
  ];
  const first = candidates.reduce((a, b) => (b < a ? b : a));
  return first < end ? first : null;
}

/**
 * A technical failure says nothing about the subscriber's airtime: try again soon, with growing
 * delays, at any hour.
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
  // The first day's own tries precede the fixed hours of the later days.
  return [today, daysAfter(today, 1), daysAfter(today, 2)]
    .flatMap((day) => retrySchedule.graceHours.map((hour) => instantOf(day, hour)))
    .filter((instant) => instant >= earliest && instant.getTime() >= paidUntil.getTime() + DAY_MS);
}

/** The next try while parked: every few days at the first hour, and on each payday. */
function nextParked(earliest: Date, retrySchedule: RetrySchedule): Date {
  const [hour = retrySchedule.fromHour] = retrySchedule.graceHours;
  for (let ahead = 0; ; ahead++) {
    const day = daysAfter(dayOf(earliest), ahead);
    const instant = instantOf(day, hour);
    if (instant >= earliest && (ahead >= retrySchedule.parkedEveryDays || isPayday(day)))
      return instant;
  }
}

/** Whether airtime is likely to arrive: on the 25th and on the last day of the month. */
export function isPayday(day: Day): boolean {
  return day.endsWith(`-${PAYDAY}`) || daysAfter(day, 1).endsWith('-01');
}

/** The instant itself by day; otherwise the first hour of the next morning. */
function inHours(instant: Date, { fromHour, untilHour }: RetrySchedule): Date {
  const day = dayOf(instant);
  const opens = instantOf(day, fromHour);
  if (instant < opens) return opens;
  return instant < instantOf(day, untilHour) ? instant : instantOf(daysAfter(day, 1), fromHour);
}
