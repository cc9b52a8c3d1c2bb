import type { EntryState, PackageWindow } from './entry-state.ts';

/** What an entry lacks before it may be published, decided from facts. */

/** A missing part. `blocks`: without it the entry may not be published; else it is advice. */
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
export const FILM_FAILED = 'the film could not be packaged';

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
  if (facts.media === 'none') blocks('media', 'has no film');
  if (facts.media === 'waiting') blocks('media', 'the film is not ready to play yet');
  if (facts.media === 'failed') blocks('media', FILM_FAILED);
  if (facts.ratingAge === '') blocks('ratingAge', 'has no age rating');
  if (facts.isUnseenRecording)
    advice('ratingAge', 'is that of the live programme: watch the recording, and rate it');
  for (const field of ['synopsis', 'description'] as const)
    if (facts[field]?.trim() === '') blocks(field, 'has no words');
  for (const [field, state] of Object.entries(facts.parents ?? {})) {
    if (state === 'published') continue;
    if (state === 'missing') blocks(field, 'is missing');
    else if (state === 'scheduled') advice(field, 'is published later');
    else blocks(field, state === 'draft' ? 'is a draft' : 'is withdrawn');
  }
  checkRights(facts, now, blocks);
  checkContents(kind, facts, blocks, advice);
  if (facts.hasOwnPicture === false) advice('poster', 'has a drawn picture and none of its own');
  if (facts.description && facts.description === facts.synopsis)
    advice('description', 'repeats the short words');
  return lacks.toSorted((a, b) => Number(b.blocks) - Number(a.blocks));
}

type Tell = (field: string, reason: string) => void;

function checkRights({ availableUntil, packages }: PublishingFacts, now: Date, blocks: Tell): void {
  if (availableUntil && availableUntil <= now)
    blocks('availableUntil', 'the rights have ended: the window is closed');
  const isOver = packages?.every(({ until }) => until !== null && new Date(until) <= now);
  if (packages && packages.length > 0 && isOver)
    blocks('packages', 'the windows of all packages are closed');
}

function checkContents(kind: string, facts: PublishingFacts, blocks: Tell, advice: Tell): void {
  if (facts.episodes === 0) {
    if (kind === 'show') blocks('episodes', 'has no episode that can be watched');
    else advice('episodes', 'has no episode that can be watched');
  }
  if (facts.titles === 0) {
    if (kind === 'shelf') blocks('titles', 'has no title that viewers would see');
    else advice('titles', 'has no title that viewers would see');
  }
  if (facts.programmes === 0) blocks('slots', 'has no programme');
}
