import { DAY_MS } from './package-catalogue.ts';
import { type Day, dayOf, daysAfter, instantOf } from './south-african-time.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/**
 * When a payment that was refused is tried again, and when one gives up (section 5.3 of the reference): several tries on the first day, then a few a
 * day while the subscriber is still served (grace), then seldom while they are not (parked), then the end. All of it is the operator's configuration.
 */
export interface RetryLadder {
  /** Hours after the paid time ended at which it is tried on the first day. */
  readonly firstDayHours: readonly number[];
  /** Hours of the day, South African time, at which it is tried on each further day of grace. */
  readonly graceHours: readonly number[];
  /** For how many days after the paid time one is still served. */
  readonly graceDays: number;
  /** For how many days after grace it is still tried without being served. */
  readonly parkedDays: number;
  /** Every so many days while parked, besides paydays. */
  readonly parkedEveryDays: number;
  /** No try before and none from these hours of the day on, South African time. */
  readonly fromHour: number;
  readonly untilHour: number;
}

export const DEFAULT_LADDER: RetryLadder = {
  firstDayHours: [1, 4, 9],
  graceHours: [7, 17],
  graceDays: 2,
  parkedDays: 30,
  parkedEveryDays: 3,
  fromHour: 6,
  untilHour: 21,
};

/**
 * So many tries a South African day are brought forward because airtime arrived, then the ladder has its turn again: who buys ten times R1 must not be asked ten
 * times.
 */
export const TOP_UP_TRIES_A_DAY = 4;

/** Salaries arrive on the 25th and around the month's end, so airtime does too. */
const PAYDAY = 25;

/** Until when an unpaid subscription is served, its paid time having ended at `paidUntil`. */
export function graceEnd(paidUntil: Date, ladder: RetryLadder): Date {
  return new Date(paidUntil.getTime() + ladder.graceDays * DAY_MS);
}

/** Who is due is not blamed for a carrier that is slow, or for us, before so long has passed. */
const TO_BE_ANSWERED_MS = HOUR_MS;

/**
 * Until when one is served whose paid time ended at `paidUntil`: the days of grace; before the first refusal (`refused`) for an hour at least, in which the
 * carrier is to be asked and to answer.
 */
export function servedEnd(paidUntil: Date, refused: boolean, ladder: RetryLadder): Date {
  const end = graceEnd(paidUntil, ladder);
  return refused ? end : later(end, new Date(paidUntil.getTime() + TO_BE_ANSWERED_MS));
}

/** When one is parked: no longer served, and told so. A charge that was asked for late (`askedAt`) and not yet refused has its hour as well. */
export function parkingAt(paidUntil: Date, refused: boolean, askedAt: Date | null, ladder: RetryLadder): Date {
  const end = servedEnd(paidUntil, refused, ladder);
  return refused || askedAt === null ? end : later(end, new Date(askedAt.getTime() + TO_BE_ANSWERED_MS));
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}

/** Until when it is tried at all. */
export function parkedEnd(paidUntil: Date, ladder: RetryLadder): Date {
  return new Date(graceEnd(paidUntil, ladder).getTime() + ladder.parkedDays * DAY_MS);
}

/**
 * When a payment refused now is tried next, `paidUntil` being when the paid time ended. Never within less than half an hour, never at night; `null` where
 * the tries are used up before the end.
 */
export function nextTry(paidUntil: Date, now: Date, ladder: RetryLadder): Date | null {
  const end = parkedEnd(paidUntil, ladder);
  const earliest = new Date(now.getTime() + 30 * MINUTE_MS);
  const inGrace = earliest < graceEnd(paidUntil, ladder) ? nextInGrace(paidUntil, earliest, ladder) : [];
  // The first day's tries are made whether one is still served on it or parked at once.
  const candidates = [...nextOnFirstDay(paidUntil, earliest, ladder), ...inGrace, nextParked(earliest, ladder)];
  const first = candidates.reduce((a, b) => (b < a ? b : a));
  return first < end ? first : null;
}

/** A technical failure says nothing of the subscriber's airtime: again soon, slower with each time, whatever the hour. */
export function nextTryAfterFailure(now: Date, failures: number): Date {
  const minutes = Math.min(5 * 2 ** Math.max(failures - 1, 0), 120);
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

function nextOnFirstDay(paidUntil: Date, earliest: Date, ladder: RetryLadder): Date[] {
  return ladder.firstDayHours
    .map((hours) => inHours(new Date(paidUntil.getTime() + hours * HOUR_MS), ladder))
    .filter((instant) => instant >= earliest);
}

function nextInGrace(paidUntil: Date, earliest: Date, ladder: RetryLadder): Date[] {
  const today = dayOf(earliest);
  // The first day's own tries go before the fixed hours of the days after it.
  return [today, daysAfter(today, 1), daysAfter(today, 2)]
    .flatMap((day) => ladder.graceHours.map((hour) => instantOf(day, hour)))
    .filter((instant) => instant >= earliest && instant.getTime() >= paidUntil.getTime() + DAY_MS);
}

/** The next turn of the parked: every few days at the first hour, and on each payday. */
function nextParked(earliest: Date, ladder: RetryLadder): Date {
  const [hour = ladder.fromHour] = ladder.graceHours;
  for (let ahead = 0; ; ahead++) {
    const day = daysAfter(dayOf(earliest), ahead);
    const instant = instantOf(day, hour);
    if (instant >= earliest && (ahead >= ladder.parkedEveryDays || isPayday(day))) return instant;
  }
}

/** Whether airtime is likely to arrive: the 25th, and the month's last day. */
export function isPayday(day: Day): boolean {
  return day.endsWith(`-${PAYDAY}`) || daysAfter(day, 1).endsWith('-01');
}

/** The instant itself by day; else the next morning's first hour. */
function inHours(instant: Date, { fromHour, untilHour }: RetryLadder): Date {
  const day = dayOf(instant);
  const opens = instantOf(day, fromHour);
  if (instant < opens) return opens;
  return instant < instantOf(day, untilHour) ? instant : instantOf(daysAfter(day, 1), fromHour);
}
