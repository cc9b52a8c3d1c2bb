// The player in the hand and under the keys: taps, the turned phone, sheets. F9, Watching.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitForPlayback } from './harness/playback.ts';
import { axeViolations } from './harness/screen-faults.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

const TITLE = '/video/isibane';

/** A subscriber on a title's page, before playback. */
async function subscriberAt(phone: Visit): Promise<void> {
  const flow = flowPage(phone);
  await flow.open(`${TITLE}?play=1`);
  await flow.subscribe(newHandset(product()), 'Monthly');
  await followMainLink(phone.page);
  await waitForPlayback(phone.page);
  await phone.goto(TITLE);
}

const timeOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
const goTo = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to;
  }, seconds);
const isResting = (page: Page) => page.locator('.controls[data-resting]').count();

/** By how much captions are raised, and the height of the bar. */
const raised = (page: Page) =>
  page.locator('#stage').evaluate((stage: HTMLElement) => ({
    by: stage.style.getPropertyValue('--covered'),
    bar: `${stage.querySelector<HTMLElement>('.controls-bar')?.offsetHeight}px`,
  }));

/** What a press has done is on the screen. */
const nextPicture = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Taps once on the picture, at shares of its width and height. */
async function tapper(page: Page) {
  const box = await page.locator('#stage').boundingBox();
  if (!box) throw new Error('The stage is not on the screen.');
  return (x: number, y: number) =>
    page.touchscreen.tap(box.x + box.width * x, box.y + box.height * y);
}

/** The lightest that the ground of the played time and its data becomes, from 0 to 1. */
async function lightestGround(page: Page): Promise<number> {
  await page.evaluate(() => {
    const style = (selector: string, name: string, value: string) =>
      document.querySelectorAll<HTMLElement>(selector).forEach((element) => {
        element.style.setProperty(name, value, 'important');
      });
    style('#stage', 'background', '#fff');
    style('video', 'visibility', 'hidden');
    style('.controls-time, .controls-time *', 'color', 'transparent');
  });
  await nextPicture(page);
  const clip = await page.locator('.controls-time').boundingBox();
  if (!clip) throw new Error('The time is not on the screen.');
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ max }) => linear(max / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2: the linear value of a colour's part. */
const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

describe('the player on a phone', () => {
  it('has a ground under the time that is dark enough for a white picture', async () => {
    const phone = await visit({ reducedMotion: 'reduce' });
    const { page } = phone;
    await subscriberAt(phone);
    await page
      .getByRole('button', { name: /^(Watch|Resume)/ })
      .first()
      .tap();
    await waitForPlayback(page);
    await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
    await waitUntil('the controls show', async () => (await isResting(page)) === 0);
    // 4.5 to 1 under the quiet colour of the data, whose luminance is 0.5 or more.
    expect(await lightestGround(page)).toBeLessThan(0.55 / 4.5 - 0.05);
  });

  it('shows and hides its controls, skips by double taps, fills the turned screen, keeps captions', async () => {
    const phone = await visit({ reducedMotion: 'reduce' });
    const { page } = phone;
    await subscriberAt(phone);
    const found: string[] = [];
    found.push(...(await axeViolations(page, 'before playback')));
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Watch|Resume)/ })
      .tap();
    await waitForPlayback(page);
    await page.locator('.controls').waitFor();
    found.push(...(await axeViolations(page, 'controls')));

    // Large, in the middle.
    const play = await page.getByRole('button', { name: 'Pause', exact: true }).boundingBox();
    expect(play?.width).toBeGreaterThanOrEqual(60);
    expect((play?.x ?? 0) + (play?.width ?? 0) / 2).toBeCloseTo(180, 0);

    await waitUntil('the controls rest', async () => (await isResting(page)) === 1);
    found.push(...(await axeViolations(page, 'controls hidden')));
    const tap = await tapper(page);
    // The focus is elsewhere, so the tap moves it too.
    await page.getByRole('button', { name: 'Full screen' }).focus();
    await waitUntil('the controls rest again', async () => (await isResting(page)) === 1);
    await tap(0.5, 0.45);
    await nextPicture(page);
    expect(await isResting(page)).toBe(0);
    const above = await raised(page);
    expect(above.by).toBe(above.bar);
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(
      false,
    );
    await tap(0.07, 0.55);
    await waitUntil('a tap hides the controls', async () => (await isResting(page)) === 1);
    expect((await raised(page)).by).toBe('0px');

    // Where the seek bar hides, a tap only shows it, and two taps skip.
    const middle = await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.duration / 2);
    await goTo(page, 2);
    await tap(0.45, 0.95);
    await waitUntil('a low tap shows the controls', async () => (await isResting(page)) === 0);
    expect(await timeOf(page)).toBeLessThan(middle / 2);
    await waitUntil('the controls rest', async () => (await isResting(page)) === 1);
    await goTo(page, 2);
    for (let taps = 0; taps < 2; taps += 1) await tap(0.75, 0.95);
    await page.locator('.skip-shown', { hasText: '10 s' }).waitFor();
    expect(await timeOf(page)).toBeLessThan(middle);
    // The whole height of the seek bar seeks, its upper edge too.
    await goTo(page, 2);
    await tap(0.5, 0.45);
    const slider = page.getByRole('slider');
    await waitUntil('the seek bar takes a finger', () =>
      slider.evaluate((input) => getComputedStyle(input).pointerEvents === 'auto'),
    );
    const bar = await slider.boundingBox();
    if (!bar) throw new Error('The seek bar is not on the screen.');
    await page.touchscreen.tap(bar.x + bar.width / 2, bar.y + 4);
    await waitUntil(
      'the middle of the title',
      async () => Math.abs((await timeOf(page)) - middle) < middle / 2,
    );
    expect(await page.locator('.seek[data-scrubbed]').count()).toBe(0);
    await waitUntil('the controls rest after that', async () => (await isResting(page)) === 1);

    await goTo(page, 2);
    const before = await timeOf(page);
    for (let taps = 0; taps < 3; taps += 1) await tap(0.85, 0.5);
    await page.locator('.skip-shown', { hasText: '20 s' }).waitFor();
    expect(await timeOf(page)).toBeGreaterThanOrEqual(before + 20);

    const whole = { width: 740, height: 360 };
    await page.setViewportSize(whole);
    await waitUntil('the picture fills the turned screen', async () => {
      const box = await page.locator('#stage').boundingBox();
      return box?.width === whole.width && box.height === whole.height && box.y === 0;
    });
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('banner').waitFor();
    expect((await page.locator('#stage').boundingBox())?.width).toBe(360);

    await page.locator('#stage').hover();
    await page.getByRole('button', { name: 'Settings' }).click();
    const sheet = page.getByRole('dialog', { name: 'Settings' });
    await sheet.getByRole('radio', { name: 'English' }).check();
    await sheet.getByRole('radio', { name: 'Large' }).check();
    found.push(...(await axeViolations(page, 'settings')));
    await sheet.getByRole('button', { name: 'Done' }).click();
    await sheet.waitFor({ state: 'detached' });
    await phone.goto(`${TITLE}?play=1`);
    await waitForPlayback(page);
    await page.locator('.controls').waitFor();
    const captions = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => ({
        shown: [...video.textTracks].filter(({ mode }) => mode === 'showing').length,
        size: getComputedStyle(video).getPropertyValue('--caption-size'),
      }));
    expect(await captions()).toEqual({ shown: 1, size: '1.5' });
    expect(found).toEqual([]);
  });
});

describe('the player beside another screen', () => {
  it('offers it while the browser knows one, and asks the browser for it', async () => {
    const desk = await visit({ device: 'desk' });
    const { page, context } = desk;
    // No device is near a test: the browser is made to know one, and to keep what it is asked.
    await context.addInitScript(() => {
      const remote = Object.assign(new EventTarget(), {
        state: 'disconnected',
        watchAvailability: async (tell: (is: boolean) => void) => {
          addEventListener('screen-near', () => tell(true));
          addEventListener('screen-gone', () => tell(false));
          return 1;
        },
        cancelWatchAvailability: async () => undefined,
        prompt: async () => {
          remote.state = 'connected';
          remote.dispatchEvent(new Event('connect'));
        },
      });
      Object.defineProperty(HTMLMediaElement.prototype, 'remote', { get: () => remote });
    });
    await subscriberAt(desk);
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Watch|Resume)/ })
      .click();
    await waitForPlayback(page);
    await page.getByRole('button', { name: 'Settings' }).waitFor();
    const other = page.getByRole('button', { name: 'Play on another screen' });
    expect(await other.count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('screen-near')));
    await other.press('Enter');
    await page.locator('[aria-label="Play on another screen"][aria-pressed="true"]').waitFor();
    // What is connected can be left, also when no other screen is near.
    await page.evaluate(() => dispatchEvent(new Event('screen-gone')));
    await nextPicture(page);
    expect(await other.count()).toBe(1);
  });
});

describe('the player with a keyboard', () => {
  it('takes the focus from Watch to Pause, obeys its keys and lists them', async () => {
    const desk = await visit({ device: 'desk', reducedMotion: 'reduce' });
    const { page } = desk;
    await subscriberAt(desk);
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const storyboards = () => scripts.filter((path) => /storyboard/.test(path)).length;
    await page
      .getByRole('main')
      .getByRole('button', { name: /^(Watch|Resume)/ })
      .press('Enter');
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await waitUntil('the focus is on Pause', () =>
      pause.evaluate((button) => button === document.activeElement),
    );
    expect(await page.locator('#stage [aria-live="polite"]').innerText()).toBe('Playing');
    await page.getByText(/MB used$/).waitFor();

    await page.keyboard.press('k');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.keyboard.press('5');
    const duration = await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.duration);
    expect(await timeOf(page)).toBeCloseTo(duration / 2, 0);
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowLeft');
    expect(await timeOf(page)).toBeCloseTo(Math.max(0, duration / 2 - 20), 0);
    await page.keyboard.press('l');
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Sound on' }).waitFor();
    // The viewer took the sound away, not the browser.
    await page.keyboard.press('k');
    await pause.waitFor();
    expect(await page.getByRole('button', { name: 'Tap for sound' }).count()).toBe(0);

    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keys of the player' });
    await list.getByText('Full screen').waitFor();
    expect(await axeViolations(page, 'keys')).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });

    // Moving the seek bar seeks when it is let go, with a picture of the place.
    expect(storyboards()).toBe(0);
    const slider = page.getByRole('slider');
    const bar = await slider.boundingBox();
    if (!bar) throw new Error('The seek bar is not on the screen.');
    await page.mouse.move(bar.x + bar.width * 0.1, bar.y + bar.height / 2);
    // A mouse that only rests on the bar sees it, too.
    await page.locator('.seek-picture').waitFor();
    await page.mouse.down();
    await page.mouse.move(bar.x + bar.width * 0.8, bar.y + bar.height / 2, { steps: 3 });
    await page.locator('.seek-picture').waitFor();
    expect(storyboards()).toBeGreaterThan(0);
    expect(await timeOf(page)).toBeLessThan(duration * 0.7);
    await page.mouse.up();
    await waitUntil('the title is there', async () => (await timeOf(page)) > duration * 0.75);
  });
});
