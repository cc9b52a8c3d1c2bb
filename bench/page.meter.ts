import type { Browser, Page } from 'playwright-core';
import type { Network } from './page.budgets.ts';
import { type PageObservations, probe } from './page.probe.ts';
import { slowDown, withPhone } from './phone.ts';
import { median } from './statistics.ts';

export interface PageFigures {
  /** When the first byte of the page arrives, in milliseconds. */
  readonly firstByte: number;
  readonly fcp: number;
  readonly lcp: number;
  /** The largest LCP of all loads. */
  readonly worstLcp: number;
  readonly cls: number;
  /** Bytes over the wire by kind, headers included. */
  readonly script: number;
  readonly style: number;
  readonly picture: number;
  readonly font: number;
  readonly html: number;
  /** All bytes of the first view. */
  readonly total: number;
  /** Time that long tasks blocked the page, in milliseconds. */
  readonly blocking: number;
  /** The tasks of more than 50 ms that begin before LCP, in sum, in milliseconds. */
  readonly longBeforeLcp: number;
  readonly requests: number;
  readonly firstFrame: number | undefined;
  readonly largest: string;
}

export interface PageQuestion {
  readonly url: string;
  readonly cookies?: ReadonlyMap<string, string>;
  readonly network?: Network;
  /** Waits for the first frame of a video. */
  readonly video?: boolean;
}

const IDLE_MS = 3000;
const GIVES_UP_MS = 60_000;

/** Loads a page this many times, each in a fresh browser context, and returns the medians. */
export async function measurePage(
  browser: Browser,
  question: PageQuestion,
  runs: number,
): Promise<PageFigures> {
  const all: PageFigures[] = [];
  for (let run = 0; run < runs; run++) all.push(await loadOnce(browser, question));
  const of = (name: Exclude<keyof PageFigures, 'largest' | 'firstFrame' | 'worstLcp'>): number =>
    median(all.map((one) => one[name]));
  const frames = all.map((one) => one.firstFrame).filter((one) => one !== undefined);
  return {
    firstByte: of('firstByte'),
    fcp: of('fcp'),
    lcp: of('lcp'),
    worstLcp: Math.max(...all.map(({ lcp }) => lcp)),
    cls: of('cls'),
    script: of('script'),
    style: of('style'),
    picture: of('picture'),
    font: of('font'),
    html: of('html'),
    total: of('total'),
    blocking: of('blocking'),
    longBeforeLcp: of('longBeforeLcp'),
    requests: of('requests'),
    firstFrame: frames.length > 0 ? median(frames) : undefined,
    largest: all[0]?.largest ?? '',
  };
}

async function loadOnce(browser: Browser, question: PageQuestion): Promise<PageFigures> {
  return await withPhone(browser, { ...question, probe }, async ({ page, session }) => {
    const { network = 'slow4g' } = question;
    await slowDown(session, network);
    await page.goto(question.url, { waitUntil: 'load', timeout: GIVES_UP_MS });
    await untilIdle(page, question.video ?? false);
    return await figuresOf(page);
  });
}

/**
 * Waits until the page is idle: for three seconds no larger paint and no further script, style,
 * font or picture; with `video`, also a first frame.
 */
async function untilIdle(page: Page, video: boolean): Promise<void> {
  await page.waitForFunction(
    ({ rest, wantsFrame }) => {
      const { lcp, firstFrame } = window.benchSeen;
      if (wantsFrame && firstFrame === undefined) return false;
      const fetched = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
        contentType?: string;
      })[];
      // A playing video keeps fetching its own media, so only the page's own parts are awaited.
      const parts = fetched.filter((one) =>
        /javascript|css|font|^image|html/.test(one.contentType ?? ''),
      );
      return (
        performance.now() - Math.max(lcp, firstFrame ?? 0, ...parts.map((one) => one.responseEnd)) >
        rest
      );
    },
    { rest: IDLE_MS, wantsFrame: video },
    { polling: 200, timeout: GIVES_UP_MS },
  );
}

interface Fetched {
  readonly address: string;
  readonly type: string;
  readonly bytes: number;
}

async function figuresOf(page: Page): Promise<PageFigures> {
  const { seen, fetched, html, firstByte } = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
      contentType?: string;
    })[];
    return {
      seen: window.benchSeen,
      fetched: resources.map((one) => ({
        address: one.name,
        type: one.contentType ?? '',
        bytes: one.transferSize,
      })),
      html: navigation?.transferSize ?? 0,
      firstByte: navigation?.responseStart ?? 0,
    };
  });
  const bytes = (kind: RegExp): number =>
    fetched.filter((one: Fetched) => kind.test(one.type)).reduce((sum, one) => sum + one.bytes, 0);
  return {
    firstByte,
    fcp: seen.fcp,
    lcp: seen.lcp,
    worstLcp: seen.lcp,
    cls: worstWindow(seen.shifts),
    script: bytes(/javascript/),
    style: bytes(/^text\/css/),
    picture: bytes(/^image\//),
    font: bytes(/font/),
    html,
    total: html + fetched.reduce((sum, one) => sum + one.bytes, 0),
    blocking: blockingTime(seen),
    longBeforeLcp: seen.longTasks
      .filter(({ at }) => at < seen.lcp)
      .reduce((sum, { ms }) => sum + ms, 0),
    requests: fetched.length + 1,
    firstFrame: seen.firstFrame,
    largest: seen.largest,
  };
}

/**
 * Total blocking time as the web vitals define it: the part of long tasks beyond 50 ms, from the
 * first contentful paint on.
 */
export function blockingTime({
  longTasks,
  fcp,
}: Pick<PageObservations, 'longTasks' | 'fcp'>): number {
  return longTasks.filter(({ at, ms }) => at + ms > fcp).reduce((sum, { ms }) => sum + ms - 50, 0);
}

/**
 * CLS as the web vitals define it: the worst window of shifts less than a second apart, at most
 * five seconds long.
 */
export function worstWindow(shifts: PageObservations['shifts']): number {
  let [worst, sum, began, last] = [0, 0, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at, value } of shifts) {
    if (at - last >= 1000 || at - began >= 5000) {
      began = at;
      sum = 0;
    }
    last = at;
    sum += value;
    worst = Math.max(worst, sum);
  }
  return worst;
}
