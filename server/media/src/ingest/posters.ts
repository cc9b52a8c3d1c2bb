/** Chooses frames of a video that can stand for it: sharp ones, neither black nor plain. */

/** A frame reduced to grey values, row by row. */
export interface GreyFrame {
  /** Its place among the frames that were looked at. */
  readonly index: number;
  readonly seconds: number;
  readonly grey: Uint8Array;
}

/** A frame that can be the poster of its title. */
export interface PosterCandidate {
  /** The file's name in the folder `posters` of the asset. */
  readonly file: string;
  readonly seconds: number;
  /** Mean contrast between neighbouring pixels, 0 to 255: higher is sharper. */
  readonly sharpness: number;
}

export const POSTERS_FOLDER = 'posters';
/** The size to which frames are reduced before they are compared. */
export const GREY_WIDTH = 160;
export const GREY_HEIGHT = 90;
/** How many frames to look at. */
export const FRAMES_TO_COMPARE = 24;

const MOST_CANDIDATES = 4;
const DARKEST = 24;
const BRIGHTEST = 235;
const LEAST_SPREAD = 8;

/**
 * The best frames, the sharpest first, at most one from each quarter of the video. Dark, white and
 * plain frames are left out as long as there are others.
 */
export function choosePosters(frames: readonly GreyFrame[]): (GreyFrame & { sharpness: number })[] {
  const measured = frames.map((frame) => ({ ...frame, ...measure(frame.grey) }));
  const fit = measured.filter(
    ({ mean, spread }) => mean >= DARKEST && mean <= BRIGHTEST && spread >= LEAST_SPREAD,
  );
  const used = fit.length > 0 ? fit : measured;
  const quarters = Array.from({ length: MOST_CANDIDATES }, (_, quarter) =>
    used.filter((_one, at) => Math.floor((at * MOST_CANDIDATES) / used.length) === quarter),
  );
  return quarters
    .flatMap((quarter) => quarter.sort((a, b) => b.sharpness - a.sharpness).slice(0, 1))
    .sort((a, b) => b.sharpness - a.sharpness);
}

function measure(grey: Uint8Array): { mean: number; spread: number; sharpness: number } {
  let sum = 0;
  let squares = 0;
  let contrast = 0;
  for (let at = 0; at < grey.length; at += 1) {
    const value = grey[at] ?? 0;
    sum += value;
    squares += value * value;
    if (at % GREY_WIDTH > 0) contrast += Math.abs(value - (grey[at - 1] ?? 0));
    if (at >= GREY_WIDTH) contrast += Math.abs(value - (grey[at - GREY_WIDTH] ?? 0));
  }
  const mean = sum / grey.length;
  const spread = Math.sqrt(Math.max(0, squares / grey.length - mean * mean));
  return { mean, spread, sharpness: Math.round((contrast / grey.length / 2) * 100) / 100 };
}
