// A visitor who reads and follows links loads no script; the first press that needs it does.
import type { Page, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from '../harness/browser.ts';
import { hydrated } from '../harness/chromium.ts';
import { holdScripts } from '../harness/held-scripts.ts';
import { waitUntil } from '../harness/wait-until.ts';

const { visit, product } = useBrowser();

/** Opens a page; the scripts that it requests are added to the list. */
async function open(path: string, how?: Parameters<typeof visit>[0]) {
  const phone = await visit(how);
  await withoutTimes(phone.page);
  const scripts = scriptsOf(phone.page);
  await phone.goto(path);
  return { ...phone, scripts };
}

/** Pages whose live programmes never end: one that is over needs the script. */
async function withoutTimes(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/ data-airing="[^"]*"/g, '');
    await route.fulfill({ response, body });
  });
}

function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request: Request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

/** Waits until a page that has no script has come to rest. */
const atRest = ({ page }: Pick<Visit, 'page'>) => page.waitForLoadState('networkidle');

const isWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(
    () =>
      (window as { bonisaEarlyPress?: { isWaiting: boolean } }).bonisaEarlyPress?.isWaiting ??
      false,
  );

describe('a visitor with a phone', () => {
  it('reads home, opens a title and comes back to the same place without a script', async () => {
    const phone = await open('/');
    const { page, scripts } = phone;
    const title = page.getByRole('main').locator('.shelf a[href^="/video/"]').nth(25);
    // As a finger does: every row on the way is drawn, also those whose words take two lines.
    await waitUntil('the title is on the screen', () =>
      title.evaluate(async (link) => {
        scrollBy(0, 250);
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        return link.getBoundingClientRect().top < innerHeight / 2;
      }),
    );
    await atRest(phone);
    const placeOf = () => title.evaluate((element) => element.getBoundingClientRect().top);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
    const place = await placeOf();
    await title.tap();
    await page.waitForURL('**/video/*');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await atRest(phone);
    expect(await isWaiting(page)).toBe(true);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    await expect.poll(async () => Math.abs((await placeOf()) - place)).toBeLessThan(2);
    expect(scripts).toEqual([]);
  });

  it.each(['/channels', '/show/please-hold', '/terms-and-conditions', '/profile', '/no-such-page'])(
    'reads %s without a script',
    async (path) => {
      const phone = await visit();
      phone.tolerate(/status of 404/);
      const scripts = scriptsOf(phone.page);
      await phone.goto(path);
      await atRest(phone);
      await phone.page.getByRole('heading', { level: 1 }).waitFor();
      expect(scripts).toEqual([]);
    },
  );

  it('presses My List once, and is led to subscribe', async () => {
    const { page, scripts } = await open('/video/isibane');
    expect(scripts).toEqual([]);
    await page.getByRole('button', { name: /My List/ }).tap();
    await page.waitForURL('**/enter-number?return=*');
    expect(scripts.length).toBeGreaterThan(0);
  });

  it('presses Watch once, and is led to subscribe', async () => {
    const { page } = await open('/video/isibane');
    await page.locator('.watch-form button').tap();
    await page.waitForURL('**/enter-number?return=*');
    expect(new URL(page.url()).searchParams.get('return')).toMatch(/isibane/);
  });

  it('presses Share once, and shares', async () => {
    const { page } = await open('/video/isibane');
    await page.getByRole('button', { name: /^Share/ }).tap();
    const dialog = page.getByRole('dialog', { name: /^Share/ });
    await dialog.waitFor();
    expect(await dialog.getByRole('button').count()).toBeGreaterThan(0);
  });

  it('presses Search once, types and finds', async () => {
    const { page } = await open('/');
    await page.getByRole('button', { name: 'Search' }).tap();
    const field = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
    await field.waitFor();
    await page.keyboard.type('isibane');
    const found = page.getByRole('dialog').getByRole('option').first();
    // The first letters have suggestions of their own.
    await found.filter({ hasText: 'Isibane' }).waitFor();
  });

  it('opens the profile menu over the page', async () => {
    const { page } = await open('/');
    await page.getByRole('link', { name: 'Profile' }).tap();
    await page.waitForURL('**/profile');
    await page.getByRole('dialog', { name: 'HELLO' }).waitFor();
    expect(await page.locator('.hero').isVisible()).toBe(true);
    await page.getByRole('link', { name: /^Help/ }).first().tap();
    await page.waitForURL('**/profile/help');
  });

  it('keeps the focus on Close while the entries of the profile menu arrive', async () => {
    const phone = await open('/');
    const { page } = phone;
    const release = await holdScripts(phone, /\/profile-menu-[^/]*\.js/);
    await page.getByRole('link', { name: 'Profile' }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog', { name: 'HELLO' });
    const focused = menu.getByRole('button', { name: 'Close' }).and(page.locator(':focus'));
    await focused.waitFor();
    release();
    await menu.getByRole('link', { name: 'My Account' }).waitFor();
    expect(await focused.count()).toBe(1);
  });

  it('chooses a season in place', async () => {
    const { page } = await open('/show/please-hold');
    const season = page.getByRole('navigation', { name: 'Seasons' }).getByRole('link').nth(1);
    await season.scrollIntoViewIfNeeded();
    const top = () => season.evaluate((link) => Math.round(link.getBoundingClientRect().top));
    const before = await top();
    await season.tap();
    await page.waitForURL('**?season=*');
    await hydrated(page);
    await page.locator('[aria-current="true"]').filter({ hasText: 'Season 2' }).waitFor();
    expect(Math.abs((await top()) - before)).toBeLessThan(4);
  });

  it('swipes a row, and the rest of it comes', async () => {
    const { page, scripts } = await open('/');
    const row = page.locator('.shelf-row[data-partial]').first();
    await row.scrollIntoViewIfNeeded();
    const count = await row.locator('.tile').count();
    expect(scripts).toEqual([]);
    await row.evaluate((list) => list.scrollBy(200, 0));
    await waitUntil(
      'the rest of the row is there',
      async () => (await row.locator('.tile').count()) > count,
    );
  });

  it('swipes to the next highlight, and its picture comes', async () => {
    const { page } = await open('/');
    await page.locator('.hero-row').evaluate((list) => list.scrollBy(list.clientWidth, 0));
    await page.locator('.hero-slide').nth(1).locator('img').waitFor();
  });

  it('moves with the keyboard through a row', async () => {
    const { page } = await open('/');
    await page.keyboard.press('Tab');
    await hydrated(page);
    const links = page.locator('.shelf-row[data-partial]').first().locator('.tile > a');
    await links.first().focus();
    await page.keyboard.press('ArrowRight');
    await waitUntil('the second tile has the focus', () =>
      links.nth(1).evaluate((link) => link === document.activeElement),
    );
  });
});

describe('the script comes at once', () => {
  it.each<[string, string, Parameters<typeof visit>[0]]>([
    ['for a mouse', '/', { device: 'desk' }],
    ['for an open search', '/?q=isibane', {}],
    ['for a page that a script fills', '/live', {}],
  ])('%s', async (_, path, how) => {
    const { page } = await open(path, how);
    await hydrated(page);
  });

  it('for a member, also on a page that the browser kept while they signed in', async () => {
    const { page, context, scripts } = await open('/');
    expect(await isWaiting(page)).toBe(true);
    await context.addCookies([{ name: 'bonisa_hint', value: '1', url: product().site }]);
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    );
    await hydrated(page);
    expect(scripts.length).toBeGreaterThan(0);
  });
});

it('opens a search without the scripts that only watch, until its visitor goes on', async () => {
  const { page, goto } = await visit();
  const scripts = scriptsOf(page);
  await page.clock.install();
  await goto('/?q=isibane');
  const found = page
    .getByRole('dialog')
    .getByRole('link', { name: /Isibane/ })
    .first();
  await found.waitFor();
  // Longer than a page waits to be quiet.
  await page.clock.fastForward(5_000);
  await page.waitForLoadState('networkidle');
  const meters = () => scripts.filter((script) => script.includes('/data-meter'));
  expect(meters()).toEqual([]);
  await found.tap();
  await page.waitForURL('**/video/isibane');
  await expect.poll(() => meters().length).toBe(1);
});

it('counts what a page without a script has cost as soon as there is one', async () => {
  const { page, goto } = await open('/channels');
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await page.waitForURL((url) => url.pathname === '/');
  const stored = () => page.evaluate(() => Number(localStorage.getItem('data_unmetered')));
  expect(await stored()).toBeGreaterThan(10_000);
  await goto('/profile/data');
  await expect.poll(stored).toBe(0);
});
