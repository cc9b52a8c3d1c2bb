import type { HeroPicture, Language, Picture, Rating } from './title-facts.ts';

/** The data of the live section's pages; see `page-data.ts`. */

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
 * A live channel with its current programme: the specification's live link. Shown on `/live` and
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
  /** 16:9, with the channel's name in the picture. */
  readonly landscape: Picture;
  /** The current programme at the time of the request; null: off air. */
  readonly now: LiveProgramme | null;
  /** The following programmes, soonest first; at most three. */
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
  /** The live section's header; null where no channel is visible. */
  readonly header:
    | (LiveChannelCard & { readonly headline: string; readonly hero: HeroPicture })
    | null;
  readonly categories: readonly LiveCategoryCard[];
  /** The selected category; null: all. */
  readonly category: LiveCategoryCard | null;
  readonly channels: readonly LiveChannelCard[];
}
