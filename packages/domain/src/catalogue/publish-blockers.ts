import { type Gap, minuteOfWeek } from '../live/live-schedule.ts';
import { weekTime } from '../live/live-week.ts';
import type { EntryState, PackageWindow } from './entry-state.ts';

/** What an entry lacks before it may be published, decided from facts. */

/**
 * A missing part; `reason` is a sentence without its full stop. `blocks`: without it the entry may
 * not be published; else it is advice.
 */
export interface PublishBlocker {
  readonly field: string;
  readonly reason: string;
  readonly blocks: boolean;
}

/** The facts about an entry, each only where its kind has it. */
export interface PublishingFacts {
  /** `none`: no film was given; `waiting`: it is not ready to play; `failed`: it never will be. */
  readonly media?: 'none' | 'waiting' | 'failed' | 'ready';
  /** How many episodes can be watched, of a show or a season. */
  readonly episodes?: number;
  /** How many titles of a shelf, a channel or a category viewers would see. */
  readonly titles?: number;
  /** How many programmes a live channel has. */
  readonly programmes?: number;
  /** When nothing is on in the coming seven days, in order. */
  readonly gaps?: readonly Gap[];
  /** The entries without which viewers do not see this one, by field. */
  readonly parents?: Readonly<Record<string, EntryState | 'missing'>>;
  readonly synopsis?: string;
  readonly description?: string;
  readonly hasOwnPicture?: boolean;
  readonly ratingAge?: string;
  /** Whether it was recorded from a live channel and nobody has changed it since. */
  readonly isUnseenRecording?: boolean;
  readonly availableUntil?: Date | null;
  readonly packages?: readonly PackageWindow[] | null;
}

/** The reason of a film that can never be played as it is. */
export const FILM_FAILED = 'Its film could not be packaged';

/** What people call an entry without which another one is not seen, where it is not the field. */
const PARENTS: Readonly<Record<string, string>> = { title: 'video or show' };

/** Names everything that is missing; what blocks comes first. */
export function publishBlockersOf(
  kind: string,
  facts: PublishingFacts,
  now: Date,
): PublishBlocker[] {
  const lacks: PublishBlocker[] = [];
  const blocks = (field: string, reason: string): void =>
    void lacks.push({ field, reason, blocks: true });
  const advice = (field: string, reason: string): void =>
    void lacks.push({ field, reason, blocks: false });
  if (facts.media === 'none') blocks('media', 'It has no film yet');
  if (facts.media === 'waiting') blocks('media', 'Its film is not ready to play yet');
  if (facts.media === 'failed') blocks('media', FILM_FAILED);
  if (facts.ratingAge === '') blocks('ratingAge', 'It has no age rating');
  if (facts.isUnseenRecording)
    advice(
      'ratingAge',
      'Its age rating is that of the live programme: watch the recording, and rate it',
    );
  for (const field of ['synopsis', 'description'] as const)
    if (facts[field]?.trim() === '') blocks(field, `It has no ${field}`);
  for (const [field, state] of Object.entries(facts.parents ?? {})) {
    if (state === 'published') continue;
    const name = PARENTS[field] ?? field;
    if (state === 'missing') blocks(field, `It has no ${name}`);
    else if (state === 'scheduled') advice(field, `Its ${name} is published later`);
    else blocks(field, `Its ${name} is ${state === 'draft' ? 'a draft' : 'withdrawn'}`);
  }
  checkRights(facts, now, blocks);
  checkContents(kind, facts, blocks, advice);
  if (facts.hasOwnPicture === false) advice('poster', 'It has a drawn picture and none of its own');
  if (facts.description && facts.description === facts.synopsis)
    advice('description', 'Its description repeats the synopsis');
  return lacks.toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
}

type Tell = (field: string, reason: string) => void;

function checkRights({ availableUntil, packages }: PublishingFacts, now: Date, blocks: Tell): void {
  if (availableUntil && availableUntil <= now)
    blocks('availableUntil', 'Its rights have ended: the window is closed');
  const isOver = packages?.every(({ until }) => until !== null && new Date(until) <= now);
  if (packages && packages.length > 0 && isOver)
    blocks('packages', 'The windows of all its packages are closed');
}

function checkContents(kind: string, facts: PublishingFacts, blocks: Tell, advice: Tell): void {
  if (facts.episodes === 0) {
    if (kind === 'show') blocks('episodes', 'It has no episode that can be watched');
    else advice('episodes', 'It has no episode that can be watched');
  }
  if (facts.titles === 0) {
    if (kind === 'shelf') blocks('titles', 'It has no title that viewers would see');
    else advice('titles', 'It has no title that viewers would see');
  }
  if (facts.programmes === 0) blocks('slots', 'It has no programme');
  else adviseGaps(facts.gaps ?? [], advice);
}

/** So many gaps are named, and the others counted. */
const MOST_GAPS = 7;

function adviseGaps(gaps: readonly Gap[], advice: Tell): void {
  const at = (instant: Date): string => weekTime(minuteOfWeek(instant));
  for (const { startsAt, endsAt } of gaps.slice(0, MOST_GAPS))
    advice('slots', `Nothing is on from ${at(startsAt)} to ${at(endsAt)}`);
  const more = gaps.length - MOST_GAPS;
  if (more > 0) advice('slots', `Nothing is on at ${more} more times of the coming seven days`);
}
