import type { Language } from '@bonisa/domain/languages';

/** What a brand says about itself in the place of our words. */
export interface BrandTexts {
  /** Behind the name in the title of the home page. */
  readonly pitch?: string;
  /** For search engines and shared links. */
  readonly description?: string;
  /** The words of an invitation. */
  readonly share?: string;
}

/** The look of an operator's brand in pages. */
export interface BrandLook {
  /** A style sheet, after the design's own. */
  readonly style: string;
  /** The colour of the browser around the page: `#rrggbb`. */
  readonly ground: string;
  /** Sizes are those of the drawing; `hasName`: the name is part of it. */
  readonly logo?: {
    readonly src: string;
    readonly width: number;
    readonly height: number;
    readonly hasName: boolean;
  };
  /** The font of headings, in the place of the design's. */
  readonly font?: string;
}

/** A package as pages show it. */
export interface ShownPackage {
  readonly id: string;
  readonly period: 'day' | 'week' | 'month';
  /** In cents. */
  readonly price: number;
  /** Whether it begins with a free day for a number that has not had one. */
  readonly trial: boolean;
}

/**
 * The configuration that a page may know: the written allow-list for the browser. The
 * server fills it; no other setting reaches a page.
 */
export interface SiteConfig {
  readonly brand: {
    /** The service's displayed name, for example `Bonisa`. */
    readonly name: string;
    /** The displayed name of the carrier whose airtime pays; '' where the brand names none. */
    readonly carrier: string;
    /** The displayed number to call for help. */
    readonly supportNumber: string;
    /** The address to write to for help; empty when there is none. */
    readonly supportEmail: string;
    /** The tag manager's container that pages load, such as `GTM-ABC1234`. */
    readonly tagManager?: string;
    /** What an operator's own brand puts in the place of the design's colours and mark. */
    readonly look?: BrandLook;
    /** The language of the catalogue's words, such as `af`; without it English. */
    readonly catalogueLanguage?: string;
    /** A page has those of its own language. */
    readonly texts?: Readonly<Partial<Record<Language, BrandTexts>>>;
  };
  /** The packages on sale, at the prices of the moment when the page was made. */
  readonly packages: readonly ShownPackage[];
  /** The site's public address without a final slash; for canonical addresses and shared links. */
  readonly publicUrl: string;
  /** Demo mode shows the simulated handset's address and `/design`. */
  readonly demo: boolean;
  /** A browser without scripts can subscribe too. */
  readonly plainSignUp?: boolean;
}
