/**
 * The weekly schedule of a live channel: each programme repeats every week at the same time. South
 * Africa has one time zone, two hours ahead of UTC, without summer time.
 */

/** A week in minutes. */
export const WEEK_MINUTES = 7 * 24 * 60;

const MINUTE = 60_000;
const WEEK = WEEK_MINUTES * MINUTE;
/** Monday, 5 January 1970, 00:00 in South Africa, as milliseconds since 1970 in UTC. */
export const A_MONDAY = Date.UTC(1970, 0, 4, 22);

/**
 * One programme slot. `startsAt`: minutes since Monday 00:00 in South Africa (0 to 10,079).
 * `minutes`: its length (1 or more).
 */
export interface WeeklySlot {
  readonly startsAt: number;
  readonly minutes: number;
}

/** One occurrence of a slot: from `startsAt` until just before `endsAt`. */
export interface Airing<Slot extends WeeklySlot> {
  readonly slot: Slot;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** Whether no two slots overlap, across the end of the week as well. */
export function doNotOverlap(slots: readonly WeeklySlot[]): boolean {
  const ordered = slots.toSorted((a, b) => a.startsAt - b.startsAt);
  return ordered.every((slot, index) => {
    const next = ordered[index + 1];
    const nextStart = next ? next.startsAt : (ordered[0]?.startsAt ?? 0) + WEEK_MINUTES;
    return slot.startsAt + slot.minutes <= nextStart;
  });
}

/**
 * The airing at `at` (null: off air) and the airings after it, soonest first, at most `count`. The
 * week repeats, so a single slot has a next airing one week later.
 */
export function airingsAt<Slot extends WeeklySlot>(
  slots: readonly Slot[],
  at: Date,
  count: number,
): { now: Airing<Slot> | null; next: readonly Airing<Slot>[] } {
  const ordered = slots.toSorted((a, b) => a.startsAt - b.startsAt);
  const week = weekOf(at);
  const around = [week - 1, week, week + 1, week + 2].flatMap((number) =>
    ordered.map((slot) => airing(slot, number)),
  );
  const now = around.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null;
  const next = around.filter(({ startsAt }) => startsAt > at).slice(0, count);
  return { now, next };
}

/** The airings that touch a span of time, in order. */
export function airingsBetween<Slot extends WeeklySlot>(
  slots: readonly Slot[],
  from: Date,
  to: Date,
): Airing<Slot>[] {
  const first = weekOf(from) - 1;
  const weeks = Array.from({ length: weekOf(to) - first + 1 }, (_, index) => first + index);
  const ordered = slots.toSorted((a, b) => a.startsAt - b.startsAt);
  return weeks
    .flatMap((number) => ordered.map((slot) => airing(slot, number)))
    .filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
}

/** The minute of the week in South Africa, from Monday 00:00 on: 0 to 10,079. */
export function minuteOfWeek(at: Date): number {
  const since = Math.floor((at.getTime() - A_MONDAY) / MINUTE) % WEEK_MINUTES;
  return since < 0 ? since + WEEK_MINUTES : since;
}

function weekOf(at: Date): number {
  return Math.floor((at.getTime() - A_MONDAY) / WEEK);
}

function airing<Slot extends WeeklySlot>(slot: Slot, week: number): Airing<Slot> {
  const start = A_MONDAY + week * WEEK + slot.startsAt * MINUTE;
  return { slot, startsAt: new Date(start), endsAt: new Date(start + slot.minutes * MINUTE) };
}
