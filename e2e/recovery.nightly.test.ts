// Playback on a phone whose line, network and media fail. F10, Watching.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { describePlayback, playbackProgress, waitForPlayback } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

const TITLE = '/video/isibane';
const SEGMENT = /\/media\/s\/.*\.m4s$/;

/**
 * A subscriber whose playback has begun and is paused with some seconds in the buffer, so that the
 * rest of the title is not fetched.
 */
async function pausedAtStart(phone: Visit): Promise<void> {
  const { page } = phone;
  const flow = flowPage(phone);
  await flow.open(`${TITLE}?play=1`);
  await flow.subscribe(newHandset(product()), 'Monthly');
  await followMainLink(page);
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    if (!video || video.currentTime === 0) return false;
    video.pause();
    return video.buffered.length > 0 && video.buffered.end(0) - video.currentTime > 8;
  });
}

/** Plays faster than a viewer can, and no faster than a busy machine decodes. */
const playFast = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 4;
    return video.play();
  });

/** Says what the video did instead where a wait for it runs out. */
async function explained<Value>(page: Page, wait: Promise<Value>): Promise<Value> {
  return await wait.catch(async (error: unknown) => {
    throw new Error(await describePlayback(page), { cause: error });
  });
}

/** The segments that arrived, in their order. */
function arrivedSegments(page: Page): string[] {
  const paths: string[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (SEGMENT.test(pathname)) paths.push(pathname);
  });
  return paths;
}

it('plays on without a line, then waits in plain words, and goes on at its place by itself', async () => {
  const phone = await visit();
  const { page, context } = phone;
  phone.tolerate(/ERR_INTERNET_DISCONNECTED/);
  await pausedAtStart(phone);
  const arrived = arrivedSegments(page);
  await context.setOffline(true);
  const { time } = await playbackProgress(page);
  await playFast(page);
  // So fast, a busy machine's picture may stand for a moment before, and then says so as well.
  const words = page.getByText(/^(The signal is weak|We lost the signal)/).first();
  const lost = await explained(
    page,
    waitUntil('the buffer is played, and the words say why it stands', async () => {
      const isSaid = await words.isVisible();
      const reached = await playbackProgress(page);
      return isSaid && reached.time > time + 5 ? reached : undefined;
    }),
  );

  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 1;
  });
  await context.setOffline(false);
  const back = await waitForPlayback(page);
  expect(back.time).toBeGreaterThan(lost.time);
  await page.getByText(/signal/).waitFor({ state: 'detached' });
  expect(arrived).toEqual([...new Set(arrived)]);
});

it('asks once for less when Wi-Fi ends, and gets over a refused address and broken media', async () => {
  const phone = await visit();
  const { page } = phone;
  phone.tolerate(/status of 403/);
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'wifi', downlink: 10 });
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  const caps: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/play')) caps.push(request.postDataJSON().max_height);
  });
  await pausedAtStart(phone);
  expect(caps.at(-1)).toBe(480);
  const before = caps.length;
  // Before its answer is there, the old addresses are asked.
  const answered = page.waitForResponse('**/api/play');
  await page.evaluate(() => {
    const { connection } = navigator as unknown as { connection: EventTarget };
    Object.assign(connection, { type: 'cellular' });
    connection.dispatchEvent(new Event('change'));
  });
  await (await answered).finished();

  const faults = [
    { status: 403, body: '' },
    { status: 200, body: 'no media' },
  ];
  await page.route(SEGMENT, async (route) => {
    const fault = faults.shift();
    await (fault ? route.fulfill(fault) : route.continue());
  });
  await playFast(page);
  await explained(
    page,
    page.waitForFunction(() => document.querySelector('video')?.ended),
  );
  expect(faults).toEqual([]);
  // Once for the other network, once for the refused address.
  expect(caps.slice(before)).toEqual([240, 240]);
});
