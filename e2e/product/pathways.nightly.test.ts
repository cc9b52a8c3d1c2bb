// A service whose media stand at two addresses: what a viewer sees when the first of them goes.
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSignUp } from '../../bench/sign-up.flow.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { TITLE } from '../harness/data-choice.ts';
import { playWithHlsJs } from '../harness/hls-js.ts';
import { playbackProgress, waitForPlayback } from '../harness/playback.ts';
import { type Product, productReady, startProduct } from '../harness/product.ts';

/** As soon as a viewer may be at the next segment of which nothing is in the buffer. */
const WITHIN_MS = 60_000;

/** A place of media: passes on every connection to the product while it is up. */
interface Place {
  readonly url: string;
  up(): Promise<void>;
  down(): Promise<void>;
}

let product: Product;
let stop: () => Promise<void>;
let browser: Browser;
let context: BrowserContext;
let main: Place;
let backup: Place;

beforeAll(async () => {
  [main, backup] = [await placeOf(() => product), await placeOf(() => product)];
  ({ product, stop } = await startProduct(1, {
    MEDIA_URL: main.url,
    MEDIA_BACKUP_URL: backup.url,
    CMCD: 'on',
    FRAUD_MODE: 'observe',
  }));
  await productReady(product);
  await backup.up();
  browser = await launchChromium();
  context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(WITHIN_MS);
  const { site: siteUrl, carrier: carrierUrl } = product;
  const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: 1 });
  const { cookies } = await signUp('27821234567');
  await close();
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: siteUrl })));
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([main?.down(), backup?.down()]);
  await stop?.();
});

beforeEach(() => main.up());
afterEach(() => main.down());

async function placeOf(productNow: () => Product): Promise<Place> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    async up() {
      server = createServer((near) => {
        const far = connect(Number(new URL(productNow().site).port), '127.0.0.1');
        for (const socket of [near, far]) {
          sockets.add(socket);
          socket.on('error', () => socket.destroy());
          socket.on('close', () => sockets.delete(socket));
        }
        near.on('close', () => far.destroy());
        far.on('close', () => near.destroy());
        near.pipe(far).pipe(near);
      }).listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    async down() {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('plays on without a stall or another play call when its place goes', async () => {
  const page = await context.newPage();
  const plays: string[] = [];
  const segments: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/play')) plays.push(request.url());
    if (new URL(request.url()).pathname.endsWith('.m4s')) segments.push(request.url());
  });
  await page.goto(`${product.site}${TITLE}?play=1`);
  await waitForPlayback(page);
  expect(segments.every((url) => url.startsWith(main.url))).toBe(true);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const waits = globalThis as unknown as { waits: number };
    waits.waits = 0;
    video.addEventListener('waiting', () => {
      waits.waits += 1;
    });
    // Soon at what is not in the buffer yet.
    video.playbackRate = 2;
  });
  await main.down();
  const { time } = await playbackProgress(page);
  await page.waitForFunction(
    (from) => (document.querySelector('video')?.currentTime ?? 0) > from + 30,
    time,
  );
  expect(segments.some((url) => url.startsWith(backup.url))).toBe(true);
  expect(plays).toHaveLength(1);
  // Requests after the first segment say how the playback is doing, wherever they go.
  const said = new URL(segments.at(-1) ?? '').searchParams.get('CMCD');
  expect(said).toMatch(/\bcid="isibane".*\bsid="[0-9a-f-]{36}"/);
  const waits = () => (globalThis as unknown as { waits: number }).waits;
  expect(await page.evaluate(waits)).toBe(0);
  // The report of quality says what came from where.
  const reported = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/videos/log') && request.postDataJSON().status === 'paused',
  );
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  const { quality } = (await reported).postDataJSON();
  expect(quality.backup_bytes).toBeGreaterThan(100_000);
  expect(quality.backup_bytes).toBeLessThan(quality.bytes.unknown + quality.bytes.wifi);
  await page.close();
});

it('lets hls.js steer to the second place', async () => {
  const call = await context.request.post(`${product.site}/api/play`, {
    data: { video: TITLE.split('/').at(-1), position: 0, take_over: true },
  });
  const { playlist } = (await call.json()) as { playlist: string };
  const text = await (await fetch(product.site + playlist)).text();
  expect(text).toContain('#EXT-X-CONTENT-STEERING:SERVER-URI="/media/steering.json"');
  await main.down();
  const page = await playWithHlsJs(browser, product.site, playlist);
  await page.waitForFunction(
    () => (document.querySelector('video')?.currentTime ?? 0) > 1,
    undefined,
    { timeout: WITHIN_MS },
  );
  await page.close();
});
