/** What a page may cost at most; a figure that a page does not have a budget for is only told. */
export interface Budget {
  /** Largest contentful paint, milliseconds from the start of the navigation. */
  readonly lcp?: number;
  /** Cumulative layout shift, its worst session window. */
  readonly cls: number;
  /** Script over the wire, compressed, before anybody has touched the page; bytes. */
  readonly script: number;
  /** All bytes over the wire of the first view, compressed. */
  readonly total?: number;
  /** Total blocking time, milliseconds. */
  readonly blocking?: number;
  /** First presented frame of the video, milliseconds from the start of the navigation. */
  readonly firstFrame?: number;
}

const kbit = (figure: number): number => (figure * 1000) / 8;

/** The networks that the budgets are for. */
export const NETWORKS = {
  slow4g: { latency: 150, downloadThroughput: kbit(1600), uploadThroughput: kbit(750) },
  '3g': { latency: 300, downloadThroughput: kbit(700), uploadThroughput: kbit(300) },
} as const;
export type NetworkName = keyof typeof NETWORKS;

/** The device that the budgets are for: a cheap phone. */
export const CONDITIONS = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  /** The processor is slowed down by this factor. */
  cpu: 4,
} as const;

/**
 * Issue 'The whole specification', section 4: LCP at most 1.2 s, CLS under 0.02, at most 250 kB in
 * all and 120 kB of compressed script for the first view, blocked for at most 100 ms.
 */
export const PAGE: Budget = {
  lcp: 1200,
  cls: 0.02,
  script: 120_000,
  total: 250_000,
  blocking: 100,
};

/** The same, with 700 kbit/s and 300 ms. */
export const PAGE_ON_3G: Budget = { ...PAGE, lcp: 2000 };

/**
 * Issue 'A visitor subscribes', section 8: a subscriber's watch page that plays may have 225 kB;
 * section 7: cold to first frame at most 2.5 s.
 */
export const PLAYING_PAGE: Budget = { cls: 0.02, script: 225_000, firstFrame: 2500 };
