import { isSameSlot, type Slot, type Week } from './week-slots.ts';

/** What a person has changed of a week and not saved yet. */
export interface WeekDraft {
  readonly slots: readonly Slot[];
  /** The week that the changes began from. */
  readonly began: Week;
  /** Names the editor on the screen: it stays the same one while changes are saved. */
  readonly editor: number;
}

/**
 * The draft with other programmes. The page reads the week again while a person works: the first
 * change fixes the version.
 */
export function withSlots(
  draft: WeekDraft | undefined,
  slots: readonly Slot[],
  week: Week,
  editor: number,
): WeekDraft {
  return draft ? { ...draft, slots } : { slots, began: week, editor };
}

/**
 * The draft after the programmes `sent` are saved: none, or what was changed meanwhile on top of
 * the saved week.
 */
export function withoutSaved(
  draft: WeekDraft | undefined,
  sent: readonly Slot[],
  saved: Week,
): WeekDraft | undefined {
  return !draft || draft.slots === sent ? undefined : { ...draft, began: saved };
}

/** A time of the week at which two people have different programmes; an empty list: nothing. */
export interface WeekDifference {
  readonly startsAt: number;
  readonly mine: readonly Slot[];
  readonly theirs: readonly Slot[];
  /** Whether mine is as it was before, so that only the other person changed it. */
  readonly isTheirChange: boolean;
}

/** Where the draft differs from the week that another person has saved, by the starts. */
export function weekDifferences({ slots, began }: WeekDraft, theirs: Week): WeekDifference[] {
  const byStart = (all: readonly Slot[]) => Map.groupBy(all, ({ startsAt }) => startsAt);
  const isSame = (one: readonly Slot[], other: readonly Slot[]): boolean =>
    one.length === other.length && one.every((slot, at) => isSameSlot(slot, other[at] as Slot));
  const [own, other, before] = [byStart(slots), byStart(theirs.slots), byStart(began.slots)];
  const starts = [...new Set([...own.keys(), ...other.keys()])].toSorted((a, b) => a - b);
  return starts.flatMap((startsAt) => {
    const [mine = [], their = []] = [own.get(startsAt), other.get(startsAt)];
    if (isSame(mine, their)) return [];
    const isTheirChange = isSame(mine, before.get(startsAt) ?? []);
    return [{ startsAt, mine, theirs: their, isTheirChange }];
  });
}

/** The draft on top of their week, with their programmes at the starts that were chosen. */
export function onTopOf(
  theirs: Week,
  { slots }: WeekDraft,
  chosen: ReadonlySet<number>,
): WeekDraft {
  const kept = slots.filter(({ startsAt }) => !chosen.has(startsAt));
  const taken = theirs.slots.filter(({ startsAt }) => chosen.has(startsAt));
  const all = [...kept, ...taken].toSorted((a, b) => a.startsAt - b.startsAt);
  return { slots: all, began: theirs, editor: theirs.version };
}
