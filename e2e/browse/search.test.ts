// The search overlay: L1 A1 A2 X8 B5 B6 E11.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from '../harness/browser.ts';
import { waitUntil } from '../harness/wait-until.ts';

const { visit } = useBrowser();

function search(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Search' });
  return { dialog, field: dialog.getByRole('combobox'), options: dialog.getByRole('option') };
}

const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);
const query = (page: Page) => new URL(page.url()).searchParams.get('q');

/**
 * Opens the overlay with the focus in its field, and holds back the panel's code until the returned
 * function releases it.
 */
async function openWithoutItsCode({ page, goto }: Visit) {
  const code = Promise.withResolvers<void>();
  const found = search(page);
  await goto('/channels');
  await page.route('**/*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await page.keyboard.press('Enter');
  await waitUntil('the field has the focus', () => hasFocus(found.field));
  return { ...found, letGo: code.resolve };
}

describe('the search overlay', () => {
  it('opens with the focus in its field, suggests, is operated by keys, and returns unchanged', async () => {
    const desk = await visit({ device: 'desk' });
    const { page } = desk;
    const { dialog, field, options } = search(page);
    await desk.goto('/channels');
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await waitUntil('the field has the focus', () => hasFocus(field));
    const [said] = await Promise.all([
      page.waitForRequest('**/api/search/suggest'),
      field.pressSequentially('isiba'),
    ]);
    // B5, B6: the headers.
    expect(said.headers()).toMatchObject({
      'x-platform': 'web-desktop',
      'x-site-version': '1.7',
      'x-country': 'South Africa',
      'x-locale': 'za',
    });
    await options.filter({ hasText: 'Isibane' }).first().waitFor();
    await waitUntil('the suggestions are counted', async () =>
      /\d suggestion/.test(await dialog.getByRole('status').innerText()),
    );
    expect(await field.getAttribute('aria-expanded')).toBe('true');

    await page.keyboard.press('ArrowDown');
    const active = await waitUntil('one is active', () =>
      field.getAttribute('aria-activedescendant'),
    );
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    // Escape first hides the suggestions; the results stay.
    await page.keyboard.press('Escape');
    await waitUntil('the suggestions are gone', async () => (await options.count()) === 0);
    await dialog
      .getByRole('link', { name: /Isibane/ })
      .first()
      .waitFor();
    expect(query(page)).toBe('isiba');

    // Meanwhile nothing of the page below is reachable.
    await dialog
      .getByRole('link', { name: /Isibane/ })
      .first()
      .click();
    await page.waitForURL('**/video/isibane');
    await page.goBack();
    await dialog
      .getByRole('link', { name: /Isibane/ })
      .first()
      .waitFor();
    expect(await field.inputValue()).toBe('isiba');

    await field.focus();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await waitUntil('the address is the page alone', () => query(page) === null);
    expect(new URL(page.url()).pathname).toBe('/channels');

    // This device remembers a followed search, encoded, and can remove it.
    await button.click();
    await dialog.getByRole('button', { name: 'isiba' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('recent_searches'))).toMatch(
      /^b1\.(?!.*isiba)/,
    );
    await dialog.getByRole('button', { name: /^Clear/ }).click();
    expect(await dialog.getByRole('button', { name: 'isiba' }).count()).toBe(0);
    await page.goBack();
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/channels');
    expect(await hasFocus(button)).toBe(true);
  });

  it('suggests for text that was typed before its code had loaded', async () => {
    const { dialog, field, options, letGo } = await openWithoutItsCode(
      await visit({ device: 'desk' }),
    );
    await field.pressSequentially('isiba');
    expect(await dialog.getByRole('status').count()).toBe(0);
    letGo();
    await options.filter({ hasText: 'Isibane' }).first().waitFor();
    expect(await field.inputValue()).toBe('isiba');
  });

  it('keeps an Enter that was pressed before its code had loaded', async () => {
    const desk = await visit({ device: 'desk' });
    const { page } = desk;
    let suggested = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/search/suggest')) suggested++;
    });
    const { dialog, field, letGo } = await openWithoutItsCode(desk);
    await field.pressSequentially('isiba');
    await field.press('Enter');
    expect(await dialog.getByRole('status').count()).toBe(0);
    letGo();
    await dialog
      .getByRole('link', { name: /Isibane/ })
      .first()
      .waitFor();
    // Enter shows no suggestions, and the search is remembered.
    expect(suggested).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('recent_searches'))).toMatch(/^b1\./);
  });

  it('suggests again when the viewer returns to the text of the address', async () => {
    const desk = await visit({ device: 'desk' });
    const { dialog, field, options } = search(desk.page);
    await desk.goto('/channels?q=isiba');
    await dialog
      .getByRole('link', { name: /Isibane/ })
      .first()
      .waitFor();
    expect(await options.count()).toBe(0);
    await field.press('End');
    await field.press('Backspace');
    await options.filter({ hasText: 'Isibane' }).first().waitFor();
    await Promise.all([
      desk.page.waitForRequest(
        (request) =>
          request.url().endsWith('/api/search/suggest') && request.postDataJSON().text === 'isiba',
      ),
      field.press('a'),
    ]);
    await options.filter({ hasText: 'Isibane' }).first().waitFor();
  });

  it('finds every kind of result, tolerates typing errors, loads further results, and helps where nothing is found', async () => {
    const phone = await visit();
    const { page } = phone;
    const { dialog, field } = search(page);
    await phone.goto('/?q=music');
    await dialog.getByRole('heading', { name: 'Shows and videos' }).waitFor();
    expect(await field.inputValue()).toBe('music');
    const rows = dialog.locator('.search-row');
    const before = await rows.count();
    await dialog.getByRole('button', { name: 'Show more results' }).tap();
    await waitUntil('there are more rows', async () => (await rows.count()) > before);

    await field.fill('isibnae');
    await dialog
      .getByRole('link', { name: /Isibane/ })
      .first()
      .waitFor();
    await waitUntil('the address follows', () => query(page) === 'isibnae');

    await field.fill('xqzw vvkk');
    await dialog.getByText('Nothing found for “xqzw vvkk”').waitFor();
    await dialog.getByRole('heading', { name: 'Genres' }).waitFor();
    await dialog.getByRole('link', { name: 'Ekhaya', exact: true }).tap();
    await page.waitForURL('**/channel/ekhaya');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('finds live channels, and keeps one language of the results, also without a script', async () => {
    const phone = await visit();
    const { page } = phone;
    const { dialog } = search(page);
    await phone.goto('/?q=live');
    await dialog.getByRole('heading', { name: 'Live channels' }).waitFor();
    expect(await dialog.locator('a[href^="/live/"]').count()).toBeGreaterThan(0);
    const languages = dialog.getByRole('group', { name: 'Language' }).getByRole('button');
    await languages.nth(1).tap();
    await waitUntil('the address has it', () => new URL(page.url()).searchParams.get('language'));
    await waitUntil(
      'it is chosen',
      async () => (await languages.nth(1).getAttribute('aria-pressed')) === 'true',
    );
    const html = await (await page.request.get('/search?q=live')).text();
    expect(html).toMatch(/href="\/live\/[a-z-]+\/[a-z-]+"/);
    expect(html).toMatch(/href="\/search\?q=live&amp;language=/);
    for (const path of ['/search', '/search?q=zzqqxx'])
      expect(await (await page.request.get(path)).text(), path).toMatch(/href="\/genre\/[a-z-]+"/);
    const home = await (await page.request.get('/')).text();
    expect(home).toMatch(/action="\/search"[^>]*><noscript><input [^>]*name="q"/);
  });

  it('shows nothing of a failure', async () => {
    const phone = await visit();
    const { page } = phone;
    const { dialog, field } = search(page);
    phone.tolerate(/api\/search/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/api/search**', (route) =>
      route.fulfill({ status: 503, json: { code: 'internal', description: 'down' } }),
    );
    await phone.goto('/');
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await field.fill('isibane');
    await waitUntil('it is logged', () => logged.some((line) => line.startsWith('search:')));
    expect(await dialog.getByRole('alert').count()).toBe(0);
    expect(await dialog.innerText()).not.toMatch(/down|error|wrong|failed/i);
  });
});
