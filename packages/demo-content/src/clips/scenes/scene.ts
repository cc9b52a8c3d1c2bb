import type { Picture } from '../raster.ts';

/**
 * Paints the picture of one moment, `t` seconds after the beginning, over whatever the picture
 * held.
 */
export type Painter = (to: Picture, t: number) => void;

/** How a clip is drawn: the size and pace that all of them share. */
export const FRAME = { width: 1280, height: 720, rate: 25 } as const;
