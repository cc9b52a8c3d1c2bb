import type { Browser, Page } from 'playwright-core';
import { deviceOptions } from '../harness/chromium.ts';

/** One visit of the guide: its first page, its growth to all channels, and a way through them. */
export interface GuideVisit {
  /** Requests until a press has an effect. */
  readonly requests: number;
  /** Elements of the document at first, and when all channels were shown and passed. */
  readonly elementsAtFirst: number;
  readonly elements: number;
  /** Channels with their name and a way to watch in the end, and the requests they took. */
  readonly channels: number;
  readonly parts: number;
}

const GIVES_UP_MS = 60_000;
/** Screens that pass in one step of scrolling. */
const STEP = 0.8;

/** Visits the guide in a fresh context of a phone with an empty cache. */
export async function visitGuide(browser: Browser, url: string): Promise<GuideVisit> {
  const context = await browser.newContext({
    ...deviceOptions('phone', browser.version()),
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const requests: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requests.push(request.url());
    });
    await page.goto(url, { waitUntil: 'commit', timeout: GIVES_UP_MS });
    await untilUsable(page);
    const first = { requests: requests.length, elementsAtFirst: await countElements(page) };
    await grow(page);
    await scrollThrough(page);
    return {
      ...first,
      elements: await countElements(page),
      channels: await page.locator('.guide-row:has(.watch-live)').count(),
      parts: requests.filter((address) => address.includes('/content/v2/live/guide')).length,
    };
  } finally {
    await context.close();
  }
}

/** Waits until React has taken over the bells of its programmes. */
async function untilUsable(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const bell = document.querySelector('.guide-bell');
      const isLive = bell && Object.keys(bell).some((name) => name.startsWith('__reactProps'));
      return isLive;
    },
    undefined,
    { timeout: GIVES_UP_MS },
  );
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
