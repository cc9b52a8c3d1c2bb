import type { Picture } from '../raster.ts';

/**
 * Paints the picture of one moment, `t` seconds after the beginning, over whatever the picture
 * held.
 */
export type Painter = (to: Picture, t: number) => void;

/**
 * How a shot is drawn: the size and pace that all of them share. Half the usual frame rate, as
 * drawn films have it: half the work, and fewer megabytes.
 */
export const FRAME = { width: 1280, height: 720, rate: 12.5 } as const;
