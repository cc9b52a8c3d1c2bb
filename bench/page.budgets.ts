/** The budget of a page: its figures at most; a figure without a budget is only reported. */
export interface Budget {
  /** Largest contentful paint, milliseconds from the start of the navigation. */
  readonly lcp?: number;
  /** Cumulative layout shift, its worst session window. */
  readonly cls?: number;
  /** Script over the wire before any input, compressed; bytes. */
  readonly script?: number;
  /** LCP as a multiple of that of the empty page in the same run. */
  readonly lcpTimesEmpty?: number;
  /** All bytes over the wire of the first view, compressed. */
  readonly total?: number;
  /** Total blocking time, milliseconds. */
  readonly blocking?: number;
  /** Tasks of more than 50 ms that begin before LCP, in sum, milliseconds. */
  readonly longBeforeLcp?: number;
  readonly requests?: number;
  /** First presented frame of the video, milliseconds from the start of the navigation. */
  readonly firstFrame?: number;
}

const kbit = (figure: number): number => (figure * 1000) / 8;

/** The networks of the budgets. */
export const NETWORKS = {
  slow4g: { latency: 150, downloadThroughput: kbit(1600), uploadThroughput: kbit(750) },
  '3g': { latency: 300, downloadThroughput: kbit(700), uploadThroughput: kbit(300) },
} as const;
/** The line that Chromium imitates; 'real' for one that the browser stands at the end of. */
export type Network = keyof typeof NETWORKS | 'real';

/** The device of the budgets: a cheap phone. */
export const CONDITIONS = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  /** The processor is slowed by this factor. */
  cpu: 4,
} as const;

/**
 * Issue 'The whole specification', section 4: LCP at most 1.2 s, CLS under 0.02, at most 250 kB in
 * all and 120 kB of compressed script for the first view, at most 100 ms blocked.
 */
export const PAGE: Budget = {
  lcp: 1200,
  cls: 0.02,
  script: 120_000,
  total: 250_000,
  blocking: 100,
};

/** The same budget at 700 kbit/s and 300 ms. */
export const PAGE_ON_3G: Budget = { ...PAGE, lcp: 2000 };

/** Issue 'Honest speed', section 1: a page over a real slow line, with TLS and loss. */
export const PAGE_ON_LINE: Budget = {
  lcpTimesEmpty: 1.9,
  cls: 0.02,
  script: 120_000,
  total: 120_000,
  requests: 12,
  longBeforeLcp: 100,
};

/** The number screen over the same line: nothing but words and a field. */
export const NUMBER_ON_LINE: Budget = { ...PAGE_ON_LINE, lcpTimesEmpty: 1.5 };

/**
 * Issue 'A visitor subscribes': a subscriber's playing watch page may have 225 kB of script
 * (section 8) and at most 2.5 s from cold to the first frame (section 7).
 */
export const PLAYING_PAGE: Budget = { cls: 0.02, script: 225_000, firstFrame: 2500 };

/**
 * INP, from a press to the paint that follows it, in milliseconds with the processor four times
 * slower: what the web vitals call good.
 */
export const INTERACTION_MS = 200;
