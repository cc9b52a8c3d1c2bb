// F10 R10: what surrounds and follows a play: the mini-player, skip intro, the end screen.
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { playbackProgress, waitForPlayback } from './harness/playback.ts';
import { axeViolations, sidewaysScroll } from './harness/screen-faults.ts';

const { visit, product } = useBrowser();

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
  const picture = await page.locator('#stage').boundingBox();
  if (!picture) throw new Error('There is no stage.');
  // The page under it neither scrolls nor loads again.
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).overscrollBehaviorY === 'contain',
  );
  const gestures = await page
    .locator('.controls-ground')
    .evaluate((ground) => getComputedStyle(ground).touchAction);
  expect(gestures).toBe('pan-down pinch-zoom');
  const touch = await phone.context.newCDPSession(page);
  const [x, y] = [picture.x + picture.width / 3, picture.y + picture.height / 4];
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', down = 0) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + down }],
    });
  await finger('touchStart');
  for (const down of [20, 50, 90, 130]) await finger('touchMove', down);
  await finger('touchEnd');
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
  await end.getByRole('button', { name: 'Replay' }).waitFor();
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
