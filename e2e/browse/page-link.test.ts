// What a link of a page does under a finger and a pointer, once the page's script is there.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser, type VisitOptions } from '../harness/browser.ts';
import { hydrated } from '../harness/chromium.ts';

const { visit } = useBrowser();

/** Home with its script, on a clock that the test moves. */
async function openHome(how?: VisitOptions, saveData = false) {
  const phone = await visit(how);
  await phone.page.addInitScript((value) => {
    const connection = Object.assign(new EventTarget(), { saveData: value });
    Object.defineProperty(navigator, 'connection', { value: connection });
  }, saveData);
  await phone.page.clock.install();
  // An address with a fragment needs the script.
  await phone.goto('/#highlights');
  await hydrated(phone.page);
  const tile = phone.page.locator('.shelf .tile-link[href^="/video/"]').first();
  await tile.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await tile.boundingBox()) ?? {};
  const session = await phone.context.newCDPSession(phone.page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) => {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + height / 2 - up }];
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  return { ...phone, tile, touch };
}

const prefetched = (page: Page) => page.locator('link[rel="prefetch"][href*="/video/"]').count();

describe('a link to a page', () => {
  it('fetches it while a finger stays on it', async () => {
    const { page, touch } = await openHome();
    await touch('touchStart');
    await page.clock.fastForward(200);
    await expect.poll(() => prefetched(page)).toBeGreaterThan(0);
  });

  it('fetches nothing because a scroll begins there', async () => {
    const { page, touch } = await openHome();
    await touch('touchStart');
    for (const up of [10, 40, 80]) await touch('touchMove', up);
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await page.clock.fastForward(1000);
    expect(await prefetched(page)).toBe(0);
  });

  it('fetches it while a pointer stays on it', async () => {
    const { page, tile } = await openHome({ device: 'desk' });
    await tile.hover();
    await page.clock.fastForward(200);
    await expect.poll(() => prefetched(page)).toBeGreaterThan(0);
  });

  it('fetches nothing for who saves data', async () => {
    const { page, tile } = await openHome({ device: 'desk' }, true);
    await tile.hover();
    await page.clock.fastForward(1000);
    expect(await prefetched(page)).toBe(0);
  });

  it('leads there without a further document, and to a new tab with Control', async () => {
    const { page, context, tile } = await openHome({ device: 'desk' });
    const path = (await tile.getAttribute('href')) ?? '';
    const tab = context.waitForEvent('page');
    await tile.click({ modifiers: ['Control'] });
    expect(new URL((await tab).url()).pathname).toMatch(/^\/video\/|blank/);
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents.push(request.url());
    });
    await tile.click();
    await page.waitForURL(`**${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(documents).toEqual([]);
  });
});
