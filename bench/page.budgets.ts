/** What a page may cost at most; a figure that a page does not have a budget for is only told. */
export interface Budget {
  /** Largest contentful paint, milliseconds from the start of the navigation. */
  readonly lcp?: number;
  /** Cumulative layout shift, its worst session window. */
  readonly cls: number;
  /** Script over the wire, compressed, before anybody has touched the page; bytes. */
  readonly script: number;
  /** First presented frame of the video, milliseconds from the start of the navigation. */
  readonly firstFrame?: number;
}

/** The device and the network that the budgets are for: a cheap phone on 1.6 Mbit/s with 150 ms. */
export const CONDITIONS = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  /** The processor is slowed down by this factor. */
  cpu: 4,
  network: { latency: 150, downloadThroughput: (1600 * 1000) / 8, uploadThroughput: (750 * 1000) / 8 },
} as const;

/**
 * Issue 'A visitor subscribes with airtime and watches a video', section 8: LCP at most 1.3 s, at most 120 kB of compressed
 * script before interaction, CLS under 0.02.
 */
export const PAGE: Budget = { lcp: 1300, cls: 0.02, script: 120_000 };

/** The same section: a subscriber's watch page that plays may have 225 kB; section 7: cold to first frame at most 2.5 s. */
export const PLAYING_PAGE: Budget = { cls: 0.02, script: 225_000, firstFrame: 2500 };
