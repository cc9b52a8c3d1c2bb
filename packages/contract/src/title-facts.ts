/** Facts that pages show of a title or a live channel: rating, pictures and language. */

/** An age rating of the Film and Publication Board. */
export type AgeRating = 'A' | 'PG' | '7-9PG' | '10-12PG' | '13' | '16' | '18';

/**
 * A letter of consumer advice of the Film and Publication Board: Blasphemy, Criminal techniques,
 * Drugs, Horror, Imitative acts, Language, Nudity, Prejudice, Sex, Sexual Violence, Violence.
 */
export type AdviceLetter = 'B' | 'CT' | 'D' | 'H' | 'IAT' | 'L' | 'N' | 'P' | 'S' | 'SV' | 'V';

/** The audience rating that every title shows, for example `13 V L`. */
export interface Rating {
  readonly age: AgeRating;
  /** In display order; empty when there is none. */
  readonly advice: readonly AdviceLetter[];
}

/**
 * One picture in all its widths. Its addresses are `{base}-{width}.{avif|webp}`: build them with
 * `pictureSrcset` and `pictureSrc` of `@bonisa/domain/picture-address`. An address is immutable
 * (the base contains a hash of the picture).
 */
export interface Picture {
  /** An absolute path, for example `/pictures/poster/isibane-1f0c9a2e`. */
  readonly base: string;
  /** The available widths in pixels, ascending. */
  readonly widths: readonly number[];
  /**
   * Width and height of the largest one, for the attributes `width` and `height`, which reserve the
   * layout's space.
   */
  readonly width: number;
  readonly height: number;
  /** A value for CSS `background` until the picture has loaded (a few of its colours). */
  readonly placeholder: string;
}

/**
 * The hero's picture in two crops: tall for phones, wide for screens from 768 px. Contains no
 * letters.
 */
export interface HeroPicture {
  /** 4:5. The subject is in the upper half: text may cover the lower half. */
  readonly tall: Picture;
  /** 16:9. The subject is right of the centre: text may cover the left third. */
  readonly wide: Picture;
}

/** A language by its own name: `{code: 'zu', name: 'isiZulu'}`. Codes are BCP 47. */
export interface Language {
  readonly code: string;
  readonly name: string;
}

/**
 * The megabytes of a title at each of `CAPS` (`@bonisa/domain/data-choice`), in their order, so
 * that a page that is the same for everybody can show each viewer the cost of the own choice. A
 * title with AV1 renditions has as many figures again: those of a device that gets AV1.
 */
export type DataCosts = readonly number[];
