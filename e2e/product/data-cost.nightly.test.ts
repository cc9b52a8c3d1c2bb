// F10: what the button says is what the browser receives, within 5 %, for a title watched to its
// end: at every data choice, on screens of several widths and pixel ratios.
import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { flowPage, followMainLink } from '../harness/flow.page.ts';
import { newHandset } from '../harness/handset.ts';
import { countMedia, megabytesIn } from '../harness/media-bytes.ts';
import { watchButton } from '../harness/playback.ts';
import { type Product, productReady, startProduct } from '../harness/product.ts';
import { waitUntil } from '../harness/wait-until.ts';

const SLUG = 'isibane';
const TITLE = `/video/${SLUG}`;
const CHOICES: readonly DataChoice[] = ['audio', 'saver', 'standard', 'best'];
/** Width and height in CSS pixels, the pixel ratio, and what holds the screen. */
const SCREENS = [
  [320, 568, 1, 'phone'],
  [360, 740, 3, 'phone'],
  [412, 915, 2.6, 'phone'],
  [768, 1024, 2, 'phone'],
  [1280, 800, 1, 'desk'],
  [1920, 1080, 1, 'desk'],
] as const;
const PATIENCE_MS = 90_000;
/** Painting and packaging two reels, on a busy machine. */
const PREPARED_WITHIN_MS = 900_000;

let product: Product;
let stop: () => Promise<void>;
let browser: Browser;
let session: Awaited<ReturnType<BrowserContext['storageState']>>;
/** The megabytes that buttons have named, over all screens. */
const named = new Set<number>();

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.site,
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

beforeAll(async () => {
  ({ product, stop } = await startProduct(2));
  browser = await launchChromium();
  await productReady(product);
  // Until then it plays the first reel, of less than a minute.
  await waitUntil(
    'the title has its own media',
    async () => {
      const answer = await fetch(`${product.site}/content/v1/video?slug=${SLUG}`);
      return (await answer.json()).durationSeconds >= 60;
    },
    PREPARED_WITHIN_MS,
  );
  const context = await openContext(deviceOptions('phone', browser.version()));
  const page = await context.newPage();
  const flow = flowPage({ page, goto: (path) => gotoUsable(page, path) });
  await flow.open(TITLE);
  await flow.subscribe(newHandset(product), 'Monthly');
  await followMainLink(page);
  session = await context.storageState();
  await context.close();
}, PREPARED_WITHIN_MS);
afterAll(async () => {
  await browser?.close();
  await stop?.();
});

/** Watches the title to its end; returns what the button said and what came. */
async function watch(page: Page) {
  await gotoUsable(page, TITLE);
  const button = watchButton(page);
  const said = megabytesIn(await button.innerText());
  const received = await countMedia(page);
  await button.click();
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    if (!video || video.currentTime === 0) return false;
    const { buffered, currentTime, duration } = video;
    const loaded = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0;
    // As fast as a browser can, but never faster than a busy machine fetches: the player would
    // take the line for a slow one, and go to a lower rendition.
    video.playbackRate = loaded - currentTime > 8 || duration - loaded < 1 ? 16 : 1;
    return video.ended;
  });
  // Else the next screen would be offered to go on with it.
  await waitUntil('the title is known to be finished', async () => {
    const viewer = await (await page.request.get('/api/viewer')).json();
    return viewer.resume.length === 0;
  });
  return { said, received };
}

describe.each(SCREENS)('a screen of %i x %i at a pixel ratio of %d', (...screen) => {
  const [width, height, deviceScaleFactor, device] = screen;

  it.each(CHOICES)('receives at %s what the button said', async (choice) => {
    const size = { width, height };
    const context = await openContext({
      ...deviceOptions(device, browser.version()),
      ...{ viewport: size, screen: size, deviceScaleFactor, storageState: session },
    });
    await context.addInitScript((chosen) => {
      const both = { metered: chosen, unmetered: chosen };
      localStorage.setItem('data_choice', JSON.stringify(both));
      // A good line, which the browser would judge by how busy the machine is.
      Object.defineProperty(Reflect.get(navigator, 'connection'), 'downlink', { value: 10 });
    }, choice);
    const { said, received } = await watch(await context.newPage());
    await context.close();
    named.add(said);
    const megabytes = received.bytes / 1e6;
    expect(megabytes, received.paths.join(' ')).toBeGreaterThan(said * 0.95);
    expect(megabytes, received.paths.join(' ')).toBeLessThan(said * 1.05);
  });
});

it('has met all renditions that a choice may mean', () => {
  // The shots of the demo have 480 lines.
  expect(named.size).toBe(3);
});
