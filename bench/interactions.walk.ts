import type { Page } from 'playwright-core';
import type { SlowPhone } from './phone.ts';

/** The interactions that are measured, in the order of the walk. */
export const INTERACTIONS = [
  'open a title from Home',
  'back to Home, open another at once',
  'Watch',
  'pause and play',
  'open search',
  'type in search',
  'open the menu',
  'sign-up: number and package',
] as const;
export type Interaction = (typeof INTERACTIONS)[number];

/** A phone with a page of the product. */
export interface Phone extends SlowPhone {
  readonly siteUrl: string;
}

/** Does the work of an interaction, and measures what it presses. */
export type Measure = (name: Interaction, work: () => Promise<void>) => Promise<void>;

/** A finger rests this long on the glass. */
const TAP_MS = 70;
const BETWEEN_KEYS_MS = 120;
/** Home as a viewer has it who has looked around: this many screens of it have been seen. */
const SCREENS_SEEN = 4;

/** Taps as a finger does; returns without waiting for the page's answer. */
async function tap(
  { page, session }: Phone,
  { x, y }: { readonly x: number; readonly y: number },
): Promise<void> {
  void session
    .send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    .catch(() => undefined);
  await page.waitForTimeout(TAP_MS);
  void session
    .send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    .catch(() => undefined);
}

/** The middle of the first match of `selector` that a finger can reach, as soon as there is one. */
async function place(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const found = await page.waitForFunction(
    (wanted) => {
      for (const element of document.querySelectorAll(wanted)) {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const inside = x > 0 && y > 0 && x < innerWidth && y < innerHeight;
        if (inside && element.contains(document.elementFromPoint(x, y))) return { x, y };
      }
      return undefined;
    },
    selector,
    { polling: 'raf' },
  );
  return (await found.jsonValue()) as { x: number; y: number };
}

async function tapOn(phone: Phone, selector: string): Promise<void> {
  await tap(phone, await place(phone.page, selector));
}

/** Waits until React answers. */
async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => !('bonisaEarlyPress' in window));
}

/** Waits until nothing has blocked the page for a while. */
export async function calm(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await page.waitForFunction(
    () =>
      performance.now() -
        Math.max(0, ...window.benchInteractions.longTasks.map((t) => t.at + t.ms)) >
      700,
    undefined,
    { polling: 100 },
  );
}

async function openHome({ page, siteUrl }: Phone): Promise<void> {
  await page.goto(`${siteUrl}/`);
  await hydrated(page);
  await calm(page);
  for (let screen = 0; screen < SCREENS_SEEN; screen++) {
    await page.mouse.wheel(0, 600);
    await calm(page);
  }
}

const TITLE = '.tile-link[href^="/video/"]';

/** What a subscriber does. */
export async function walkOfMember(phone: Phone, measure: Measure): Promise<void> {
  const { page } = phone;
  await openHome(phone);
  await measure('open a title from Home', async () => {
    await tapOn(phone, TITLE);
    await page.locator('.watch-about').waitFor();
  });
  await measure('back to Home, open another at once', async () => {
    await page.evaluate(() => history.back());
    await tapOn(phone, TITLE);
    await page.waitForURL('**/video/**');
    await page.locator('.watch-about').waitFor();
  });
  await page.evaluate(() => scrollTo(0, 0));
  await measure('Watch', async () => {
    await tapOn(phone, '.watch-form button');
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
  });
  await measure('pause and play', async () => {
    await tapOn(phone, '#stage');
    await tapOn(phone, '.control-play');
    await page.waitForFunction(() => document.querySelector('video')?.paused);
    await calm(page);
    await tapOn(phone, '.control-play');
    await page.waitForFunction(() => !document.querySelector('video')?.paused);
  });
  await openHome(phone);
  await page.mouse.wheel(0, -300);
  await calm(page);
  await measure('open search', async () => {
    await tapOn(phone, '.top-bar button[aria-haspopup="dialog"]');
    await page.locator('dialog.search input').waitFor();
  });
  await measure('type in search', async () => {
    await page.keyboard.type('soccer', { delay: BETWEEN_KEYS_MS });
    await page.locator('.search-row').first().waitFor();
  });
  await openHome(phone);
  await page.mouse.wheel(0, -300);
  await calm(page);
  await measure('open the menu', async () => {
    await tapOn(phone, '.top-bar a[aria-haspopup="dialog"]');
    await page.locator('.profile-menu-list').waitFor();
  });
}

/** What a visitor does. `number`: one that nobody has, as a person types it. */
export async function walkOfVisitor(phone: Phone, measure: Measure, number: string): Promise<void> {
  const { page, siteUrl } = phone;
  await page.goto(`${siteUrl}/`);
  await calm(page);
  await page.mouse.wheel(0, 300);
  await calm(page);
  await measure('sign-up: number and package', async () => {
    await tapOn(phone, '.pitch a');
    await page.locator('input[inputmode="tel"]').waitFor();
    await calm(page);
    await tapOn(phone, 'input[inputmode="tel"]');
    await page.locator('input[inputmode="tel"]:focus').waitFor();
    await page.keyboard.type(number, { delay: BETWEEN_KEYS_MS });
    await tapOn(phone, 'form button[type="submit"]');
    await page.locator('.choice').first().waitFor();
    await calm(page);
    await tapOn(phone, '.choice');
    await tapOn(phone, 'form button[type="submit"]');
  });
}
