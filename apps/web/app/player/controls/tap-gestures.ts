/**
 * What taps on the picture mean: one shows or hides the controls; two on the same side skip ten
 * seconds, and each further one ten more.
 */

export type TapSide = 'back' | 'on' | 'middle';

export interface Tap {
  /** Milliseconds of any clock that only goes on. */
  readonly at: number;
  /** From the left edge of the picture (0) to the right one (1). */
  readonly x: number;
}

/** The last tap, and how many seconds the taps in its row have skipped so far. */
export interface TapRow {
  readonly side: TapSide;
  readonly at: number;
  readonly seconds: number;
}

export type TapMeaning =
  | { readonly kind: 'toggle' }
  /** `by`: the seconds of this tap; `total`: of its row. Both are negative to the left. */
  | { readonly kind: 'skip'; readonly by: number; readonly total: number };

/** The seconds of one skip. */
export const SKIP_SECONDS = 10;
/** The longest time between the two taps of a double tap, as slow thumbs need it. */
export const DOUBLE_TAP_MS = 350;
/** The longest time until a further tap still adds to a skip. */
export const ROW_MS = 800;

/** The side of the picture that a tap hits; the middle is where the play button is. */
export function sideOf(x: number): TapSide {
  if (x < 0.4) return 'back';
  return x > 0.6 ? 'on' : 'middle';
}

/** Whether a tap comes so soon that it belongs to the taps before it. */
export function isInRow(row: TapRow | undefined, at: number): row is TapRow {
  return row !== undefined && at - row.at <= (row.seconds === 0 ? DOUBLE_TAP_MS : ROW_MS);
}

/** Decides what a tap means after the taps before it. */
export function decideTap(
  row: TapRow | undefined,
  { at, x }: Tap,
): { readonly row: TapRow; readonly meaning: TapMeaning } {
  const side = sideOf(x);
  const goesOn = isInRow(row, at) && side !== 'middle' && (side === row.side || row.seconds !== 0);
  if (!goesOn) return { row: { side, at, seconds: 0 }, meaning: { kind: 'toggle' } };
  const by = side === 'on' ? SKIP_SECONDS : -SKIP_SECONDS;
  const total = side === row.side ? row.seconds + by : by;
  return { row: { side, at, seconds: total }, meaning: { kind: 'skip', by, total } };
}
