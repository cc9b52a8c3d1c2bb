import type { FrameRate } from './encoding-ladder.ts';

/**
 * Finds where pictures are missing in a source that has one rate. Of a source whose pictures come
 * at any times, as a recording of a screen, nobody can tell.
 */

/** Distances within this share of the usual one are usual. */
const NEAR = 0.5;
/** A source with fewer usual distances has no one rate. */
const LEAST_USUAL = 0.95;
/** Fewer missing pictures in one place are not seen; seconds. */
const LEAST_GAP = 0.15;

export interface GapFinder {
  /** Takes when the next picture is decoded, in seconds; undefined: not said. */
  take(time: number | undefined): void;
  missing(): { readonly pictures: number; readonly places: number };
}

/** A finder for a source of this rate. */
export function createGapFinder({ num, den }: FrameRate): GapFinder {
  const usual = num > 0 ? den / num : 0;
  let last: number | undefined;
  let distances = 0;
  let usuals = 0;
  let pictures = 0;
  let places = 0;
  return {
    take(time) {
      if (time === undefined) return;
      const distance = last === undefined ? undefined : time - last;
      last = time;
      if (distance === undefined) return;
      distances += 1;
      if (Math.abs(distance - usual) <= usual * NEAR) usuals += 1;
      if (distance < usual + LEAST_GAP) return;
      pictures += Math.round(distance / usual) - 1;
      places += 1;
    },
    missing: () =>
      usuals >= distances * LEAST_USUAL && pictures > 0
        ? { pictures, places }
        : { pictures: 0, places: 0 },
  };
}
