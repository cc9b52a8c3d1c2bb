// My list: R3 F9 A3 A4 A5 P1.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

const addButton = (page: Page, title: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `Add ${title} to My List` })
    .first();
const isOn = async (page: Page, title: string) =>
  (await addButton(page, title).getAttribute('aria-pressed')) === 'true';

describe('my list', () => {
  it("keeps a visitor's addition until sign-in, and changes from cards, pages and the list itself", async () => {
    const phone = await visit();
    const { page } = phone;
    const main = page.getByRole('main');
    const flow = flowPage(phone);

    await phone.goto('/my-list');
    await main.getByRole('link', { name: 'Sign in with my number' }).waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');

    // A visitor who adds is led to number entry, returns, and finds it added.
    await phone.goto('/video/isibane');
    await addButton(page, 'Isibane').tap();
    await page.waitForURL('**/enter-number?return=%2Fvideo%2Fisibane');
    await flow.subscribe(newHandset(product()), 'Monthly');
    await followMainLink(page);
    await page.getByText('Isibane is on your list.').waitFor();
    expect(await isOn(page, 'Isibane')).toBe(true);

    // From a card, at once; an addition that the server refuses is reverted with a message.
    await main.locator('.shelf').first().scrollIntoViewIfNeeded();
    const { name: other } = await waitUntil('a second card', () =>
      page.evaluate(() => {
        const label = [...document.querySelectorAll('main .shelf .list-mark')].map(
          (mark) => mark.getAttribute('aria-label') ?? '',
        );
        const found = label.find((text) => !text.includes('Isibane'));
        return found ? { name: found.replace(/^Add (.*) to My List$/, '$1') } : undefined;
      }),
    );
    phone.tolerate(/playlist/);
    await page.route(
      '**/api/playlist/add',
      (route) =>
        route.fulfill({
          status: 409,
          json: { code: 'conflict', description: 'Your list is full.' },
        }),
      {
        times: 1,
      },
    );
    await addButton(page, other).tap();
    await page.getByText('Your list is full.').waitFor();
    expect(await isOn(page, other)).toBe(false);
    const addIt = async () => {
      await addButton(page, other).tap();
      await waitUntil('it is on at once', () => isOn(page, other));
    };
    const [added] = await Promise.all([page.waitForResponse('**/api/playlist/add'), addIt()]);
    expect(added.status()).toBe(200);

    // The list: newest first, sorted, one removed and restored, another removed for good.
    await page.getByRole('link', { name: 'My List' }).tap();
    await main.getByText('2 things kept').waitFor();
    const names = () => main.locator('.tile-listed .tile-name').allInnerTexts();
    expect(await names()).toEqual([other, 'Isibane']);
    await main.getByRole('button', { name: 'Oldest' }).tap();
    await waitUntil('the oldest comes first', async () => (await names())[0] === 'Isibane');
    await main.getByRole('button', { name: 'Remove Isibane from My List' }).tap();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await waitUntil('it is back where it was', async () => (await names())[0] === 'Isibane');
    await main.getByRole('button', { name: `Remove ${other} from My List` }).tap();
    await page.getByText(`${other} is off your list.`).waitFor();
    await phone.goto('/my-list');
    await main.getByText('1 thing kept').waitFor();
    expect(await names()).toEqual(['Isibane']);

    // F9: the page agrees with the server.
    const [viewer, status] = await page.evaluate(async () => {
      const known = await (await fetch('/api/viewer')).json();
      const [kind, id] = known.list[0].split(':');
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ [`${kind}_id`]: Number(id) }),
      };
      return [known.list, await (await fetch('/api/playlist/status', init)).json()];
    });
    expect(viewer).toHaveLength(1);
    expect(status).toEqual({ data: { status: true } });

    await main.getByRole('button', { name: 'Remove Isibane from My List' }).tap();
    await main.getByRole('heading', { name: 'Nothing kept here yet' }).waitFor();
    await main.getByRole('link', { name: 'Browse channels' }).waitFor();
  });
});
