import type { Browser, CDPSession, Page } from 'playwright-core';
import { CONDITIONS, NETWORKS, type NetworkName } from './page.budgets.ts';

/** One visit of the guide: its first page, its growth to all channels, and a way through them. */
export interface GuideVisit {
  /** From the start of the navigation until a press has an effect, in milliseconds. */
  readonly usableMs: number;
  /** Bytes over the wire until then, and requests. */
  readonly bytes: number;
  readonly requests: number;
  /** Elements of the document at first, and when all channels were shown and passed. */
  readonly elementsAtFirst: number;
  readonly elements: number;
  /** Channels with their name and a way to watch in the end, and the requests they took. */
  readonly channels: number;
  readonly parts: number;
  /**
   * The longest task of the main thread while the list grew, and while it was scrolled: in
   * processor time, so that other work on the machine does not count.
   */
  readonly longestGrowingMs: number;
  readonly longestScrollingMs: number;
}

export interface GuideVisitOptions {
  readonly url: string;
  /** Without one neither the line nor the processor is slowed, and no task is measured. */
  readonly network?: NetworkName;
}

const GIVES_UP_MS = 60_000;
/** Screens that pass in one step of scrolling. */
const STEP = 0.8;

/** Visits the guide in a fresh context of a phone with an empty cache. */
export async function visitGuide(
  browser: Browser,
  { url, network }: GuideVisitOptions,
): Promise<GuideVisit> {
  const { viewport, deviceScaleFactor } = CONDITIONS;
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const seen = await follow(session);
    if (network) await slowDown(session, network);
    await page.goto(url, { waitUntil: 'commit', timeout: GIVES_UP_MS });
    const usableMs = await untilUsable(page);
    const first = { bytes: seen.bytes, requests: seen.requests.length };
    const elementsAtFirst = await countElements(page);
    const timed = async (act: () => Promise<void>) =>
      network ? await longestTask(browser, page, act) : await act().then(() => 0);
    const longestGrowingMs = await timed(() => grow(page));
    const longestScrollingMs = await timed(() => scrollThrough(page));
    return {
      usableMs,
      ...first,
      elementsAtFirst,
      elements: await countElements(page),
      channels: await page.locator('.guide-row:has(.watch-live)').count(),
      parts: seen.requests.filter((address) => address.includes('/content/v2/live/guide')).length,
      longestGrowingMs,
      longestScrollingMs,
    };
  } finally {
    await context.close();
  }
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Milliseconds of processor time of the longest task of a page's main thread during `act`. */
async function longestTask(
  browser: Browser,
  page: Page,
  act: () => Promise<void>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  return traceEvents
    .filter((event) => event.name === 'RunTask' && mains.has(threadOf(event)))
    .reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0);
}

interface Seen {
  readonly requests: string[];
  bytes: number;
}

async function follow(session: CDPSession): Promise<Seen> {
  const seen: Seen = { requests: [], bytes: 0 };
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) seen.requests.push(request.url);
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return seen;
}

async function slowDown(session: CDPSession, network: NetworkName): Promise<void> {
  await session.send('Network.emulateNetworkConditions', { offline: false, ...NETWORKS[network] });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CONDITIONS.cpu });
}

/** The page's time when React has taken over the bells of its programmes. */
async function untilUsable(page: Page): Promise<number> {
  const usable = await page.waitForFunction(
    () => {
      const bell = document.querySelector('.guide-bell');
      const isLive = bell && Object.keys(bell).some((name) => name.startsWith('__reactProps'));
      return isLive ? performance.now() : false;
    },
    undefined,
    { timeout: GIVES_UP_MS },
  );
  return Number(await usable.jsonValue());
}

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Presses 'Show more channels' until there are no more. */
async function grow(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Show more channels' });
  const rows = page.locator('.guide-row');
  while ((await button.count()) > 0) {
    const before = await rows.count();
    await button.click({ timeout: GIVES_UP_MS });
    await page.waitForFunction(
      (shown) => document.querySelectorAll('.guide-row').length > shown,
      before,
      { timeout: GIVES_UP_MS },
    );
  }
}

/** Scrolls from the top to the bottom and back, a step a frame. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (step) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    // Rows that come into reach change their height, so a way takes a few steps more or fewer.
    const enough = (2 * document.documentElement.scrollHeight) / (step * innerHeight);
    scrollTo(0, 0);
    for (const direction of [1, -1]) {
      const way: number[] = [-1];
      while (way.at(-1) !== scrollY) {
        if (way.length > enough)
          throw new Error(`scrolling comes to no end: ${way.slice(-8).join(', ')}`);
        way.push(scrollY);
        scrollBy({ top: direction * step * innerHeight, behavior: 'instant' });
        await frame();
        await frame();
      }
    }
  }, STEP);
}
