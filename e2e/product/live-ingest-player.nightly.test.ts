// A live ingest session to a live channel of the whole product, as viewers see it: with hls.js,
// over the end of its process by kill -9, over the slate while its publisher is away, and as a
// video.
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSignUp } from '../../bench/sign-up.flow.ts';
import { launchChromium } from '../harness/chromium.ts';
import { playWithHlsJs } from '../harness/hls-js.ts';
import { watchButton } from '../harness/playback.ts';
import {
  CHANNEL,
  createLiveProduct,
  FFMPEG,
  followPlaylist,
  keepPublishing,
  OFF_AIR_CHANNEL,
  seen,
  WITHIN,
} from './live-ingest.test-kit.ts';
import { freshFolder } from './process.test-kit.ts';

const hasFfmpeg = existsSync(FFMPEG);
const { folder, remove } = freshFolder();

let product: Awaited<ReturnType<typeof createLiveProduct>>;
let browser: Browser;
let page: Page;
let publisher: ReturnType<typeof keepPublishing>;
/** The addresses of the page's play call. */
let addresses: { playlist: string; address: string };
let followed: ReturnType<typeof followPlaylist>;
let firstSession: string;

beforeAll(async () => {
  if (!hasFfmpeg) return;
  [product, browser] = await Promise.all([createLiveProduct(folder), launchChromium()]);
  await product.giveSlate();
  publisher = keepPublishing(await product.publishAddress());
});
afterAll(async () => {
  publisher?.stop();
  await browser?.close();
  await product?.stop();
  remove();
});

async function signedInPage(): Promise<Page> {
  const { site: siteUrl, carrier: carrierUrl } = product;
  const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: 1 });
  const { cookies } = await signUp('27821234567');
  await close();
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(WITHIN.timeout);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: siteUrl })));
  return context.newPage();
}

describe.skipIf(!hasFfmpeg)('a live ingest session', () => {
  it('takes the place of the slate on a page that plays, and hls.js plays it', async () => {
    page = await signedInPage();
    const played = page.waitForResponse((answer) => answer.url().endsWith('/api/play/live'));
    await page.goto(`${product.site}/live/talk/${CHANNEL}?play=1`);
    addresses = await (await played).json();
    await seen(page, 'magenta');
    followed = followPlaylist(`${product.site}${addresses.address}360p.m3u8`);
    publisher.go();
    await seen(page, 'green');
    firstSession = (await product.newest()).id;

    const other = await playWithHlsJs(browser, product.site, addresses.playlist);
    await seen(other, 'green');
    await other.close();
  });

  it('gives way after kill -9 of its process to the slate, and to another one of its publisher', async () => {
    await product.kill();
    publisher.pause();
    await product.start();
    await seen(page, 'magenta');
    publisher.go();
    await seen(page, 'green');
    await vi.waitFor(async () => {
      const newest = await product.newest();
      expect(newest).toMatchObject({ state: 'live', publishers: 1 });
      expect(newest.id).not.toBe(firstSession);
    }, WITHIN);
  });

  it('gives way to the slate when its publisher goes, repeated no segment, and becomes a video', async () => {
    publisher.stop();
    await seen(page, 'magenta');
    await product.ops.call('POST', `/ops/live-ingest/${CHANNEL}/end`);
    await followed.stop();
    const { job } = await product.newest();
    expect(followed.faults).toEqual([]);
    const assets = followed.assets();
    const slate = assets[0] ?? '';
    const parts = assets.filter((asset) => asset !== slate);
    expect([new Set(parts).size, parts.length]).toEqual([2, 2]);
    expect(assets.join(' ')).toBe([slate, ...parts.flatMap((part) => [part, slate])].join(' '));
    const sent = followed.files().filter((file) => !file.startsWith(slate));
    expect(new Set(sent).size).toBe(sent.length);

    await product.jobDone(job);
    await page.goto(`${product.site}/channel/ekhaya`);
    await page
      .getByRole('link', { name: /Radio Lamp/ })
      .first()
      .click();
    await watchButton(page).click();
    await seen(page, 'green');
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.playbackRate = 16;
    });
    await page.waitForFunction(() => document.querySelector('video')?.ended);
    const { seconds, frames } = await page.locator('video').evaluate((video: HTMLVideoElement) => ({
      seconds: video.duration,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
    }));
    expect(seconds).toBeGreaterThan(6);
    expect(frames).toBeGreaterThan(50);
  });

  it('brings an open page of a channel that was off air to Watch live by itself', async () => {
    const open = await browser.newPage();
    await open.clock.install();
    await open.goto(`${product.site}/live/talk/${OFF_AIR_CHANNEL}`);
    const watch = open.getByRole('main').getByRole('button', { name: /^Watch live/ });
    await open.getByText('Off air').first().waitFor();
    expect(await watch.count()).toBe(0);
    const other = keepPublishing(await product.publishAddress(OFF_AIR_CHANNEL));
    other.go();
    await vi.waitFor(async () => {
      await open.clock.fastForward(61_000);
      // The page asks sixty times at most: on a busy machine each of them waits longer.
      await watch.first().waitFor({ timeout: 3000 });
    }, WITHIN);
    await open.close();
    // Six seconds behind live there is nothing yet: the first picture is waited for.
    await page.goto(`${product.site}/live/talk/${OFF_AIR_CHANNEL}?play=1`);
    await seen(page, 'green');
    other.stop();
  });
});
