import type { HeroPicture, Language, Picture, Rating } from './page-data.ts';

/** What the live section's pages are made from; see `page-data.ts`. */

/** A programme of a live channel. */
export interface LiveProgramme {
  readonly title: string;
  readonly synopsis: string;
  readonly rating: Rating;
  /** ISO 8601 in UTC. */
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * A live channel with what is on: the specification's live link. It stands on `/live` and
 * `/live/{category.slug}`.
 */
export interface LiveChannelCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly tagline: string;
  readonly category: { readonly slug: string; readonly title: string };
  readonly language: Language;
  readonly accent: string;
  /** 16:9, with the channel's name set in it. */
  readonly landscape: Picture;
  /** What is on at the instant of asking; null: off air. */
  readonly now: LiveProgramme | null;
  /** What comes after it, soonest first; at most three. */
  readonly next: readonly LiveProgramme[];
}

export interface LiveCategoryCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly channelCount: number;
}

/** `/live` and `/live/:category` */
export interface LivePage {
  /** The live section's header; null where nothing is visible. */
  readonly header:
    | (LiveChannelCard & { readonly headline: string; readonly hero: HeroPicture })
    | null;
  readonly categories: readonly LiveCategoryCard[];
  /** The category that is shown; null: all. */
  readonly category: LiveCategoryCard | null;
  readonly channels: readonly LiveChannelCard[];
}
