import { airingsAt, type WeeklySlot } from './live-schedule.ts';
import {
  type FilledSlot,
  type LiveSegment,
  type NumberShift,
  segmentsBetween,
  type WeekTimeline,
} from './week-timeline.ts';

/**
 * A live channel follows one plan after the other: a change of its schedule or its recordings makes
 * a new plan, which begins at a later time. What was on air before that stays as it was, and the
 * numbers of segments go on from one plan to the next. Times are microseconds since 1970.
 */

/** A plan from its beginning on. A later plan in the list replaces it from its own beginning. */
export interface LaidPlan<Slot extends FilledSlot> extends NumberShift {
  readonly week: WeekTimeline<Slot>;
  readonly startsAt: number;
}

/** A slot as a plan has it: its own recording, and whether any recording fills it. */
export interface PlannedSlot extends WeeklySlot {
  readonly chosen: string | null;
  readonly isFilled: boolean;
}

/** A new plan begins so much later, so that all processes and players learn of it in time. */
const LEAD_MS = 40_000;
/** Where only the slate is on air nobody misses anything. */
const SLATE_LEAD_MS = 5000;
/** Longer than any segment. */
const REACH = 60_000_000;

/**
 * When a new plan begins, in milliseconds since 1970: after the programme that is on air, where
 * both plans have it with the same recording of an editor's; else at once.
 */
export function planBegins(
  before: readonly PlannedSlot[],
  after: readonly PlannedSlot[],
  now: Date,
): number {
  const on = airingsAt(before, now, 0).now;
  if (!on?.slot.isFilled) return now.getTime() + SLATE_LEAD_MS;
  const soon = now.getTime() + LEAD_MS;
  const next = airingsAt(after, now, 0).now?.slot;
  const isSame =
    next?.startsAt === on.slot.startsAt &&
    next.minutes === on.slot.minutes &&
    next.chosen === on.slot.chosen;
  return isSame ? Math.max(soon, on.endsAt.getTime()) : soon;
}

/** Where a week follows on the plans before it: after the segment that is on air at `from`. */
export function planAfter<Slot extends FilledSlot>(
  before: readonly LaidPlan<Slot>[],
  week: WeekTimeline<Slot>,
  from: number,
): LaidPlan<Slot> {
  const last = plannedBetween(before, from - REACH, from).at(-1);
  const startsAt = last ? Math.max(from, last.startsAt + last.duration) : from;
  // The numbers before a time off the air are those of the last segment, however long ago.
  const known = last ?? lastBefore(before, from);
  const next = firstFrom(week, startsAt);
  return {
    week,
    startsAt,
    sequence: known && next ? known.sequence + 1 - next.sequence : 0,
    discontinuity: known && next ? known.discontinuity + 1 - next.discontinuity : 0,
  };
}

/** More segments than a viewer can go back. */
const PER_REVISION = 10_000;

/**
 * What numbers a week that has no plan to number on from: its segments count from the seconds since
 * 1970 at `from`, and those of a later revision from above all that a player knows. No channel
 * numbers faster than one a second, so the numbers fit 32 bits for decades.
 */
export function shiftFrom(
  week: WeekTimeline<FilledSlot>,
  from: number,
  revision: number,
): NumberShift {
  const next = firstFrom(week, from);
  if (!next) return { sequence: 0, discontinuity: 0 };
  const first = Math.floor(from / SECOND) + revision * PER_REVISION;
  return { sequence: first - next.sequence, discontinuity: first - next.discontinuity };
}

/** The segments of plans that start in a span of time, in order. */
export function plannedBetween<Slot extends FilledSlot>(
  plans: readonly LaidPlan<Slot>[],
  from: number,
  to: number,
): LiveSegment<Slot>[] {
  const found: LiveSegment<Slot>[][] = [];
  let until = to;
  // From the newest to the oldest: the newest one has the right of way.
  for (let at = plans.length - 1; at >= 0 && until > from; at--) {
    const plan = plans[at] as LaidPlan<Slot>;
    if (plan.startsAt >= until) continue;
    const segments = segmentsBetween(plan.week, Math.max(from, plan.startsAt), until, plan);
    found.unshift(segments);
    until = plan.startsAt;
  }
  return found.length === 1 ? (found[0] as LiveSegment<Slot>[]) : found.flat();
}

/** The plans that say something about times from `from` on, in their order. */
export function plansSince<Plan extends { readonly startsAt: number }>(
  plans: readonly Plan[],
  from: number,
): Plan[] {
  let until = Number.POSITIVE_INFINITY;
  return plans
    .toReversed()
    .filter(({ startsAt }) => {
      const counts = startsAt < until && until > from;
      until = Math.min(until, startsAt);
      return counts;
    })
    .toReversed();
}

const HOURS_OF_WEEK = 168;
const HOUR = 3_600_000_000;
const SECOND = 1_000_000;

function lastBefore<Slot extends FilledSlot>(
  plans: readonly LaidPlan<Slot>[],
  from: number,
): LiveSegment<Slot> | undefined {
  for (let hour = 1; hour <= HOURS_OF_WEEK; hour++) {
    const found = plannedBetween(plans, from - hour * HOUR, from - (hour - 1) * HOUR).at(-1);
    if (found) return found;
  }
  return undefined;
}

function firstFrom<Slot extends FilledSlot>(
  week: WeekTimeline<Slot>,
  from: number,
): LiveSegment<Slot> | undefined {
  const near = segmentsBetween(week, from, from + REACH)[0];
  for (let hour = 0; !near && hour < HOURS_OF_WEEK; hour++) {
    const found = segmentsBetween(week, from + hour * HOUR, from + (hour + 1) * HOUR)[0];
    if (found) return found;
  }
  return near;
}
