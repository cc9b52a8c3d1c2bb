import type { AudioCosts, EpisodeCard } from '@bonisa/contract/page-data';
import type { Picture } from '@bonisa/contract/title-facts';
import type { PosterTile } from '../titles/tile.ts';

/** A video or an episode, as its page plays it. */
export interface Watchable {
  readonly kind: 'video' | 'episode';
  readonly id: number;
  readonly slug: string;
  /** The slug of an episode's show. */
  readonly show?: string;
  /** The show's name. */
  readonly showTitle?: string;
  readonly title: string;
  /** Its page. */
  readonly address: string;
  readonly durationSeconds: number;
  /** What watching costs at each choice (`DataCosts`). */
  readonly costs: readonly number[];
  /** The same in the languages in which it differs; absent: nobody knows. */
  readonly audioCosts?: AudioCosts;
  /** The picture on the stage until playback: 16:9, without letters. */
  readonly scene: Picture;
  /** `S1 E3`, of an episode. */
  readonly mark?: string;
  /** Titles like this one, offered at its end. */
  readonly suggestions?: readonly PosterTile[];
  /** The episode after this one, across seasons. */
  readonly next?: NextEpisode | null;
  /** The episode before it. */
  readonly previous?: NextEpisode | null;
}

/** A live channel, as its page plays it. */
export interface LiveChannel {
  readonly kind: 'live';
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** Its page. */
  readonly address: string;
  /** What an hour costs at each choice; empty: not known yet. */
  readonly costs: readonly number[];
  /** The picture on the stage until playback: 16:9, without letters. */
  readonly scene: Picture;
  /** The schedule has nothing on now. */
  readonly isOffAir: boolean;
}

/** What the player plays. */
export type Playable = Watchable | LiveChannel;

/** The data of the previous or next episode. */
export type NextEpisode = Pick<
  EpisodeCard,
  'id' | 'slug' | 'title' | 'ordinal' | 'season' | 'durationSeconds' | 'costs' | 'landscape'
>;
