/**
 * What pages are made from: the interface between the screens (`apps/web`) and whoever answers them.
 * While a page is rendered on the server the calls stay within the process; nothing here knows HTTP.
 *
 * Types only: nothing of this file reaches a browser's script. Everything is the same for every viewer, so that a
 * whole page can be cached; what is personal (lists, positions, the right to play) comes in calls of its own.
 */

/** An age rating of the Film and Publication Board. */
export type AgeRating = 'A' | 'PG' | '7-9PG' | '10-12PG' | '13' | '16' | '18';

/**
 * A letter of consumer advice of the Film and Publication Board: Blasphemy, Criminal techniques, Drugs, Horror,
 * Imitative acts, Language, Nudity, Prejudice, Sex, Sexual Violence, Violence.
 */
export type AdviceLetter = 'B' | 'CT' | 'D' | 'H' | 'IAT' | 'L' | 'N' | 'P' | 'S' | 'SV' | 'V';

/** What a title must always say about its audience; shown as `13 V L`. */
export interface Rating {
  readonly age: AgeRating;
  /** In the order in which they are shown; empty when there is none. */
  readonly advice: readonly AdviceLetter[];
}

/**
 * One picture in all its widths. Its addresses are `{base}-{width}.{avif|webp}`: build them with `pictureSrcset` and
 * `pictureSrc` of `@bonisa/domain/picture-address`. An address is immutable (the base holds a hash of the picture).
 */
export interface Picture {
  /** An absolute path, for example `/pictures/poster/isibane-1f0c9a2e`. */
  readonly base: string;
  /** The widths in pixels that exist, ascending. */
  readonly widths: readonly number[];
  /** Width and height of the largest one, for the attributes `width` and `height` (they hold the layout still). */
  readonly width: number;
  readonly height: number;
  /** What stands there until it has come: a value for CSS `background` (a few colours of the picture itself). */
  readonly placeholder: string;
}

/** The hero's picture, drawn twice: upright for a phone, wide for a screen from 768 px on. Holds no letters. */
export interface HeroPicture {
  /** 4:5. The middle of the scene stands in its upper half: text may cover the lower half. */
  readonly tall: Picture;
  /** 16:9. The middle of the scene stands right of the centre: text may cover the left third. */
  readonly wide: Picture;
}

/** What a card leads to: `/video/{slug}`, `/show/{slug}`, `/episode/{slug}` or `/channel/{slug}`. */
export type TitleKind = 'video' | 'show' | 'episode';

/** A language as people name it themselves: `{code: 'zu', name: 'isiZulu'}`. Codes are BCP 47. */
export interface Language {
  readonly code: string;
  readonly name: string;
}

/** A title as a card on a shelf. */
export interface TitleCard {
  readonly kind: TitleKind;
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  /** The genre's name, for example `Drama`. */
  readonly genre: string;
  readonly year: number;
  readonly rating: Rating;
  /** The first language of the sound. */
  readonly language: Language;
  /** The media's own length in whole seconds. */
  readonly durationSeconds: number;
  /**
   * What watching it costs, in megabytes of 1,000,000 bytes at 360p (or the rung nearest to it): rounded up to a tenth
   * below ten and to a whole number from there on. Show with `formatMegabytes` of `@bonisa/domain/megabytes`.
   */
  readonly megabytes: number;
  /** `#rrggbb`, the title's own colour, bright enough for art and marks on dark ground (not for text). */
  readonly accent: string;
  /** 2:3, with the title set in it. */
  readonly poster: Picture;
  /** 16:9, with the title set in it. */
  readonly landscape: Picture;
}

/** A slide of the hero. */
export interface Slide extends TitleCard {
  /** A short line above the title, for example `New · isiZulu`. */
  readonly eyebrow: string;
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  readonly hero: HeroPicture;
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

/** A category (genre shelf) of a channel with something in it. */
export interface CategoryCard {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly channel: string;
  readonly titleCount: number;
}

/** `/` */
export interface HomePage {
  /** The first is shown first; empty only while nothing at all can be watched. */
  readonly slides: readonly Slide[];
  readonly shelves: readonly Shelf[];
  readonly channels: readonly ChannelCard[];
  readonly categories: readonly CategoryCard[];
}

/** `/channels` */
export interface ChannelsPage {
  readonly channels: readonly ChannelCard[];
  readonly categories: readonly CategoryCard[];
}

/** `/channel/:slug` */
export interface ChannelPage extends ChannelCard {
  readonly description: string;
  readonly hero: HeroPicture;
  readonly shelves: readonly Shelf[];
  readonly categories: readonly CategoryCard[];
  /** The channel's titles in its own order. */
  readonly titles: readonly TitleCard[];
}

/** What one rung costs. */
export interface RungCost {
  /** 240, 360, 480, 720 … */
  readonly height: number;
  readonly megabytes: number;
}

/** `/video/:slug` */
export interface VideoPage extends TitleCard {
  /** One or two sentences, at most 160 characters. */
  readonly synopsis: string;
  /** The long synopsis; paragraphs are parted by an empty line. */
  readonly description: string;
  /** Languages of the sound, the first first. */
  readonly languages: readonly Language[];
  /** Languages of the captions. */
  readonly captions: readonly Language[];
  readonly channel: { readonly slug: string; readonly title: string };
  readonly category: { readonly slug: string; readonly title: string } | null;
  readonly hero: HeroPicture;
  /** 1200 x 630 JPEG for shared links: an absolute path. */
  readonly shareImage: string;
  /** What each rung costs, ascending by height. */
  readonly rungs: readonly RungCost[];
  /** ISO 8601, for search engines. */
  readonly publishedAt: string;
  /** Titles like this one, best first; at most 12; never itself. */
  readonly similar: readonly TitleCard[];
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
 * The reads that pages are made from. An unknown, unpublished or not yet playable thing is `undefined` (the page
 * answers 404) and is in no list. Throws only when the database does.
 */
export interface PageData {
  /** Moves with every change of what can be seen: part of a page cache's key. */
  version(): Promise<number>;
  home(): Promise<HomePage>;
  channels(): Promise<ChannelsPage>;
  channel(slug: string): Promise<ChannelPage | undefined>;
  video(slug: string): Promise<VideoPage | undefined>;
  /** As `VideoPage.similar`; empty for an unknown title. */
  similar(slug: string): Promise<readonly TitleCard[]>;
  terms(): Promise<LegalPage>;
  privacyPolicy(): Promise<LegalPage>;
}
