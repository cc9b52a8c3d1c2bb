// Captions, and from episode to episode: R10 P4.
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitForPlayback } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

it('has captions of the interface on where another language is spoken, and offers the next episode after an episode without starting it', async () => {
  const phone = await visit();
  const { page } = phone;
  const flow = flowPage(phone);
  await flow.open('/video/isibane?play=1');
  await flow.subscribe(newHandset(product()));
  await followMainLink(page);
  await waitForPlayback(page);
  const showing = () =>
    page
      .locator('video')
      .evaluate(
        (video: HTMLVideoElement) =>
          [...video.textTracks].filter(({ mode }) => mode === 'showing').length,
      );
  expect(await showing()).toBe(1);
  const cues = () =>
    page
      .locator('video')
      .evaluate(
        (video: HTMLVideoElement) =>
          [...video.textTracks].find(({ mode }) => mode === 'showing')?.cues?.length ?? 0,
      );
  expect(await waitUntil('the captions are there', cues)).toBeGreaterThan(3);
  // What is switched off stays off, here and in every other title.
  await page.locator('video').hover({ force: true });
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog', { name: 'Settings' });
  await sheet.getByRole('group', { name: 'Captions' }).getByRole('radio', { name: 'Off' }).check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await showing()).toBe(0);
  await phone.goto('/video/isibane?play=1');
  await waitForPlayback(page);
  await page.locator('.controls').waitFor();
  expect(await showing()).toBe(0);

  // R10: an episode plays like a video. At its end the next one shows its megabytes and waits for
  // a press.
  await phone.goto('/episode/pots-dont-lie-s1e1?play=1');
  await waitForPlayback(page);
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 0.5;
  });
  const next = page
    .getByRole('region', { name: 'Next episode' })
    .getByRole('link', { name: /^Next episode.*MB$/ });
  await next.tap();
  await page.waitForURL(({ pathname }) => pathname === '/episode/pots-dont-lie-s1e2');
  // The address changes before the page does: the ended episode's video is not the next one's.
  await page.waitForFunction(() => document.querySelector('video')?.ended === false);
  await waitForPlayback(page);
});
