import type { Palette } from './palettes.ts';
import type { SeededRandom } from './seeded-random.ts';

/**
 * What is drawn on: a surface, its middle and its colours. Units are those of the drawing, not
 * pixels of a file.
 */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** The middle of the scene: everything is symmetrical around `cx`. */
  readonly cx: number;
  readonly cy: number;
  /** Half the size of the emblem. */
  readonly r: number;
  /** The width of outlines. */
  readonly stroke: number;
  readonly palette: Palette;
  readonly random: SeededRandom;
}
