// A title of several parts plays as one: our own engine, and hls.js with the playlist.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { becomeSubscriber } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitForPlayback } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

interface Granted {
  readonly playlist: string;
  readonly duration_seconds: number;
  readonly media: { readonly parts: { readonly runs: [number, number][] }[] };
}

/** What a video element has shown, written down by the page itself. */
interface Watched {
  readonly time: number;
  readonly stalls: number;
  /** Whether the media around the boundary are in the buffer without a gap. */
  readonly isSeamless: boolean;
}

const require = createRequire(import.meta.url);
const HLS_JS = readFileSync(require.resolve('hls.js'), 'utf8');
const SHAKA = readFileSync(require.resolve('shaka-player'), 'utf8');

/** Where the first part ends, in seconds. */
const boundaryOf = ({ media }: Granted): number =>
  (media.parts[0]?.runs ?? []).reduce((sum, [count, seconds]) => sum + count * seconds, 0);

/** Goes to a moment before `boundary`, plays over it and says what was seen. */
async function playOver(page: Page, boundary: number): Promise<Watched> {
  await page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, boundary - 2.5);
  // Shaka Player leaves a tenth of a second empty between parts, and jumps over it.
  await waitUntil('both sides of the boundary are buffered', () =>
    page.locator('video').evaluate(({ buffered }: HTMLVideoElement, to) => {
      const isBuffered = (time: number): boolean =>
        [...Array(buffered.length).keys()].some(
          (at) => buffered.start(at) < time && buffered.end(at) > time,
        );
      return isBuffered(to - 1) && isBuffered(to + 1.5);
    }, boundary),
  );
  await page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    video.addEventListener('waiting', () => {
      video.dataset.stalls = String(Number(video.dataset.stalls ?? 0) + 1);
    });
    await video.play();
  });
  await waitUntil('the boundary is passed', () =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement, to) => video.currentTime > to, boundary + 1),
  );
  return await page.locator('video').evaluate(
    (video: HTMLVideoElement, at) => ({
      time: video.currentTime,
      stalls: Number(video.dataset.stalls ?? 0),
      isSeamless: [...Array(video.buffered.length).keys()].some(
        (range) => video.buffered.start(range) < at - 1 && video.buffered.end(range) > at + 1,
      ),
    }),
    boundary,
  );
}

describe('a title of several parts', () => {
  it('plays over the end of a part with our engine, hls.js, Shaka Player and Chromium alone', async () => {
    const phone = await visit();
    const { page } = phone;
    await becomeSubscriber(phone, newHandset(product()), 'Monthly');
    const answer = await phone.context.request.post(`${product().site}/api/play`, {
      data: { video: 'isibane' },
    });
    const granted = (await answer.json()) as Granted;
    expect(granted.media.parts.length).toBeGreaterThan(1);
    const boundary = boundaryOf(granted);
    expect(boundary).toBeGreaterThan(5);

    await phone.goto('/video/isibane?play=1');
    await waitForPlayback(page);
    const own = await playOver(page, boundary);
    expect(own.time).toBeGreaterThan(boundary);
    expect(own.stalls).toBe(0);
    expect(own.isSeamless).toBe(true);

    // Others show captions through an empty file of their own, which our pages' policy blocks.
    phone.tolerate(/'data:,WEBVTT'/);
    await page.evaluate(HLS_JS);
    const length = await page.evaluate(async (playlist) => {
      const { Hls } = globalThis as unknown as {
        Hls: new (
          options: object,
        ) => {
          loadSource(source: string): void;
          attachMedia(video: HTMLVideoElement): void;
        };
      };
      const video = document.createElement('video');
      video.muted = true;
      document.body.replaceChildren(video);
      const hls = new Hls({ enableWorker: false, maxBufferLength: 20 });
      hls.loadSource(playlist);
      hls.attachMedia(video);
      await new Promise((resolve) => video.addEventListener('loadedmetadata', resolve));
      return video.duration;
    }, granted.playlist);
    expect(length).toBeCloseTo(granted.duration_seconds, 0);
    const other = await playOver(page, boundary);
    expect(other.time).toBeGreaterThan(boundary);
    expect(other.isSeamless).toBe(true);

    await page.evaluate(SHAKA);
    await page.evaluate(async (playlist) => {
      const { shaka } = globalThis as unknown as {
        shaka: {
          Player: new () => {
            attach(video: HTMLVideoElement): Promise<void>;
            load(source: string): Promise<void>;
          };
        };
      };
      const video = document.createElement('video');
      video.muted = true;
      document.body.replaceChildren(video);
      const player = new shaka.Player();
      await player.attach(video);
      await player.load(playlist);
    }, granted.playlist);
    expect((await playOver(page, boundary)).time).toBeGreaterThan(boundary);

    const isNative = await page.evaluate((playlist) => {
      const video = document.createElement('video');
      video.muted = true;
      video.preload = 'auto';
      video.src = playlist;
      document.body.replaceChildren(video);
      return video.canPlayType('application/vnd.apple.mpegurl') !== '';
    }, granted.playlist);
    // Chromium plays HLS by itself since version 142.
    if (isNative) expect((await playOver(page, boundary)).time).toBeGreaterThan(boundary);
  });
});
