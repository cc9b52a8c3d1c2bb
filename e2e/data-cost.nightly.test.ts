// The data contract of watching: the cost that a choice states is what the browser fetches.
// F10, Watching.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import {
  CHOICES,
  openSettings,
  playAsSubscriber,
  playToTheEnd,
  playWithChoice,
  skipToTheEnd,
  TITLE,
} from './harness/data-choice.ts';
import { becomeSubscriber } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { countMedia, megabytesIn } from './harness/media-bytes.ts';
import { waitForPlayback } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

const OTHER_TITLE = '/episode/pots-dont-lie-s1e6';

/** Limits the line of a page to bytes a second; -1: not at all. */
async function setLine(page: Page, downloadThroughput: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const line = { offline: false, latency: 0, downloadThroughput, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', line);
}

describe('the data choice', () => {
  it('says for each choice what the title costs, and fetches that to its end', async () => {
    const phone = await visit();
    await playAsSubscriber(phone);
    await skipToTheEnd(phone.page);
    const costs: number[] = [];
    for (const choice of CHOICES) {
      const { said, fetched, paths, asAbove } = await playWithChoice(phone, choice);
      costs.push(said);
      // The demo's titles end at 480p: Best gives no more there, and says so.
      if (choice === 'Best') expect(asAbove).toBe(true);
      expect.soft(fetched, choice).toBeGreaterThan(said * 0.95);
      expect.soft(fetched, choice).toBeLessThan(said * 1.05);
      if (choice === 'Audio only')
        expect(paths.filter((path) => /\/\d+p\//.test(path))).toEqual([]);
    }
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    expect(new Set(costs).size).toBeGreaterThan(2);
  });

  it('fetches nothing above the choice, also when the picture is turned and fills the screen', async () => {
    const phone = await visit();
    const { page } = phone;
    await playAsSubscriber(phone);
    const sheet = await openSettings(page);
    await sheet.getByRole('radio', { name: /^Saver/ }).check();
    await sheet.getByRole('button', { name: 'Done' }).click();

    await phone.goto(TITLE);
    const fetched = await countMedia(page);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Watch|Resume)/ })
      .click();
    await waitForPlayback(page);

    // Whoever pauses after five seconds has paid for at most twenty more.
    const isPausedAt = (seconds: number) => {
      const video = document.querySelector('video');
      if (!video || video.currentTime < seconds) return false;
      video.pause();
      return true;
    };
    await page.waitForFunction(isPausedAt, 5);
    const ahead = () =>
      page.locator('video').evaluate(({ buffered, currentTime, duration }: HTMLVideoElement) => ({
        seconds: buffered.end(buffered.length - 1) - currentTime,
        left: duration - currentTime,
      }));
    await waitUntil('the buffer is full', async () => (await ahead()).seconds > 14);
    expect((await ahead()).left).toBeGreaterThan(22);
    expect((await ahead()).seconds).toBeLessThanOrEqual(20);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.play());
    const { width, height } = page.viewportSize() ?? { width: 360, height: 740 };
    await page.setViewportSize({ width: height, height: width });
    await page.keyboard.press('f');
    await playToTheEnd(page);
    const heights = fetched.paths.map((path) => Number(/\/(\d+)p\//.exec(path)?.[1] ?? 0));
    expect(Math.max(...heights)).toBe(240);
  });
});

describe('the data budget', () => {
  it('counts what the browser receives, warns once, and asks before a title plays on', async () => {
    const phone = await visit();
    const { page } = phone;
    await becomeSubscriber(phone, newHandset(product()), 'Weekly');
    await phone.goto('/profile/data');
    // Each choice says what an hour of it costs, before a title does.
    const costs = page.getByText(/Data in an hour: [\d.,]+\sMB$/);
    await costs.first().waitFor();
    const hours = await costs.allInnerTexts();
    expect(hours.map(megabytesIn).every((cost) => cost > 0)).toBe(true);
    expect(hours).toHaveLength(CHOICES.length);
    await page.getByLabel('Megabytes a month (MB)').fill('1');
    await page.getByRole('button', { name: 'Save budget' }).click();
    await page.getByText('Your budget is 1 MB a month.').waitFor();

    const fetched = await countMedia(page);
    // On a fast line one count may lead from below the warning to a budget that is used up.
    await setLine(page, 50_000);
    await phone.goto(`${TITLE}?play=1`);
    await page.getByText(/You have used .* of your data budget of 1\sMB/).waitFor();
    await setLine(page, -1);
    // A short title is less than the budget, two are more.
    const question = page.getByRole('dialog', { name: 'Your data budget is used up' });
    await phone.goto(`${OTHER_TITLE}?play=1`);
    await question.waitFor();
    const isPaused = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.paused);
    expect(await isPaused()).toBe(true);
    // Whoever stops is asked again, and before a play begins.
    await question.getByRole('button', { name: 'Stop' }).click();
    await phone.goto(`${TITLE}?play=1`);
    await question.waitFor();
    expect(await page.locator('#stage').getAttribute('data-state')).toBe('idle');
    await question.getByRole('button', { name: 'Lower to Audio only' }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);

    await phone.goto('/profile/data');
    const month = page.locator('.data-figure', { hasText: 'This month' });
    await month.getByText('The budget of 1 MB is used up').waitFor();
    const counted = megabytesIn(
      /Video and sound [\d.]+\sMB/.exec(await month.innerText())?.[0] ?? '',
    );
    expect(counted).toBeGreaterThan((fetched.bytes / 1e6) * 0.85);
    expect(counted).toBeLessThan((fetched.bytes / 1e6) * 1.05);
  });
});
