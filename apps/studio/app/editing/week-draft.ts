import { weekTime } from '@bonisa/domain/live/live-week';
import { dateTime } from '../design/time.ts';
import { type Dated, isSameSlot, type Schedule, type Slot, type Week } from './week-slots.ts';

/** What a person has changed of a week and not saved yet. */
export interface WeekDraft extends Schedule {
  /** The week that the changes began from. */
  readonly began: Week;
  /** Names the editor on the screen: it stays the same one while changes are saved. */
  readonly editor: number;
}

/**
 * The draft with other programmes. The page reads the week again while a person works: the first
 * change fixes the version.
 */
export function withSchedule(
  draft: WeekDraft | undefined,
  { slots, dated }: Schedule,
  week: Week,
  editor: number,
): WeekDraft {
  return draft ? { ...draft, slots, dated } : { slots, dated, began: week, editor };
}

/**
 * The draft after the programmes `sent` are saved: none, or what was changed meanwhile on top of
 * the saved week.
 */
export function withoutSaved(
  draft: WeekDraft | undefined,
  sent: Schedule,
  saved: Week,
): WeekDraft | undefined {
  const isSent = draft?.slots === sent.slots && draft.dated === sent.dated;
  return !draft || isSent ? undefined : { ...draft, began: saved };
}

/** A time at which two people have different programmes; an empty list: nothing. */
export interface WeekDifference {
  /** Names the time: a minute of the week, or a date. */
  readonly name: string;
  readonly mine: readonly (Slot | Dated)[];
  readonly theirs: readonly (Slot | Dated)[];
  /** Whether mine is as it was before, so that only the other person changed it. */
  readonly isTheirChange: boolean;
}

/** When a programme starts, in words: `Tue 18:30`, `1 Dec 2026, 18:30`. */
function nameOf({ startsAt }: Slot | Dated): string {
  return typeof startsAt === 'number' ? weekTime(startsAt) : dateTime(startsAt);
}

/** Where the draft differs from the week that another person has saved, by the starts. */
export function weekDifferences(
  { slots, dated, began }: WeekDraft,
  theirs: Week,
): WeekDifference[] {
  return [
    ...differences(slots, theirs.slots, began.slots, (one) => one.startsAt),
    ...differences(dated, theirs.dated, began.dated, (one) => Date.parse(one.startsAt)),
  ];
}

function differences<One extends Slot | Dated>(
  mine: readonly One[],
  theirs: readonly One[],
  began: readonly One[],
  startOf: (one: One) => number,
): WeekDifference[] {
  const byStart = (all: readonly One[]) => Map.groupBy(all, startOf);
  const isSame = (one: readonly One[], other: readonly One[]): boolean =>
    one.length === other.length && one.every((slot, at) => isSameSlot(slot, other[at] as One));
  const [own, other, before] = [byStart(mine), byStart(theirs), byStart(began)];
  const starts = [...new Set([...own.keys(), ...other.keys()])].toSorted((a, b) => a - b);
  return starts.flatMap((start) => {
    const [ours = [], their = []] = [own.get(start), other.get(start)];
    const [first] = [...ours, ...their];
    if (!first || isSame(ours, their)) return [];
    const isTheirChange = isSame(ours, before.get(start) ?? []);
    return [{ name: nameOf(first), mine: ours, theirs: their, isTheirChange }];
  });
}

/** The draft on top of their week, with their programmes at the times that were chosen. */
export function onTopOf(theirs: Week, draft: Schedule, chosen: ReadonlySet<string>): WeekDraft {
  const merged = <One extends Slot | Dated>(
    mine: readonly One[],
    others: readonly One[],
  ): One[] => [
    ...mine.filter((one) => !chosen.has(nameOf(one))),
    ...others.filter((one) => chosen.has(nameOf(one))),
  ];
  return {
    slots: merged(draft.slots, theirs.slots).toSorted((a, b) => a.startsAt - b.startsAt),
    dated: merged(draft.dated, theirs.dated),
    began: theirs,
    editor: theirs.version,
  };
}
