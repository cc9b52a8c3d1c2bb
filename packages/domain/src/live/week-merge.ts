import type { WeeklySlot } from './live-schedule.ts';

/**
 * Two people at one week: what each changed of the week that both began from is put together. A
 * programme is known by the minute at which it starts, so one that was moved is gone there and new
 * elsewhere.
 */

/** What each week has at the start of one programme; an empty list: nothing. */
export interface WeekClash<Slot> {
  readonly startsAt: number;
  readonly mine: readonly Slot[];
  readonly theirs: readonly Slot[];
}

export interface MergedWeek<Slot> {
  /** By their starts. Programmes of two people may overlap. */
  readonly slots: readonly Slot[];
  /** What both changed, each in another way: mine is in the week. */
  readonly clashes: readonly WeekClash<Slot>[];
}

export interface WeeksToMerge<Slot> {
  /** The week before either change. */
  readonly began: readonly Slot[];
  readonly mine: readonly Slot[];
  readonly theirs: readonly Slot[];
}

/** Merges two changes of one week. `isSame` compares two programmes that start together. */
export function mergeWeeks<Slot extends WeeklySlot>(
  { began, mine, theirs }: WeeksToMerge<Slot>,
  isSame: (one: Slot, other: Slot) => boolean,
): MergedWeek<Slot> {
  const [before, own, other] = [byStart(began), byStart(mine), byStart(theirs)];
  const areSame = (one: readonly Slot[], two: readonly Slot[]): boolean =>
    one.length === two.length && one.every((slot, at) => isSame(slot, two[at] as Slot));
  const slots: Slot[] = [];
  const clashes: WeekClash<Slot>[] = [];
  const starts = new Set([...own.keys(), ...other.keys()]);
  for (const startsAt of [...starts].toSorted((a, b) => a - b)) {
    const was = before.get(startsAt) ?? [];
    const my = own.get(startsAt) ?? [];
    const their = other.get(startsAt) ?? [];
    const isMine = !areSame(my, was);
    slots.push(...(isMine ? my : their));
    if (isMine && !areSame(their, was) && !areSame(my, their))
      clashes.push({ startsAt, mine: my, theirs: their });
  }
  return { slots, clashes };
}

/** The week with what the other person has at the start of a clash. */
export function takeTheirs<Slot extends WeeklySlot>(
  slots: readonly Slot[],
  { startsAt, theirs }: WeekClash<Slot>,
): Slot[] {
  const others = slots.filter((slot) => slot.startsAt !== startsAt);
  return [...others, ...theirs].toSorted((a, b) => a.startsAt - b.startsAt);
}

function byStart<Slot extends WeeklySlot>(slots: readonly Slot[]): Map<number, Slot[]> {
  return Map.groupBy(slots, ({ startsAt }) => startsAt);
}
