// Watch live: the guide leads to a playing channel, which goes on over the end of a programme and
// starts over.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { becomeSubscriber, flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { advanceClock, MINUTE } from './harness/ops.ts';
import { playbackProgress, waitForPlayback } from './harness/playback.ts';

const { visit, product } = useBrowser();

/**
 * Programmes begin on half hours: after this, none does while a test watches, which would start
 * another one over.
 */
async function awayFromBeginnings(): Promise<void> {
  const { now } = await advanceClock(product(), 0);
  const since = (Date.parse(now) / 1000) % (30 * MINUTE);
  await advanceClock(product(), (35 * MINUTE - since) % (30 * MINUTE));
}

const watchLive = (page: Page) => page.getByRole('button', { name: /^Watch live/ }).first();

it('a visitor presses Watch live, subscribes, watches, starts over and comes back to live', async () => {
  await awayFromBeginnings();
  const phone = await visit();
  const { page } = phone;
  await page.goto(`${product().site}/live`);
  const press = watchLive(page);
  expect(await press.textContent()).toMatch(/\d\sMB a minute$/);
  await press.click();
  await page.waitForURL(/\/enter-number\?return=%2Flive%2F/);
  await flowPage(phone).subscribe(newHandset(product()), 'Daily');
  await followMainLink(page);
  const live = await waitForPlayback(page);

  // It is the player of titles: its sheet, without what a channel has not.
  await page.locator('#stage').hover();
  await page.getByText(/MB used$/).waitFor();
  await page.locator('.live-state').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  for (const choice of ['Saver', 'Standard', 'Best', 'Audio only'])
    await sheet.getByRole('radio', { name: new RegExp(`^${choice}.*MB$`) }).waitFor();
  expect(await sheet.getByRole('group', { name: 'Data in an hour' }).count()).toBe(1);
  expect(await sheet.getByRole('group', { name: 'Speed' }).count()).toBe(0);
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });

  // In the hand: a double tap goes back, and a turn to the side fills the screen.
  const stage = page.locator('#stage');
  const box = await stage.boundingBox();
  if (!box) throw new Error('There is no stage.');
  for (let taps = 0; taps < 2; taps += 1)
    await page.touchscreen.tap(box.x + box.width * 0.2, box.y + box.height * 0.4);
  await page.getByRole('button', { name: 'Back to live' }).click();
  const { width, height } = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ width: height, height: width });
  await page.waitForFunction(() => document.querySelector('#stage')?.clientHeight === innerHeight);
  expect(await stage.boundingBox()).toEqual({ x: 0, y: 0, width: height, height: width });
  await page.setViewportSize({ width, height });

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: 'Back to live' }).waitFor();
  expect((await waitForPlayback(page)).time).toBeLessThan(live.time);
  await page.getByRole('button', { name: 'Back to live' }).click();
  expect((await waitForPlayback(page)).time).toBeGreaterThan(live.time);

  // Over the ends of programmes: a player that follows the channel finds out and goes on.
  await advanceClock(product(), 40 * MINUTE);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.waitForFunction(
    (before) => (document.querySelector('video')?.currentTime ?? 0) > before + 30 * 60,
    live.time,
  );
  await waitForPlayback(page);
  expect((await playbackProgress(page)).paused).toBe(false);
});

it('a subscription that has ended leads to the number screen, and Back to the channel', async () => {
  await awayFromBeginnings();
  const phone = await visit();
  const { page } = phone;
  const handset = newHandset(product());
  await becomeSubscriber(phone, handset, 'Daily');
  await handset.say('STOP ALL');
  await phone.goto('/live');
  await watchLive(page).click();
  await page.waitForURL(/\/enter-number\?return=%2Flive%2F/);
  const channel = new URL(page.url()).searchParams.get('return')?.replace('?play=1', '') ?? '';

  await phone.goto(channel);
  await watchLive(page).click();
  await flowPage(phone).numberScreen.waitFor();
  await page.goBack();
  await watchLive(page).waitFor();
  expect(page.url()).toBe(`${product().site}${channel}`);
});
