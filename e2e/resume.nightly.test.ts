// Resume positions and the playback log: F10 F11 A17 E10 E11 B2.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { becomeSubscriber, flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { playbackProgress, waitForPlayback } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

interface LogEntry {
  readonly uuid: string;
  readonly video: string;
  readonly status: string;
  readonly vid_paused_at: number | null;
}

const seekTo = (page: Page, share: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = video.duration * to;
  }, share);

describe('resuming playback', () => {
  it('continues at the position from this browser, from the server, and from Home, or from the beginning', async () => {
    const phone = await visit();
    const { page } = phone;
    const main = page.getByRole('main');
    const flow = flowPage(phone);
    const log: LogEntry[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/videos/log')) log.push(request.postDataJSON());
    });
    await flow.open('/video/isibane?play=1');
    await flow.subscribe(newHandset(product()), 'Monthly');
    await followMainLink(page);
    await waitForPlayback(page);
    await seekTo(page, 0.5);
    await waitForPlayback(page);

    // On a pause the server receives the position, and this browser stores it, encoded.
    const [kept] = await Promise.all([
      page.waitForResponse('**/api/viewer/resume'),
      page.locator('video').evaluate((video: HTMLVideoElement) => video.pause()),
    ]);
    expect(kept.status()).toBe(200);
    const { time: left } = await playbackProgress(page);
    expect(await page.evaluate(() => localStorage.getItem('video_positions'))).toMatch(
      /^b1\.[\w-]+$/,
    );
    await waitUntil('the log tells the play', () => log.some(({ status }) => status === 'paused'));
    expect(log.map(({ status }) => status)).toEqual(expect.arrayContaining(['started', 'paused']));
    expect(new Set(log.map(({ uuid }) => uuid)).size).toBe(1);
    expect(log.find(({ status }) => status === 'paused')).toMatchObject({ video: 'isibane' });
    expect(JSON.stringify(log)).not.toMatch(/\b27\d{9}\b/);

    // Another device knows the position only from the server.
    await page.evaluate(() => localStorage.removeItem('video_positions'));
    await phone.goto('/video/isibane');
    const resume = main.getByRole('button', { name: /^Resume/ });
    expect(await resume.innerText()).toMatch(/^Resume\s+[\d.]+\sMB/);
    await resume.tap();
    const { time: resumed } = await waitForPlayback(page);
    expect(resumed).toBeGreaterThanOrEqual(Math.floor(left));
    expect(resumed).toBeLessThan(left + 6);

    // Home: the row of unfinished titles appears without moving visible content.
    await phone.goto('/');
    const row = main.locator('.shelf', {
      has: page.getByRole('heading', { name: 'Continue watching' }),
    });
    await row.getByRole('link', { name: /^Resume .*Isibane/ }).waitFor();
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & {
              value: number;
              hadRecentInput: boolean;
            })[])
              sum += entry.hadRecentInput ? 0 : entry.value;
          }).observe({ type: 'layout-shift', buffered: true });
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
        }),
    );
    expect(moved).toBeLessThan(0.02);
    await row.getByRole('link', { name: /^Resume .*Isibane/ }).tap();
    expect((await waitForPlayback(page)).time).toBeGreaterThan(left - 2);

    // Leaving the page also stores the position; one press starts from the beginning.
    await phone.goto('/video/isibane');
    await main.getByRole('button', { name: 'Start from the beginning' }).tap();
    expect((await waitForPlayback(page)).time).toBeLessThan(left - 2);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());

    // A finished title has no position.
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
    await seekTo(page, 0.985);
    await waitUntil('it has ended', () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.ended),
    );
    await waitUntil('the end is told', () => log.some(({ status }) => status === 'finished'));
    await phone.goto('/video/isibane');
    await main.getByRole('button', { name: /^Watch/ }).waitFor();
    const viewer = await page.evaluate(async () => (await fetch('/api/viewer')).json());
    expect(viewer.resume).toEqual([]);
  });

  it('does not begin a film again for whoever comes back to it', async () => {
    const phone = await visit();
    const { page } = phone;
    await becomeSubscriber(phone, newHandset(product()), 'Weekly');
    await phone.goto('/video/isibane?play=1');
    await waitForPlayback(page);
    expect(page.url()).toBe(`${product().site}/video/isibane`);
    await phone.goto('/');
    await page.goBack();
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Watch|Resume)/ })
      .waitFor();
    expect(await page.locator('#stage').getAttribute('data-state')).toBe('idle');
  });
});
