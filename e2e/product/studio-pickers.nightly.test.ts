// Choosing and making entries in place, the shelf as viewers see it, and the preview by one press.

import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';

const LONG = 300_000;

let product: TestProduct;
let browser: Browser;
let page: Page;
let studio: string;
const faults: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await mediaReady(product.app.catalogue.service);
  const { problems } = await product.app.catalogue.editing.apply([
    ...ROWS,
    videoRow({ key: 'v-2', slug: 'isithunzi', title: 'Isithunzi', published: false }),
    {
      ...{ kind: 'shelf', key: 'new', slug: 'new', title: 'New', format: 'poster' },
      ...{ titles: ['v-1', 'lamp'], published: true },
    },
  ]);
  expect(problems).toEqual([]);
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
  const { cookie } = await createSession(product, await createPerson(product, ['publisher']));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'bonisa_studio', value: cookie, url: studio, httpOnly: true, sameSite: 'Strict' },
  ]);
  page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
}, LONG);
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const picker = (name: string) => page.getByRole('combobox', { name, exact: true });

async function look(name: string): Promise<void> {
  faults.push(...(await axeViolations(page, name)), ...(await sidewaysScroll(page, name)));
}

it('makes the genre that is missing, and chooses by the keyboard alone', {
  timeout: LONG,
}, async () => {
  await page.goto(`${studio}/videos/entry/v-2`);
  await picker('Genre').fill('Chess');
  await page.getByRole('option', { name: 'Create a new genre…' }).waitFor();
  await look('picker-genre');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create a new genre' });
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Chess');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await picker('Genre').inputValue()).toBe('Chess');
  await button(/^Save/).first().click();
  await expect
    .poll(() =>
      product.rows(
        `select g.slug from titles t join genres g on g.id = t.genre_id where t.slug = 'isithunzi'`,
      ),
    )
    .toEqual([{ slug: 'chess' }]);
});

it.each([360, 1280])(
  'shows a shelf of titles by their posters at %i px, drafts marked',
  {
    timeout: LONG,
  },
  async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${studio}/shelves/entry/new`);
    const titles = page.getByRole('list', { name: 'Titles', exact: true });
    await titles.getByRole('listitem').first().waitFor();
    expect(await titles.locator('img').count()).toBeGreaterThanOrEqual(2);
    await picker('Add a video').click();
    const option = page.getByRole('option', { name: /Isithunzi/ });
    await option.getByText('draft').waitFor();
    expect(await option.locator('img').count()).toBe(1);
    await look(`picker-titles-${width}`);
    await option.click();
    await titles.getByText('draft', { exact: true }).waitFor();
    await button('Move Isithunzi').focus();
    for (const key of ['Space', 'ArrowLeft', 'Space']) {
      await page.keyboard.press(key);
      // The list moves with an animation frame.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await look(`shelf-${width}`);
  },
);

it('opens the page of a draft in the preview by one press', { timeout: LONG }, async () => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${studio}/videos/entry/v-2`);
  const opened = page.context().waitForEvent('page');
  await button('Preview').click();
  const tab = await opened;
  await tab.waitForURL(/\/preview\/open\?link=/, { waitUntil: 'commit' }).catch(() => undefined);
  expect(await product.rows('select viewer, path from previews')).toEqual([
    { viewer: 'subscriber', path: '/video/isithunzi' },
  ]);
  await tab.close();
  expect(faults).toEqual([]);
});
