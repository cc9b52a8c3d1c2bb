/** What follows an episode, and when a viewer is asked whether anybody is there. */

/** Seconds until the next episode starts by itself. */
export const COUNTDOWN_SECONDS = 10;

/** After so many episodes without a touch somebody must answer. */
export const UNTOUCHED_EPISODES = 3;

/**
 * `offer`: what follows waits for a press. `count-down`: the next episode starts by itself.
 * `still-watching`: it starts when the viewer says so.
 */
export type AfterEpisode = 'offer' | 'count-down' | 'still-watching';

export interface EpisodeEnd {
  readonly hasNext: boolean;
  /** The viewer wants the next episode to start by itself on this network. */
  readonly playsNext: boolean;
  /** The episodes in a row, with the one that ends, that nobody touched. */
  readonly untouched: number;
}

/** What follows the end of an episode. */
export function afterEpisode({ hasNext, playsNext, untouched }: EpisodeEnd): AfterEpisode {
  if (!hasNext || !playsNext) return 'offer';
  return untouched >= UNTOUCHED_EPISODES ? 'still-watching' : 'count-down';
}

/**
 * Whether the next episode starts by itself: the viewer's choice for this network, else only where
 * data cost nothing.
 */
export function playsNextEpisode(chosen: boolean | undefined, metered: boolean): boolean {
  return chosen ?? !metered;
}
