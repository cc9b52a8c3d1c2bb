import type { Named } from '@bonisa/domain/catalogue/names';
import type { DataCosts, HeroPicture, Language, Picture, Rating } from './title-facts.ts';

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
  readonly category: Named & { readonly slug: string };
  readonly language: Language;
  readonly accent: string;
  /** 16:9, with the channel's name in the picture. */
  readonly landscape: Picture;
  /** What an hour of it costs at the caps, in megabytes; null while there is no media. */
  readonly hourCosts: DataCosts | null;
  /** The current programme at the time of the request; null: off air. */
  readonly now: LiveProgramme | null;
  /** The following programmes, soonest first; at most three. */
  readonly next: readonly LiveProgramme[];
}

export interface LiveCategoryCard extends Named {
  readonly id: number;
  readonly slug: string;
  readonly channelCount: number;
  /** How many of them are on air. */
  readonly onAirCount: number;
}

/** The live section as the content API has it: all channels, or those of a category. */
export interface LiveSection {
  /** The live section's header; null where no channel is visible. */
  readonly header: LiveHeader | null;
  readonly categories: readonly LiveCategoryCard[];
  /** The selected category; null: all. */
  readonly category: LiveCategoryCard | null;
  readonly channels: readonly LiveChannelCard[];
}

export type LiveHeader = LiveChannelCard & {
  readonly headline: string;
  readonly hero: HeroPicture;
};

/** A live channel in the guide. */
export interface GuideChannel
  extends Pick<
    LiveChannelCard,
    'id' | 'slug' | 'title' | 'tagline' | 'category' | 'language' | 'landscape' | 'hourCosts'
  > {
  /**
   * Its programmes in the window of time, in order. In the view of now also the next ones after it,
   * so that each channel has its current programme and at most three next ones.
   */
  readonly programmes: readonly LiveProgramme[];
  /**
   * In a window of another time: when its current programme, if there is one, and its next ones
   * begin and end. In the view of now the programmes say it.
   */
  readonly near: readonly Pick<LiveProgramme, 'startsAt' | 'endsAt'>[] | null;
}

/** A window of time, ISO 8601 in UTC. */
export interface GuideTimes {
  readonly from: string;
  readonly to: string;
  /** The name in an address, such as `2026-11-23t18`; null: the view of now. */
  readonly name: string | null;
  /** When this was made. */
  readonly at: string;
  /** The name of the window that is running. */
  readonly windowOfNow: string;
  /** The names of the windows before and after; null: beyond the guide. */
  readonly earlier: string | null;
  readonly later: string | null;
  /** The days that the guide has, each with the name of its first window. */
  readonly days: readonly { readonly from: string; readonly name: string }[];
}

/** A page of the guide: some channels in one window of time. */
export interface GuidePart {
  /** Counted from 1. */
  readonly page: number;
  readonly lastPage: number;
  readonly total: number;
  readonly items: readonly GuideChannel[];
}

/** `/live?from=&page=` and `/live/:category?from=&page=` */
export interface LivePage {
  /** The live section's header, in the view of now only. */
  readonly header: LiveHeader | null;
  readonly categories: readonly LiveCategoryCard[];
  /** The selected category; null: all. */
  readonly category: LiveCategoryCard | null;
  readonly times: GuideTimes;
  readonly channels: GuidePart;
  /** What an hour of live costs at the caps, in megabytes; null while there is no media. */
  readonly hourCosts: DataCosts | null;
}

/** `/live/:category/:channel?from=` */
export interface LiveChannelPage {
  readonly channel: GuideChannel & { readonly description: string; readonly hero: HeroPicture };
  readonly times: GuideTimes;
}
