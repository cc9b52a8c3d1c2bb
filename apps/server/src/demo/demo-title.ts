import type { ShowInput, VideoInput } from '../catalogue/catalogue.input.ts';

/**
 * A single video of the demo, and the name of the clip that plays for it (clips are shared by
 * titles; see `clips/`).
 */
export interface DemoVideo extends Omit<VideoInput, 'position' | 'published' | 'assetId'> {
  readonly clip: string;
}

/** A show of the demo with its seasons, in order from 1. */
export interface DemoShow extends Omit<ShowInput, 'position' | 'published'> {
  /** The names of its clips: they take turns over the episodes. */
  readonly clips: readonly string[];
  readonly seasons: readonly {
    readonly title?: string;
    readonly episodes: readonly DemoEpisode[];
  }[];
}

export interface DemoEpisode {
  /** Without one: `{show}-s{season}e{ordinal}`. */
  readonly slug?: string;
  readonly title: string;
  readonly synopsis: string;
  /** Without one: the synopsis. */
  readonly description?: string;
}

/** The clips' names. */
export const TAXI = 'sunrise-taxi';
export const WALL = 'painted-wall';
export const CLOTH = 'shweshwe-round';
export const TRAIN = 'night-train';
