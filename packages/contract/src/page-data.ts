import type { LiveChannelCard, LivePage } from './live-page-data.ts';

/**
 * What pages are made from: the interface between the screens (`apps/web`) and whoever answers
 * them. While a page is rendered on the server the calls stay within the process; nothing here
 * knows HTTP.
 *
 * Types only: nothing of this file reaches a browser's script. Everything is the same for every
 * viewer, so that a whole page can be cached; what is personal (lists, positions, the right to
 * play) comes in calls of its own.
 */

/** An age rating of the Film and Publication Board. */
export type AgeRating = 'A' | 'PG' | '7-9PG' | '10-12PG' | '13' | '16' | '18';

/**
 * A letter of consumer advice of the Film and Publication Board: Blasphemy, Criminal techniques,
 * Drugs, Horror, Imitative acts, Language, Nudity, Prejudice, Sex, Sexual Violence, Violence.
 */
export type AdviceLetter = 'B' | 'CT' | 'D' | 'H' | 'IAT' | 'L' | 'N' | 'P' | 'S' | 'SV' | 'V';

/** What a title must always say about its audience; shown as `13 V L`. */
export interface Rating {
  readonly age: AgeRating;
  /** In the order in which they are shown; empty when there is none. */
  readonly advice: readonly AdviceLetter[];
}

/**
 * One picture in all its widths. Its addresses are `{base}-{width}.{avif|webp}`: build them with
 * `pictureSrcset` and `pictureSrc` of `@bonisa/domain/picture-address`. An address is immutable
 * (the base holds a hash of the picture).
 */
export interface Picture {
  /** An absolute path, for example `/pictures/poster/isibane-1f0c9a2e`. */
  readonly base: string;
  /** The widths in pixels that exist, ascending. */
  readonly widths: readonly number[];
  /**
   * Width and height of the largest one, for the attributes `width` and `height` (they hold the
   * layout still).
   */
  readonly width: number;
  readonly height: number;
  /**
   * What stands there until it has come: a value for CSS `background` (a few colours of the picture
   * itself).
   */
  readonly placeholder: string;
}

/**
 * The hero's picture, drawn twice: upright for a phone, wide for a screen from 768 px on. Holds no
 * letters.
 */
export interface HeroPicture {
  /** 4:5. The middle of the scene stands in its upper half: text may cover the lower half. */
  readonly tall: Picture;
  /** 16:9. The middle of the scene stands right of the centre: text may cover the left third. */
  readonly wide: Picture;
}

/** A title is a video or a show: its page is `/video/{slug}` or `/show/{slug}`. */
export type TitleKind = 'video' | 'show';

/** A language as people name it themselves: `{code: 'zu', name: 'isiZulu'}`. Codes are BCP 47. */
export interface Language {
  readonly code: string;
  readonly name: string;
}

/** What a card says of a title, a video or a show. */
export interface TitleCard {
  readonly kind: TitleKind;
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly genre: GenreName;
  readonly year: number;
  readonly rating: Rating;
  /** The first language of the sound. */
  readonly language: Language;
  /**
   * How many seasons and episodes can be watched now; both 0 for a video, both at least 1 for a
   * show.
   */
  readonly seasonCount: number;
  readonly episodeCount: number;
  /** The media's own length in whole seconds; a show's: of its first episode. */
  readonly durationSeconds: number;
  /**
   * What watching it costs, in megabytes of 1,000,000 bytes at 360p (or the rendition nearest to it):
   * rounded up to a tenth below ten and to a whole number from there on; a show's: its first
   * episode. Show with `formatMegabytes` of `@bonisa/domain/megabytes`.
   */
  readonly megabytes: number;
  /**
   * `#rrggbb`, the title's own colour, bright enough for art and marks on dark ground (not for
   * text).
   */
  readonly accent: string;
  /** 2:3, with the title set in it. */
  readonly poster: Picture;
  /** 16:9, with the title set in it. */
  readonly landscape: Picture;
}

/** A genre, which has a page: `/genre/{slug}`. */
export interface GenreName {
  readonly slug: string;
  /** For example `Drama`. */
  readonly title: string;
}

/** An episode as a card: `/episode/{slug}`. */
export interface EpisodeCard {
  readonly kind: 'episode';
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  /** From 1 within its season. */
  readonly ordinal: number;
  readonly season: { readonly id: number; readonly ordinal: number };
  readonly show: { readonly id: number; readonly slug: string; readonly title: string };
  readonly durationSeconds: number;
  /** As `TitleCard.megabytes`. */
  readonly megabytes: number;
  /** 16:9, with the episode's title set in it. */
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
   * What its Watch button plays: the slug of the video itself, or of the show's first episode (as
   * `durationSeconds`).
   */
  readonly playSlug: string;
}

/** A row of titles (the specification's carousel). Never empty. */
export interface Shelf {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** Which of a card's pictures the row shows. */
  readonly format: 'poster' | 'landscape';
  readonly items: readonly TitleCard[];
}

/** A channel as a tile. */
export interface ChannelCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** A short line of at most 90 characters: what the channel is. */
  readonly tagline: string;
  readonly accent: string;
  /** 16:9, with the channel's name set in it. */
  readonly landscape: Picture;
  /** How many titles can be watched there now (at least one). */
  readonly titleCount: number;
}

/** A category of a channel with something in it: `/channel/{channel.slug}/{slug}`. */
export interface CategoryCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** A short line of at most 90 characters. */
  readonly tagline: string;
  readonly channel: { readonly slug: string; readonly title: string };
  readonly accent: string;
  /** 16:9, with the category's name set in it: the specification's thumbnail. */
  readonly landscape: Picture;
  readonly titleCount: number;
}

/** `/` */
export interface HomePage {
  /** The first is shown first; empty only while nothing at all can be watched. */
  readonly slides: readonly Slide[];
  readonly shelves: readonly Shelf[];
  readonly channels: readonly ChannelCard[];
  /** A choice of at most twelve, from as many channels as there are. */
  readonly categories: readonly CategoryCard[];
  /** What is on now, at most six. */
  readonly live: readonly LiveChannelCard[];
}

/** `/channels` */
export interface ChannelsPage {
  readonly channels: readonly ChannelCard[];
  /** All of them, by channel. */
  readonly categories: readonly CategoryCard[];
  readonly genres: readonly GenreCount[];
  readonly live: readonly LiveChannelCard[];
}

/** `/channel/:slug` */
export interface ChannelPage extends ChannelCard {
  /** As `WatchFacts.thumbhash`. */
  readonly thumbhash: string;
  readonly description: string;
  readonly hero: HeroPicture;
  /** 1200 x 630 JPEG for shared links: an absolute path. */
  readonly shareImage: string;
  /** The channel's carousels. */
  readonly shelves: readonly Shelf[];
  readonly categories: readonly CategoryCard[];
  /** The channel's titles in its own order, at most 30. */
  readonly titles: readonly TitleCard[];
}

/** A genre and how many titles of it there are where it stands. */
export interface GenreCount extends GenreName {
  readonly titleCount: number;
}

/** One page of a longer list. A page past the last one has no titles. */
export interface Paged<Item> {
  /** From 1. */
  readonly page: number;
  readonly lastPage: number;
  readonly total: number;
  readonly items: readonly Item[];
}

/** `/channel/:slug/:category?page=&genre=` */
export interface CategoryPage extends CategoryCard {
  readonly hero: HeroPicture;
  readonly shareImage: string;
  /** The genres of all its titles, the most frequent first: to filter by. */
  readonly genres: readonly GenreCount[];
  /** The genre that it is filtered by. */
  readonly genre: GenreName | null;
  readonly titles: Paged<TitleCard>;
}

/** `/genre/:slug?page=` */
export interface GenrePage extends GenreCount {
  readonly titles: Paged<TitleCard>;
}

/** Somebody who made a title: their page is `/person/{slug}`. */
export interface Credit {
  readonly slug: string;
  readonly name: string;
  readonly role: CreditRole;
  /** Whom somebody of the cast plays. */
  readonly character: string | null;
}

export type CreditRole = 'cast' | 'presenter' | 'director' | 'writer' | 'music';

/** `/person/:slug` */
export interface PersonPage {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /**
   * Their titles that can be watched (at least one), the newest first, with all that they did in
   * each.
   */
  readonly work: readonly {
    readonly title: TitleCard;
    readonly roles: readonly { readonly role: CreditRole; readonly character: string | null }[];
  }[];
}

/** What one rendition costs. */
export interface RenditionCost {
  /** 240, 360, 480, 720 … */
  readonly height: number;
  readonly megabytes: number;
}

/** What each page of something that is watched says, video and episode alike. */
export interface WatchFacts {
  /**
   * A thumbhash of the landscape picture in base64: some 25 bytes that any client can paint a
   * placeholder from.
   */
  readonly thumbhash: string;
  /** The long synopsis; paragraphs are parted by an empty line. */
  readonly description: string;
  /** Languages of the sound, the first first. */
  readonly languages: readonly Language[];
  /** Languages of the captions. */
  readonly captions: readonly Language[];
  readonly channel: { readonly slug: string; readonly title: string };
  readonly category: { readonly slug: string; readonly title: string } | null;
  readonly credits: readonly Credit[];
  readonly hero: HeroPicture;
  /** 1200 x 630 JPEG for shared links: an absolute path. */
  readonly shareImage: string;
  /** What each rendition costs, ascending by height. */
  readonly renditions: readonly RenditionCost[];
  /** ISO 8601, for search engines. */
  readonly publishedAt: string;
}

/** `/video/:slug` */
export interface VideoPage extends TitleCard, WatchFacts {
  readonly kind: 'video';
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  /** Titles like this one, best first; at most 12; never itself. */
  readonly similar: readonly TitleCard[];
}

/** A season in which something can be watched. */
export interface SeasonCard {
  readonly id: number;
  readonly ordinal: number;
  /** For example `Season 2`. */
  readonly title: string;
  readonly episodeCount: number;
}

/** `/show/:slug?season=` */
export interface ShowPage extends TitleCard, Omit<WatchFacts, 'renditions'> {
  readonly kind: 'show';
  readonly synopsis: string;
  /** Ascending by ordinal; never empty. */
  readonly seasons: readonly SeasonCard[];
  /** The season that is shown: the one asked for, else the first. */
  readonly season: SeasonCard;
  /** The first 24 of its episodes; more come by `/api/episodes/season`. */
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
  /** Over the end of a season, too. */
  readonly next: EpisodeCard | null;
  /** The first 24 of its season, itself among them where it is one of those. */
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

/** A heading with its paragraphs; a paragraph is plain text. */
export interface LegalSection {
  /** Made from the heading, for a table of contents: unique on its page. */
  readonly anchor: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** `/terms-and-conditions` and `/privacy-policy` */
export interface LegalPage {
  readonly title: string;
  /** `YYYY-MM-DD`: this wording's version. */
  readonly version: string;
  /** Says that the text is a template which the operator's lawyer must review. */
  readonly notice: string;
  readonly sections: readonly LegalSection[];
}

/**
 * The reads that pages are made from. An unknown, unpublished or not yet playable thing is
 * `undefined` (the page answers 404) and is in no list. Throws only when the database does.
 */
export interface PageData {
  /** Moves with every change of what can be seen: part of a page cache's key. */
  version(): Promise<number>;
  home(): Promise<HomePage>;
  channels(): Promise<ChannelsPage>;
  channel(slug: string): Promise<ChannelPage | undefined>;
  /** 24 titles a page. An unknown genre is `undefined`, too. */
  category(
    channel: string,
    slug: string,
    options: { page: number; genre?: string | undefined },
  ): Promise<CategoryPage | undefined>;
  genre(slug: string, options: { page: number }): Promise<GenrePage | undefined>;
  person(slug: string): Promise<PersonPage | undefined>;
  video(slug: string): Promise<VideoPage | undefined>;
  /** A season that there is not is `undefined`, too. */
  show(slug: string, options: { season?: number | undefined }): Promise<ShowPage | undefined>;
  episode(slug: string): Promise<EpisodePage | undefined>;
  /** Without a category: the whole live section. */
  live(category?: string): Promise<LivePage | undefined>;
  /** As `VideoPage.similar`; empty for an unknown title. */
  similar(slug: string): Promise<readonly TitleCard[]>;
  /** Every page that search engines should know. */
  addresses(): Promise<readonly SiteAddress[]>;
  terms(): Promise<LegalPage>;
  privacyPolicy(): Promise<LegalPage>;
}
