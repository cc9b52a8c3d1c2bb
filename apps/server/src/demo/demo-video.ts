import type { VideoInput } from '../catalogue/catalogue.input.ts';

/** A title of the demo, and the name of the clip that plays for it (clips are shared by titles; see `clips/`). */
export interface DemoVideo extends Omit<VideoInput, 'position' | 'published' | 'assetId'> {
  readonly clip: string;
}

/** The clips' names. */
export const TAXI = 'sunrise-taxi';
export const WALL = 'painted-wall';
export const CLOTH = 'shweshwe-round';
export const TRAIN = 'night-train';
