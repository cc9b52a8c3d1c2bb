/** Where a picture is cut so that what matters stays in sight, whatever shape a screen needs. */

/** The point that must stay in sight, as shares of width and height from the top left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a picture, in pixels. */
export interface Crop extends PictureSize {
  readonly left: number;
  readonly top: number;
}

export const MIDDLE: FocalPoint = { x: 0.5, y: 0.5 };

/**
 * The largest part of `source` in the shape of `target` that has the focal point as near to its
 * middle as the edges allow.
 */
export function focalCrop(source: PictureSize, target: PictureSize, focal: FocalPoint): Crop {
  const scale = Math.min(source.width / target.width, source.height / target.height);
  const width = Math.max(1, Math.min(source.width, Math.round(target.width * scale)));
  const height = Math.max(1, Math.min(source.height, Math.round(target.height * scale)));
  return {
    width,
    height,
    left: offset(source.width, width, focal.x),
    top: offset(source.height, height, focal.y),
  };
}

function offset(all: number, part: number, focal: number): number {
  return Math.round(Math.min(Math.max(focal * all - part / 2, 0), all - part));
}
