import { isRatedWithin } from '../catalogue/age-rating.ts';

/**
 * Chooses what a programme plays. The choice depends on the programme and on each recording alone
 * (rendezvous hashing): a recording that comes or goes leaves the order of all others as it was.
 */

/** A recording that a live channel may play. Times are milliseconds since 1970. */
export interface Candidate {
  /** What the order depends on: the same in every process. */
  readonly name: string;
  readonly assetId: string;
  readonly ratingAge: string;
  /** When it may be shown; null: no limit. */
  readonly from: number | null;
  readonly until: number | null;
}

/** A programme, with the time of its airing for which it is filled. */
export interface SlotToFill {
  /** What the order depends on: the channel and the place in the week. */
  readonly name: string;
  readonly ratingAge: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Whether a programme may play a recording: for its age, and for the whole time of its airing. */
export function mayFill(slot: SlotToFill, { ratingAge, from, until }: Candidate): boolean {
  return (
    isRatedWithin(ratingAge, slot.ratingAge) &&
    (from === null || from <= slot.startsAt) &&
    (until === null || until >= slot.endsAt)
  );
}

/** The media that fill a programme, at most `most`, in the order of playing; none: the slate. */
export function fillSlot(
  slot: SlotToFill,
  pool: readonly Candidate[],
  most: number,
): readonly string[] {
  const chosen = pool
    .filter((candidate) => mayFill(slot, candidate))
    .map(({ name, assetId }) => ({ assetId, weight: weightOf(`${slot.name} ${name}`) }))
    .toSorted((a, b) => b.weight - a.weight || (a.assetId < b.assetId ? -1 : 1));
  return [...new Set(chosen.map(({ assetId }) => assetId))].slice(0, most);
}

/** FNV-1a with the finish of MurmurHash3, so that similar names have unlike weights. */
function weightOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
