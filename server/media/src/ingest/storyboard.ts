/**
 * The storyboard of an asset: one picture with small tiles, one tile every few seconds, which a
 * player shows while a viewer seeks. Each tile shows the first picture of a segment.
 */

/** A storyboard as the database keeps it and players see it, without its address. */
export interface Storyboard {
  /** Seconds between two tiles; the first tile shows the beginning. */
  readonly interval: number;
  readonly columns: number;
  /** How many tiles there are, row by row; the rest of the last row is black. */
  readonly count: number;
  /** The size of one tile in pixels. */
  readonly width: number;
  readonly height: number;
}

/** A storyboard to make. */
export interface StoryboardPlan extends Storyboard {
  readonly rows: number;
  /** How many segments one tile stands for. */
  readonly step: number;
}

/** The path of the storyboard inside its asset. */
export const STORYBOARD_PATH = 'storyboard/tiles.webp';

/** The longer side of a tile, in pixels. */
const TILE_SIDE = 160;
/** A film of three hours has a tile every two minutes: viewers pay for each tile. */
const MOST_TILES = 100;
const MOST_COLUMNS = 10;

/** Plans the storyboard of a rendition with `segments` segments of `segmentSeconds` each. */
export function planStoryboard(
  segments: number,
  segmentSeconds: number,
  picture: { readonly pixelWidth: number; readonly pixelHeight: number },
): StoryboardPlan {
  const step = Math.max(1, Math.ceil(segments / MOST_TILES));
  const count = Math.max(1, Math.ceil(segments / step));
  const columns = Math.min(MOST_COLUMNS, count);
  const scale = TILE_SIDE / Math.max(picture.pixelWidth, picture.pixelHeight);
  return {
    interval: Math.round(step * segmentSeconds * 1e6) / 1e6,
    columns,
    rows: Math.ceil(count / columns),
    count,
    step,
    width: even(picture.pixelWidth * scale),
    height: even(picture.pixelHeight * scale),
  };
}

function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}
