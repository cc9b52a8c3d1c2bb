import { type MergedWeek, mergeWeeks } from '@bonisa/domain/live/week-merge';
import { isSameSlot, type Slot, type Week } from './week-slots.ts';

/** What a person has changed of a week and not saved yet. */
export interface WeekDraft {
  readonly slots: readonly Slot[];
  /** The week that the changes began from. */
  readonly began: Week;
  /** Names the editor on the screen: it stays the same one while changes are saved. */
  readonly editor: number;
  /** Another person's changes that were put together with these. */
  readonly merged?: MergedWeek<Slot> | undefined;
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
  if (!draft || draft.slots === sent) return undefined;
  return { ...draft, began: saved, merged: undefined };
}

/** The draft put together with the week that another person has saved. */
export function mergedWith({ began, slots: mine }: WeekDraft, theirs: Week): WeekDraft {
  const merged = mergeWeeks({ began: began.slots, mine, theirs: theirs.slots }, isSameSlot);
  return { slots: merged.slots, began: theirs, editor: theirs.version, merged };
}
