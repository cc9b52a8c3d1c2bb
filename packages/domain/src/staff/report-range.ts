import { DAY_MS } from '../packages/package-catalogue.ts';
import { type Day, daysAfter, instantOf } from '../south-african-time.ts';

/** Days of a report that names no beginning. */
const USUAL_DAYS = 30;
/** The longest range of a report: a leap year. */
export const MOST_REPORT_DAYS = 366;

/** The first and the last day of a report; both belong to it. */
export interface ReportRange {
  readonly from: Day;
  readonly to: Day;
}

/** The range that was asked for: without an end until today, without a beginning 30 days. */
export function rangeOf(
  requested: { readonly from?: Day | undefined; readonly to?: Day | undefined },
  today: Day,
): ReportRange {
  const to = requested.to ?? later(requested.from, today);
  return { from: requested.from ?? daysAfter(to, 1 - USUAL_DAYS), to };
}

/** Whether a range is forwards and short enough for a report. */
export function isReportable(range: ReportRange): boolean {
  const days = lengthOf(range);
  return days >= 1 && days <= MOST_REPORT_DAYS;
}

/** Every day of a range. */
export function daysOf(range: ReportRange): Day[] {
  // By number: the day after 9999-12-31 sorts before it.
  return Array.from({ length: Math.max(lengthOf(range), 0) }, (_, at) => daysAfter(range.from, at));
}

function lengthOf({ from, to }: ReportRange): number {
  return (instantOf(to).getTime() - instantOf(from).getTime()) / DAY_MS + 1;
}

/** Days that are added up one by one. */
const MOST_SINGLE_DAYS = 31;

/** What sums that exist by day and by month are read by. */
export interface SummedRange extends ReportRange {
  readonly grain: 'day' | 'month';
}

/**
 * How a range is read from sums by day and by month: a short one as it is, a longer one as the
 * whole months that it touches.
 */
export function summedRange({ from, to }: ReportRange): SummedRange {
  if (daysAfter(from, MOST_SINGLE_DAYS) > to) return { from, to, grain: 'day' };
  return { ...wholeMonths({ from, to }), grain: 'month' };
}

/** The whole months that a range touches. */
export function wholeMonths({ from, to }: ReportRange): ReportRange {
  return {
    from: periodOf(from, 'month'),
    to: daysAfter(periodAfter(periodOf(to, 'month'), 'month'), -1),
  };
}

/** The first day of the week (a Monday) or month of a day. */
export function periodOf(day: Day, grain: 'week' | 'month'): Day {
  if (grain === 'month') return `${day.slice(0, 7)}-01` as Day;
  const weekday = new Date(`${day}T00:00:00.000Z`).getUTCDay();
  return daysAfter(day, -((weekday + 6) % 7));
}

/** The first day of the next week or month. */
export function periodAfter(period: Day, grain: 'week' | 'month'): Day {
  return periodOf(daysAfter(period, grain === 'week' ? 7 : 31), grain);
}

/**
 * How many of a cohort are left at the end of each week or month, from that of its beginning to the
 * last one. `ended` has the ends by the first day of their week or month.
 */
export function keptOf(
  { cohort, began }: { readonly cohort: Day; readonly began: number },
  ended: ReadonlyMap<Day, number>,
  last: Day,
  grain: 'week' | 'month',
): number[] {
  const kept: number[] = [];
  let left = began;
  for (let period = cohort; period <= last; period = periodAfter(period, grain)) {
    left -= ended.get(period) ?? 0;
    kept.push(left);
  }
  return kept;
}

/** How old a charge without an outcome is: the classes by which an operator acts. */
export type UnknownAge = 'today' | 'one_day' | 'two_to_seven_days' | 'over_seven_days';

/**
 * The class of a charge that was asked for on a day. After two days it is a reconciliation
 * exception.
 */
export function unknownAge(day: Day, today: Day): UnknownAge {
  if (day >= today) return 'today';
  if (day >= daysAfter(today, -1)) return 'one_day';
  return day >= daysAfter(today, -7) ? 'two_to_seven_days' : 'over_seven_days';
}

function later(from: Day | undefined, today: Day): Day {
  return from !== undefined && from > today ? from : today;
}
