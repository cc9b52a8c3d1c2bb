import type { Named } from '@bonisa/domain/catalogue/names';
import type { LiveChannelCard } from './live-page-data.ts';
import type { DataCosts, HeroPicture, Language, Picture, Rating } from './title-facts.ts';

/**
 * What pages show: the values that `PageData` (`page-data.port.ts`) returns to the screens
 * (`apps/web`). Types only, so no script of the browser contains this file.
 *
 * The data is the same for every viewer, so that whole pages can be cached. Separate calls return
 * personal data (my list, resume positions, entitlement).
 */

/** A title is a video or a show: its page is `/video/{slug}` or `/show/{slug}`. */
export type TitleKind = 'video' | 'show';

/** The data of a title's card. */
export interface TitleCard {
  readonly kind: TitleKind;
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly genre: GenreName;
  readonly year: number;
  readonly rating: Rating;
  /** The first audio language. */
  readonly language: Language;
  /**
   * The numbers of seasons and episodes that can be watched now; both 0 for a video, both at least
   * 1 for a show.
   */
  readonly seasonCount: number;
  readonly episodeCount: number;
  /** The duration of the media in whole seconds; for a show, of its first episode. */
  readonly durationSeconds: number;
  /**
   * The data cost of watching, in megabytes of 1,000,000 bytes, at 360p or the rendition nearest to
   * it; for a show, of its first episode. Rounded up as `megabytesOf` does.
   */
  readonly megabytes: number;
  /** What watching costs at each choice of the viewer; for a show, its first episode. */
  readonly costs: DataCosts;
  /**
   * `#rrggbb`, the title's own colour, bright enough for art and marks on a dark background (not
   * for text).
   */
  readonly accent: string;
  /** 2:3, with the title in the picture. */
  readonly poster: Picture;
  /** 16:9, with the title in the picture. */
  readonly landscape: Picture;
}

/** A genre; its page is `/genre/{slug}`. */
export interface GenreName extends Named {
  readonly slug: string;
}

/** The card of an episode; its page is `/episode/{slug}`. */
export interface EpisodeCard {
  readonly kind: 'episode';
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  /** Counted from 1 within its season. */
  readonly ordinal: number;
  readonly season: { readonly id: number; readonly ordinal: number };
  readonly show: { readonly id: number; readonly slug: string; readonly title: string };
  readonly durationSeconds: number;
  /** As `TitleCard.megabytes`. */
  readonly megabytes: number;
  readonly costs: DataCosts;
  /** 16:9, with the episode's title in the picture. */
  readonly landscape: Picture;
}

/** A slide of the hero. */
export interface Slide extends TitleCard {
  /** A short line above the title, for example `New · isiZulu`. */
  readonly eyebrow: string;
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  readonly hero: HeroPicture;
  /**
   * The slug that the Watch button plays: the video itself, or the show's first episode (as
   * `durationSeconds`).
   */
  readonly playSlug: string;
}

/** A row of titles (the specification's carousel). Never empty. */
export interface Shelf extends Named {
  readonly id: number;
  readonly slug: string;
  /** The picture format of the row's cards. */
  readonly format: 'poster' | 'landscape';
  readonly items: readonly TitleCard[];
}

/** The card of a channel. */
export interface ChannelCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** The channel's offer in at most 90 characters. */
  readonly tagline: string;
  readonly accent: string;
  /** 16:9, with the channel's name in the picture. */
  readonly landscape: Picture;
  /** The number of titles that can be watched now (at least one). */
  readonly titleCount: number;
}

/**
 * A category of a channel with at least one title; its page is `/channel/{channel.slug}/{slug}`.
 */
export interface CategoryCard extends Named {
  readonly id: number;
  readonly slug: string;
  /** At most 90 characters. */
  readonly tagline: string;
  readonly channel: { readonly slug: string; readonly title: string };
  readonly accent: string;
  /** 16:9, with the category's name in the picture: the specification's thumbnail. */
  readonly landscape: Picture;
  readonly titleCount: number;
}

/** `/` */
export interface HomePage {
  /** In display order; empty only while no title can be watched. */
  readonly slides: readonly Slide[];
  readonly shelves: readonly Shelf[];
  readonly channels: readonly ChannelCard[];
  /** A selection of at most twelve, from as many channels as possible. */
  readonly categories: readonly CategoryCard[];
  /** Channels on air now, at most six. */
  readonly live: readonly LiveChannelCard[];
}

/** `/channels` */
export interface ChannelsPage {
  readonly channels: readonly ChannelCard[];
  /** All categories, by channel. */
  readonly categories: readonly CategoryCard[];
  readonly genres: readonly GenreCount[];
  /** The first live channels, at most twelve. */
  readonly live: readonly LiveChannelCard[];
}

/** `/channel/:slug` */
export interface ChannelPage extends ChannelCard {
  /** As `WatchFacts.thumbhash`. */
  readonly thumbhash: string;
  readonly description: string;
  readonly hero: HeroPicture;
  /** A 1200 x 630 JPEG for shared links: an absolute path. */
  readonly shareImage: string;
  /** The channel's carousels. */
  readonly shelves: readonly Shelf[];
  readonly categories: readonly CategoryCard[];
  /** The channel's titles in its own order, at most 30. */
  readonly titles: readonly TitleCard[];
}

/** A genre and the number of its titles in this place. */
export interface GenreCount extends GenreName {
  readonly titleCount: number;
}

/** One page of a longer list. A page past the last one has no titles. */
export interface Paged<Item> {
  /** Counted from 1. */
  readonly page: number;
  readonly lastPage: number;
  readonly total: number;
  readonly items: readonly Item[];
}

/** `/channel/:slug/:category?page=&genre=` */
export interface CategoryPage extends CategoryCard {
  readonly hero: HeroPicture;
  readonly shareImage: string;
  /** The genres of all its titles, the most frequent first, for the filter. */
  readonly genres: readonly GenreCount[];
  /** The genre of the filter. */
  readonly genre: GenreName | null;
  readonly titles: Paged<TitleCard>;
}

/** `/genre/:slug?page=` */
export interface GenrePage extends GenreCount {
  readonly titles: Paged<TitleCard>;
}

/** A person who made a title; their page is `/person/{slug}`. */
export interface Credit {
  readonly slug: string;
  readonly name: string;
  readonly role: CreditRole;
  /** The character that a cast member plays. */
  readonly character: string | null;
}

export type CreditRole = 'cast' | 'presenter' | 'director' | 'writer' | 'music';

/** `/person/:slug` */
export interface PersonPage {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Their titles that can be watched (at least one), newest first, with all roles in each. */
  readonly work: readonly {
    readonly title: TitleCard;
    readonly roles: readonly { readonly role: CreditRole; readonly character: string | null }[];
  }[];
}

/** The data cost of one rendition. */
export interface RenditionCost {
  /** 144, 240, 360, 480, 720 …; 0: sound alone. */
  readonly height: number;
  readonly megabytes: number;
}

/** What watching a title costs in its languages, by the codes of `WatchFacts.languages`. */
export type AudioCosts = Readonly<Record<string, DataCosts>>;

/** The facts that the page of a video and of an episode share. */
export interface WatchFacts {
  /**
   * A thumbhash of the landscape picture in base64: about 25 bytes from which any client can draw a
   * placeholder.
   */
  readonly thumbhash: string;
  /** The long synopsis; an empty line separates paragraphs. */
  readonly description: string;
  /** Audio languages, in order of preference; a viewer hears the first unless they choose. */
  readonly languages: readonly Language[];
  /** Caption languages. */
  readonly captions: readonly Language[];
  readonly channel: { readonly slug: string; readonly title: string };
  readonly category: (Named & { readonly slug: string }) | null;
  readonly credits: readonly Credit[];
  readonly hero: HeroPicture;
  /** A 1200 x 630 JPEG for shared links: an absolute path. */
  readonly shareImage: string;
  /** The cost of each rendition, ascending by height. */
  readonly renditions: readonly RenditionCost[];
  /** The costs in the languages in which they are not `costs`; usually none. */
  readonly audioCosts: AudioCosts;
  /** ISO 8601, for search engines. */
  readonly publishedAt: string;
}

/** `/video/:slug` */
export interface VideoPage extends TitleCard, WatchFacts {
  readonly kind: 'video';
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  /** Similar titles, best first, at most 12, without the title itself. */
  readonly similar: readonly TitleCard[];
}

/** A season with at least one episode that can be watched. */
export interface SeasonCard {
  readonly id: number;
  readonly ordinal: number;
  /** For example `Season 2`. */
  readonly title: string;
  readonly episodeCount: number;
}

/** `/show/:slug?season=` */
export interface ShowPage extends TitleCard, Omit<WatchFacts, 'renditions' | 'audioCosts'> {
  readonly kind: 'show';
  readonly synopsis: string;
  /** Ascending by ordinal; never empty. */
  readonly seasons: readonly SeasonCard[];
  /** The season shown: the requested one, else the first. */
  readonly season: SeasonCard;
  /** The season's first 24 episodes; `/api/episodes/season` returns more. */
  readonly episodes: readonly EpisodeCard[];
  readonly similar: readonly TitleCard[];
}

/** `/episode/:slug` */
export interface EpisodePage extends EpisodeCard, WatchFacts {
  readonly genre: GenreName;
  readonly year: number;
  readonly rating: Rating;
  readonly language: Language;
  readonly accent: string;
  readonly previous: EpisodeCard | null;
  /** May be in the next season. */
  readonly next: EpisodeCard | null;
  /** The first 24 episodes of the season, including this one if it is among them. */
  readonly episodes: readonly EpisodeCard[];
  readonly seasons: readonly SeasonCard[];
  readonly similar: readonly TitleCard[];
}

/** An address for search engines, with the day of its last change. */
export interface SiteAddress {
  readonly path: string;
  /** `YYYY-MM-DD` */
  readonly changedOn: string;
}
