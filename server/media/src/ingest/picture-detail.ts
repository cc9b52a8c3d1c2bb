import type { RenditionPlan } from './encoding-ladder.ts';

/**
 * Leaves out the renditions that a source has no detail for: a film that was blown up, flat
 * drawings, a screen that hardly changes. They would cost viewers megabytes and show nothing more.
 */

/** A grey picture, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** How many pictures of a source to look at. */
export const DETAIL_SAMPLES = 6;

/** The renditions up to this height always stay: every data choice has one of its own to play. */
const ALWAYS_LINES = 360;
/** The side of the squares in which detail is looked for, in pixels. */
const SQUARE = 32;
/** The share of squares that may hold more: noise, and the edge of the picture. */
const OUTLIERS = 0.01;
/** Grey levels, of 255: a smaller difference is not seen. */
const LEAST_DIFFERENCE = 2.5;

/**
 * The renditions worth encoding, from the lowest: the highest is left out for as long as it shows
 * nothing that the next one below does not show. `pictures` have the size of the highest rendition;
 * without pictures all renditions stay.
 */
export function neededRenditions(
  plans: readonly RenditionPlan[],
  pictures: readonly GreyPicture[],
): RenditionPlan[] {
  const needed = [...plans];
  if (pictures.length === 0) return needed;
  for (;;) {
    const highest = needed.at(-1);
    const below = needed.at(-2);
    if (!highest || !below || highest.height <= ALWAYS_LINES) return needed;
    if (pictures.some((picture) => showsMore(picture, highest, below))) return needed;
    needed.pop();
  }
}

function showsMore(picture: GreyPicture, plan: RenditionPlan, below: RenditionPlan): boolean {
  const full = scaled(picture, plan.pixelWidth, plan.pixelHeight);
  const less = scaled(full, below.pixelWidth, below.pixelHeight);
  return lostDetail(full, scaled(less, full.width, full.height)) > LEAST_DIFFERENCE;
}

/** The difference of two pictures of one size, in the squares that differ most: grey levels. */
export function lostDetail(one: GreyPicture, other: GreyPicture): number {
  const columns = Math.ceil(one.width / SQUARE);
  const rows = Math.ceil(one.height / SQUARE);
  const sums = new Float64Array(columns * rows);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0, at = 0; y < one.height; y += 1) {
    const row = Math.floor(y / SQUARE) * columns;
    for (let x = 0; x < one.width; x += 1, at += 1) {
      const square = row + Math.floor(x / SQUARE);
      const difference = (one.grey[at] ?? 0) - (other.grey[at] ?? 0);
      sums[square] = (sums[square] ?? 0) + difference * difference;
      counts[square] = (counts[square] ?? 0) + 1;
    }
  }
  const means = sums.map((sum, square) => Math.sqrt(sum / (counts[square] || 1))).sort();
  return means[Math.floor((means.length - 1) * (1 - OUTLIERS))] ?? 0;
}

/** A picture in another size: the mean of the pixels below each new one, or between two of them. */
export function scaled(picture: GreyPicture, width: number, height: number): GreyPicture {
  if (picture.width === width && picture.height === height) return picture;
  const columns = weightsOf(picture.width, width);
  const rows = weightsOf(picture.height, height);
  const wide = new Float32Array(width * picture.height);
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < width; x += 1)
      wide[y * width + x] = weighed(picture.grey, y * picture.width, 1, columns[x] ?? NONE);
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      grey[y * width + x] = Math.round(weighed(wide, x, width, rows[y] ?? NONE));
  return { width, height, grey };
}

/** The pixels that make a new one: the first of them, and the share of each. */
interface Weights {
  readonly first: number;
  readonly shares: readonly number[];
}

const NONE: Weights = { first: 0, shares: [] };

/** A triangle as wide as a new pixel, or as an old one where the picture grows. */
function weightsOf(from: number, to: number): Weights[] {
  const ratio = from / to;
  const reach = Math.max(1, ratio);
  return Array.from({ length: to }, (_, i) => {
    const centre = (i + 0.5) * ratio - 0.5;
    const first = Math.max(0, Math.ceil(centre - reach));
    const last = Math.min(from - 1, Math.floor(centre + reach));
    const shares = Array.from({ length: last - first + 1 }, (_one, at) =>
      Math.max(0, 1 - Math.abs(first + at - centre) / reach),
    );
    const sum = shares.reduce((total, share) => total + share, 0);
    return { first, shares: shares.map((share) => share / sum) };
  });
}

function weighed(
  values: Uint8Array | Float32Array,
  start: number,
  step: number,
  { first, shares }: Weights,
): number {
  let sum = 0;
  for (let i = 0; i < shares.length; i += 1)
    sum += (values[start + (first + i) * step] ?? 0) * (shares[i] ?? 0);
  return sum;
}
