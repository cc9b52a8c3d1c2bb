// F10 R10: what surrounds and follows a play: the mini-player, skip intro, the end screen.
import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { playbackProgress, waitForPlayback } from './harness/playback.ts';
import { axeViolations, sidewaysScroll } from './harness/screen-faults.ts';

const { visit, product } = useBrowser();

/** Moves a finger down on the picture. */
async function swipeDown(page: Page, stage: string): Promise<void> {
  const picture = await page.locator(stage).boundingBox();
  if (!picture) throw new Error('There is no stage.');
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [picture.x + picture.width / 3, picture.y + picture.height / 3];
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', down = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + down }],
    });
  await finger('touchStart');
  for (const down of [20, 50, 90, 130]) await finger('touchMove', down);
  await finger('touchEnd');
  await touch.detach();
}

it('plays on in a mini-player while the viewer browses, and ends with what follows', async () => {
  const phone = await visit();
  const { page } = phone;
  const flow = flowPage(phone);
  const faults: string[] = [];
  await flow.open('/video/isibane?play=1');
  await flow.subscribe(newHandset(product()), 'Monthly');
  await followMainLink(page);
  const { time: before } = await waitForPlayback(page);

  // A swipe down on the picture leads to where the viewer browses; nothing was browsed but Home.
  // The page under it neither scrolls nor loads again.
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).overscrollBehaviorY === 'contain',
  );
  const gestures = await page
    .locator('.controls-ground')
    .evaluate((ground) => getComputedStyle(ground).touchAction);
  expect(gestures).toBe('pan-down pinch-zoom');
  await swipeDown(page, '#stage');
  await page.waitForURL((url) => url.pathname === '/');
  const mini = page.getByRole('region', { name: 'Mini-player' });
  await mini.getByRole('button', { name: 'Pause' }).waitFor();
  expect((await waitForPlayback(page)).time).toBeGreaterThan(before);
  faults.push(...(await axeViolations(page, 'mini-player')));
  faults.push(...(await sidewaysScroll(page, 'mini-player')));

  await page.getByRole('link', { name: 'Browse', exact: true }).tap();
  await page.waitForURL('**/channels');
  const { time: browsing } = await waitForPlayback(page);
  await mini.getByRole('link', { name: /^Back to\s+Isibane/ }).tap();
  await page.waitForURL('**/video/isibane');
  await mini.waitFor({ state: 'detached' });
  expect((await playbackProgress(page)).time).toBeGreaterThanOrEqual(browsing);

  // Where it ends there, its page offers it again.
  await page.goBack();
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.5;
  });
  await mini.getByText('The end').waitFor();
  await mini.getByRole('link').tap();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Watch again \d/ })
    .tap();
  await waitForPlayback(page);

  // Another title replaces it; a cross ends it.
  await page.goBack();
  await mini.getByRole('button', { name: 'Close Isibane' }).tap();
  await page.locator('video').waitFor({ state: 'detached' });

  await phone.goto('/episode/pots-dont-lie-s1e2?play=1');
  await waitForPlayback(page);
  await page.getByRole('button', { name: 'Skip intro' }).tap();
  await page.getByRole('button', { name: 'Skip recap' }).waitFor();
  expect((await playbackProgress(page)).time).toBeGreaterThanOrEqual(6);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.5;
  });
  const end = page.getByRole('region', { name: 'Next episode' });
  await end.getByRole('button', { name: 'Watch again' }).waitFor();
  expect(await end.getByRole('list', { name: 'More like this' }).getByRole('link').count()).toBe(3);
  // On mobile data nothing starts by itself.
  expect(await end.getByRole('link', { name: /^Next episode/ }).innerText()).not.toMatch(/ in \d/);
  faults.push(...(await axeViolations(page, 'end screen')));

  // The finished episode has made room for the next one.
  await phone.goto('/show/pots-dont-lie');
  await page.getByRole('link', { name: /^Watch\s+Pots Don.t Lie,\s+S1 E3/ }).waitFor();
  await page.getByRole('button', { name: 'Share Pots Don’t Lie' }).tap();
  const share = page.getByRole('dialog', { name: /^Share/ });
  expect(await share.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toContain(
    encodeURIComponent(`${product().site}/show/pots-dont-lie`),
  );
  faults.push(...(await axeViolations(page, 'share')));
  expect(faults).toEqual([]);
});

it('takes live along while the viewer browses, and is the only one that plays', async () => {
  const phone = await visit();
  const { page } = phone;
  const flow = flowPage(phone);
  const faults: string[] = [];
  await page.goto(`${product().site}/live`);
  await page
    .getByRole('button', { name: /^Watch live/ })
    .first()
    .click();
  await page.waitForURL(/\/enter-number\?return=%2Flive%2F/);
  await flow.subscribe(newHandset(product()), 'Monthly');
  await followMainLink(page);
  const { time: before } = await waitForPlayback(page);
  const { pathname } = new URL(page.url());

  await page.locator('.controls').waitFor();
  await swipeDown(page, '#stage');
  const mini = page.getByRole('region', { name: 'Mini-player' });
  await mini.waitFor();
  expect(new URL(page.url()).pathname).not.toBe(pathname);
  expect(await mini.getByRole('link').innerText()).toMatch(/\n\S/);
  faults.push(...(await axeViolations(page, 'live in the mini-player')));
  faults.push(...(await sidewaysScroll(page, 'live in the mini-player')));
  // Soon after the swipe Chromium takes a first tap for the one that stops its fling.
  await vi.waitFor(
    async () => {
      await page.getByRole('link', { name: 'Browse', exact: true }).tap();
      await page.waitForURL('**/channels', { timeout: 5000 });
    },
    { timeout: 60_000, interval: 100 },
  );
  expect((await waitForPlayback(page)).time).toBeGreaterThan(before);

  // Back on its page it is the same playback.
  await mini.getByRole('link').tap();
  await page.waitForURL(`**${pathname}`);
  await mini.waitFor({ state: 'detached' });
  expect((await waitForPlayback(page)).time).toBeGreaterThan(before);
  // The button does what the finger did. What is paused by then goes along, too.
  await page.getByRole('button', { name: 'Mini-player' }).click();
  await mini.getByRole('button', { name: 'Pause' }).tap();
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await page.waitForURL((url) => url.pathname === '/');
  await mini.getByRole('button', { name: 'Play' }).tap();
  await waitForPlayback(page);

  // A title takes its place.
  const title = page.getByRole('main').locator('a[href="/video/isibane"]').first();
  await title.evaluate((link: HTMLAnchorElement) => link.click());
  await page.waitForURL('**/video/isibane');
  await mini.waitFor();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Watch/ })
    .first()
    .click();
  await mini.waitFor({ state: 'detached' });
  await waitForPlayback(page);
  expect(await page.locator('video').count()).toBe(1);
  // The title goes on in turn while the viewer goes back.
  await page.goBack();
  await mini.getByRole('button', { name: 'Close Isibane' }).waitFor();
  expect(faults).toEqual([]);
});

it('pauses in the first tab when the second one plays', async () => {
  const phone = await visit();
  const { page } = phone;
  const flow = flowPage(phone);
  await flow.open('/video/isibane?play=1');
  await flow.subscribe(newHandset(product()), 'Monthly');
  await followMainLink(page);
  await waitForPlayback(page);
  const second = await phone.tab();
  await second.goto('/video/highveld-nights?play=1');
  await waitForPlayback(second);
  await page.waitForFunction(() => document.querySelector('video')?.paused);
  expect((await playbackProgress(second)).paused).toBe(false);
});
