/** What a data choice costs: as the page says it, and as the browser fetches it. F10. */
import type { Page } from 'playwright-core';
import type { Visit } from './browser.ts';
import { flowPage, followMainLink } from './flow.page.ts';
import { newHandset } from './handset.ts';
import { countMedia, megabytesIn } from './media-bytes.ts';
import { waitForPlayback } from './playback.ts';

/** A short title with every data choice. */
export const TITLE = '/video/isibane';
export const CHOICES = ['Audio only', 'Saver', 'Standard', 'Best'] as const;

/** Signs up on the way to the title, and plays it. */
export async function playAsSubscriber(phone: Visit): Promise<void> {
  const flow = flowPage(phone);
  await flow.open(`${TITLE}?play=1`);
  await flow.subscribe(newHandset(phone.product), 'Monthly');
  await followMainLink(phone.page);
  await waitForPlayback(phone.page);
}

/** Opens the settings of the player. */
export async function openSettings(page: Page) {
  await page.locator('#stage').hover();
  await page.getByRole('button', { name: 'Settings' }).click();
  return page.getByRole('dialog', { name: 'Settings' });
}

/** Plays as fast as Chromium can to the end. */
export async function playToTheEnd(page: Page): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 16;
  });
  await page.waitForFunction(() => document.querySelector('video')?.ended);
}

/** Ends the title, so that the next play begins at its beginning. */
export async function skipToTheEnd(page: Page): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = video.duration - 1;
  });
  await page.waitForFunction(() => document.querySelector('video')?.ended);
}

/** Whether a data choice says that it plays what the one above it plays. */
const isAsAbove = (radio: HTMLElement) =>
  radio.closest('label')?.textContent?.includes('Here the same as the choice above') === true;

/**
 * The megabytes that the title is said to cost with a choice, what a whole play fetches, and
 * whether the choice says that it is the same as the one above. The
 * play before must have come to its end.
 */
export async function playWithChoice(phone: Visit, choice: (typeof CHOICES)[number]) {
  const { page } = phone;
  const watch = page.getByRole('main').getByRole('button', { name: /^Watch.*MB$/ });
  const begin = async () => {
    await watch.click();
    // Sound alone has no pictures to wait for.
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  };
  await phone.goto(TITLE);
  await begin();
  const sheet = await openSettings(page);
  const radio = sheet.getByRole('radio', { name: new RegExp(`^${choice}.*MB$`) });
  const asAbove = await radio.evaluate(isAsAbove);
  await radio.check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await skipToTheEnd(page);

  // The page may fetch the beginning ahead of the press.
  const fetched = await countMedia(page);
  await phone.goto(TITLE);
  const said = megabytesIn(await watch.innerText());
  await playWhole(page, choice, begin);
  const { bytes, paths } = fetched;
  return { said, fetched: bytes / 1e6, paths, asAbove };
}

async function playWhole(page: Page, choice: string, begin: () => Promise<void>) {
  await begin();
  // With sound alone the poster stays.
  await page.waitForFunction(
    (opacity) => {
      const poster = document.querySelector('.stage-poster');
      return poster && getComputedStyle(poster).opacity === opacity;
    },
    choice === 'Audio only' ? '1' : '0',
  );
  await playToTheEnd(page);
}
