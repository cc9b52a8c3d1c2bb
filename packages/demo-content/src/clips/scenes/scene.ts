import type { Picture } from '../raster.ts';

/**
 * Paints the picture of one moment, `t` seconds after the beginning, over whatever the picture
 * held.
 */
export type Painter = (to: Picture, t: number) => void;

/** The size in which everything is drawn, and the usual pace of a recording. */
export const FRAME = { width: 1280, height: 720, rate: 12.5 } as const;

/** The size and pace of the demo's films: what a phone shows, at a third of the work. */
export const FILM = { width: 854, height: 480, rate: 25 } as const;
