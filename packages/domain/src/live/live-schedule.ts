/**
 * The schedule of a live channel: programmes that repeat every week at the same time, and dated
 * ones that are on once and take precedence over the week. South Africa has one time zone, two
 * hours ahead of UTC, without summer time.
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

/** A programme that is on once, for `minutes` from `startsAt` on. */
export interface DatedProgramme {
  readonly startsAt: Date;
  readonly minutes: number;
}

/**
 * One occurrence of a programme: from `startsAt` until just before `endsAt`. A weekly one is cut
 * where a dated programme takes its time.
 */
export interface Airing<Slot> {
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

/** The first two dated programmes at the same time, by their places in the list. */
export function datedOverlap(
  dated: readonly DatedProgramme[],
): { readonly programme: number; readonly other: number } | undefined {
  const ordered = dated
    .map((one, place) => ({ ...one, place }))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const at = ordered.findIndex((one, index) => {
    const before = ordered[index - 1];
    return before !== undefined && endOf(before) > one.startsAt.getTime();
  });
  const [before, one] = [ordered[at - 1], ordered[at]];
  return before && one && { programme: one.place, other: before.place };
}

/**
 * The airing at `at` (null: off air) and the airings after it, soonest first, at most `count`. The
 * week repeats, so a single slot has a next airing one week later.
 */
export function airingsAt<Slot extends WeeklySlot, Dated extends DatedProgramme = never>(
  slots: readonly Slot[],
  at: Date,
  count: number,
  dated: readonly Dated[] = [],
): { now: Airing<Slot | Dated> | null; next: readonly Airing<Slot | Dated>[] } {
  const week = weekOf(at);
  const around = airingsOf(slots, [week - 1, week, week + 1, week + 2], dated);
  const now = around.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null;
  const next = around.filter(({ startsAt }) => startsAt > at).slice(0, count);
  return { now, next };
}

/** The airings that touch a span of time, in order. */
export function airingsBetween<Slot extends WeeklySlot, Dated extends DatedProgramme = never>(
  slots: readonly Slot[],
  from: Date,
  to: Date,
  dated: readonly Dated[] = [],
): Airing<Slot | Dated>[] {
  const first = weekOf(from) - 1;
  const weeks = Array.from({ length: weekOf(to) - first + 1 }, (_, index) => first + index);
  return airingsOf(slots, weeks, dated).filter(
    ({ startsAt, endsAt }) => startsAt < to && endsAt > from,
  );
}

/** A time in which nothing is on. */
export type Gap = Omit<Airing<unknown>, 'slot'>;

/** The times of a span in which neither the week nor a dated programme is on, in order. */
export function gapsBetween(
  slots: readonly WeeklySlot[],
  from: Date,
  to: Date,
  dated: readonly DatedProgramme[] = [],
): Gap[] {
  const airings = airingsBetween(slots, from, to, dated);
  return without({ slot: undefined, startsAt: from, endsAt: to }, airings).map(
    ({ startsAt, endsAt }) => ({ startsAt, endsAt }),
  );
}

/** The airings of weeks in order, with the dated ones among them. */
function airingsOf<Slot extends WeeklySlot, Dated extends DatedProgramme>(
  slots: readonly Slot[],
  weeks: readonly number[],
  dated: readonly Dated[],
): Airing<Slot | Dated>[] {
  const ordered = slots.toSorted((a, b) => a.startsAt - b.startsAt);
  const weekly = weeks.flatMap((number) => ordered.map((slot) => airing(slot, number)));
  if (dated.length === 0) return weekly;
  const once = dated
    .map((slot) => ({ slot, startsAt: slot.startsAt, endsAt: new Date(endOf(slot)) }))
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return [...weekly.flatMap((one) => without(one, once)), ...once].toSorted(
    (a, b) => a.startsAt.getTime() - b.startsAt.getTime(),
  );
}

/** What the airings `others`, in order, leave of an airing. */
function without<Slot>(whole: Airing<Slot>, others: readonly Airing<unknown>[]): Airing<Slot>[] {
  const left: Airing<Slot>[] = [];
  let { startsAt } = whole;
  for (const other of others) {
    if (other.endsAt <= startsAt || other.startsAt >= whole.endsAt) continue;
    if (other.startsAt > startsAt) left.push({ ...whole, startsAt, endsAt: other.startsAt });
    startsAt = other.endsAt;
  }
  return startsAt < whole.endsAt ? [...left, { ...whole, startsAt }] : left;
}

/**
 * The seven days from `from` on as a week that could repeat: where dated programmes are on, their
 * time of the week shows them. A programme that runs over the end is cut where the first one of
 * those days begins.
 */
export function weekFrom<Slot extends WeeklySlot, Dated extends DatedProgramme>(
  from: Date,
  slots: readonly Slot[],
  dated: readonly Dated[],
): readonly (Slot | (Omit<Dated, 'startsAt'> & WeeklySlot))[] {
  const to = new Date(from.getTime() + WEEK);
  const isNear = (one: Dated): boolean => one.startsAt < to && endOf(one) > from.getTime();
  if (!dated.some(isNear)) return slots;
  const airings = airingsBetween(slots, from, to, dated).filter((one) => one.startsAt >= from);
  const last = (airings[0]?.startsAt.getTime() ?? 0) + WEEK;
  return airings
    .map(({ slot, startsAt, endsAt }) => ({
      ...slot,
      startsAt: minuteOfWeek(startsAt),
      minutes: (Math.min(endsAt.getTime(), last) - startsAt.getTime()) / MINUTE,
    }))
    .toSorted((a, b) => a.startsAt - b.startsAt);
}

/** The minute of the week in South Africa, from Monday 00:00 on: 0 to 10,079. */
export function minuteOfWeek(at: Date): number {
  const since = Math.floor((at.getTime() - A_MONDAY) / MINUTE) % WEEK_MINUTES;
  return since < 0 ? since + WEEK_MINUTES : since;
}

function endOf({ startsAt, minutes }: DatedProgramme): number {
  return startsAt.getTime() + minutes * MINUTE;
}

function weekOf(at: Date): number {
  return Math.floor((at.getTime() - A_MONDAY) / WEEK);
}

function airing<Slot extends WeeklySlot>(slot: Slot, week: number): Airing<Slot> {
  const start = A_MONDAY + week * WEEK + slot.startsAt * MINUTE;
  return { slot, startsAt: new Date(start), endsAt: new Date(start + slot.minutes * MINUTE) };
}
