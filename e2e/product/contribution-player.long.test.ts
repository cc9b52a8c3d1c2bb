// hls.js plays a live contribution from its playlist.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  type ContributionProduct,
  createContributionProduct,
  FFMPEG,
} from '../../apps/server/src/media/contribution/contribution-product.test-kit.ts';
import { launchChromium } from '../harness/chromium.ts';

const HLS_JS = readFileSync(createRequire(import.meta.url).resolve('hls.js'), 'utf8');
/** On a busy machine encoding is late. */
const WITHIN = { timeout: 90_000, interval: 200 };

let bench: ContributionProduct;
let browser: Browser;
beforeAll(async () => {
  [bench, browser] = await Promise.all([createContributionProduct(), launchChromium()]);
});
afterAll(() => Promise.all([bench?.close(), browser?.close()]));

it.skipIf(!existsSync(FFMPEG))('hls.js plays a contribution', async () => {
  bench.push();
  const { playlist } = await vi.waitFor(async () => {
    expect(await bench.newest()).toMatchObject({ picture: 'on_air' });
    const { body } = await bench.play();
    const media = await bench.get(body.playlist.replace('live.m3u8', '240p.m3u8'));
    expect(media.statusCode).toBe(200);
    return body;
  }, WITHIN);
  const page = await browser.newPage();
  await page.route('**/*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<video muted>' });
    const { statusCode, headers, rawPayload } = await bench.get(`${pathname}${search}`);
    const told = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    return route.fulfill({
      status: statusCode,
      headers: Object.fromEntries(told),
      body: rawPayload,
    });
  });
  await page.goto('https://site.example.org/');
  await page.evaluate(HLS_JS);
  await page.evaluate((source) => {
    const { Hls } = globalThis as unknown as {
      Hls: new (
        options: object,
      ) => {
        loadSource(source: string): void;
        attachMedia(video: HTMLVideoElement): void;
      };
    };
    const video = document.querySelector('video') as HTMLVideoElement;
    const hls = new Hls({ enableWorker: false });
    hls.loadSource(new URL(source, location.href).href);
    hls.attachMedia(video);
    return video.play();
  }, playlist);
  await page.waitForFunction(
    () => {
      const video = document.querySelector('video') as HTMLVideoElement;
      return video.currentTime > 3 && video.getVideoPlaybackQuality().totalVideoFrames > 30;
    },
    undefined,
    WITHIN,
  );
  await page.close();
});
