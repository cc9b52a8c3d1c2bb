// An editor's main path by keyboard alone: find a draft, correct it, publish it, delete it and
// bring it back. Each step shows its focus, and nothing is cut off with text of 200 %.

import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { ASSET, mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll, truncatedText } from '../harness/screen-faults.ts';

const LONG = 300_000;
/** A form with every language and age rating has about as many stops. */
const MOST_PRESSES = 150;

let product: TestProduct;
let browser: Browser;
let page: Page;
let studio: string;
const faults: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  const draft = { key: 'v-2', slug: 'isithunzi', title: 'Isithunzi', published: false };
  await mediaReady(product.app.catalogue.service);
  const { problems } = await product.app.catalogue.editing.apply([
    ...ROWS,
    videoRow({ ...draft, assetId: ASSET }),
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

/** What a screen reader calls the focused element, and whether its focus can be seen. */
function focused(): Promise<{ name: string; isVisible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const style = getComputedStyle(element);
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent;
    return {
      name: (name ?? element.textContent ?? '').trim(),
      isVisible:
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
        style.boxShadow !== 'none',
    };
  });
}

/** Presses Tab until the element of this name has the focus. */
async function tabTo(name: RegExp): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab');
    const at = await focused();
    if (!name.test(at.name)) continue;
    if (!at.isVisible) faults.push(`the focus of ${at.name} cannot be seen`);
    return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

/** Nothing is cut off, and the page does not scroll sideways, with text twice as large. */
async function lookLarge(screen: string): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  faults.push(...(await sidewaysScroll(page, `${screen} with text of 200 %`)));
  faults.push(...(await truncatedText(page, `${screen} with text of 200 %`)));
  const cut = await page.locator('dialog[open]').evaluateAll((dialogs) =>
    dialogs.flatMap((dialog) => {
      const { left, right } = dialog.getBoundingClientRect();
      const isWide = dialog.scrollWidth > dialog.clientWidth + 1;
      return left < 0 || right > innerWidth || isWide ? [dialog.textContent?.slice(0, 40)] : [];
    }),
  );
  faults.push(...cut.map((words) => `${screen}: the dialog '${words}' is cut off`));
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  faults.push(...(await axeViolations(page, screen)));
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

it('finds a draft, corrects it and publishes it', { timeout: LONG }, async () => {
  await page.goto(studio);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  const found = page.getByRole('list', { name: 'Found' });
  await found.getByRole('link').first().waitFor();
  // The field has the focus: nothing else was pressed.
  await page.keyboard.type('isithu');
  await found.getByRole('link', { name: /^Isithunzi video, .*draft$/ }).waitFor();
  await lookLarge('the search');
  // A tablet hides the navigation, and not the search.
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await found.isVisible()).toBe(true);
  await lookLarge('the search of a tablet');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Enter');
  await heading('Isithunzi').waitFor();

  await tabTo(/^Synopsis/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A shadow on the wall.');
  await tabTo(/^Save$/);
  await page.keyboard.press('Enter');
  await page.getByText('The video is saved.').waitFor();
  await lookLarge('the form');

  await tabTo(/^Publish now$/);
  await page.keyboard.press('Enter');
  await page.getByText('Done. Viewers see it within two seconds').waitFor();
  const seen = await product.app.siteContent.pageData.video('isithunzi');
  expect(seen?.synopsis).toBe('A shadow on the wall.');
});

it('says why a form is not sent, and leads to the field at fault', { timeout: LONG }, async () => {
  await page.goto(`${studio}/videos/entry/v-2`);
  await heading('Isithunzi').waitFor();
  await tabTo(/^Title$/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await tabTo(/^Channel$/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await tabTo(/^Save$/);
  await page.keyboard.press('Enter');
  const refusal = page.getByRole('alert').filter({ hasText: 'Nothing is saved yet.' });
  await refusal.waitFor();
  expect(await refusal.getByRole('listitem').allInnerTexts()).toEqual([
    'Title: must be given',
    'Channel: must be given',
  ]);
  expect((await focused()).name).toBe('Title');
  const channel = page.getByLabel('Channel', { exact: true });
  expect(
    await channel.evaluate((input) => {
      const [id = ''] = (input.getAttribute('aria-describedby') ?? '').split(' ').slice(-1);
      return document.getElementById(id)?.textContent;
    }),
  ).toBe('must be given');
  await lookLarge('a form that is not sent');
  await page.keyboard.type('Isithunzi');
  expect(await refusal.count()).toBe(0);
  expect(await page.getByText('must be given', { exact: true }).count()).toBe(1);
});

it('gives the hours of a week as much room as their words', { timeout: LONG }, async () => {
  await page.goto(`${studio}/live-week?channel=radio-lamp`);
  const first = page.getByRole('list', { name: 'Monday' }).getByRole('button').first();
  await first.waitFor();
  const height = () => first.evaluate((button) => button.getBoundingClientRect().height);
  const before = await height();
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await height()).toBeCloseTo(2 * before, 0);
  faults.push(...(await sidewaysScroll(page, 'the week with text of 200 %')));
});

it('deletes it, and brings it back', { timeout: LONG }, async () => {
  await page.goto(`${studio}/videos/entry/v-2`);
  await heading('Isithunzi').waitFor();
  await tabTo(/^Delete$/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete 1 video?' });
  await question.waitFor();
  await tabTo(/^Delete$/);
  await page.keyboard.press('Enter');
  await heading('Videos').waitFor();
  expect(await product.app.siteContent.pageData.video('isithunzi')).toBeUndefined();

  await page.goto(`${studio}/deleted`);
  await page.getByRole('cell', { name: 'Isithunzi isithunzi' }).waitFor();
  await lookLarge('deleted entries');
  await tabTo(/^Restore Isithunzi$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Restore Isithunzi?' }).waitFor();
  await lookLarge('the question of a restore');
  await tabTo(/^As it was/);
  await page.keyboard.press('Space');
  await tabTo(/^Restore$/);
  await page.keyboard.press('Enter');
  await page.getByText('1 entry is back.').waitFor();
  expect(await product.app.siteContent.pageData.video('isithunzi')).toBeDefined();
});

it('chooses titles, and puts them on a shelf', { timeout: LONG }, async () => {
  await page.goto(`${studio}/videos`);
  await page.getByRole('checkbox', { name: 'Choose Isithunzi' }).waitFor();
  await tabTo(/^Choose Isithunzi$/);
  await page.keyboard.press('Space');
  await page.getByRole('region', { name: 'The chosen entries' }).waitFor();
  await lookLarge('the list with a choice');
  // The list arrives after the field was left: a fast editor loses no word.
  const isLeft = Promise.withResolvers<void>();
  await page.route('**/catalogue/lists/shelf?*', async (route) => {
    await isLeft.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Put on a shelf' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Put 1 video on a shelf' });
  await dialog.waitFor();
  await tabTo(/^Shelf$/);
  await page.keyboard.type('First');
  await page.keyboard.press('Tab');
  isLeft.resolve();
  await dialog.getByText('1 title goes to its end').waitFor();
  await lookLarge('the question of a shelf');
  await tabTo(/^Put them there$/);
  await page.keyboard.press('Enter');
  await page.getByText('They are on the shelf.').waitFor();
  expect(await titlesOf('first')).toEqual(['v-1', 'lamp', 'v-2']);
  expect(faults).toEqual([]);
});

const titlesOf = (shelf: string): Promise<unknown> =>
  page.evaluate(async (key) => {
    const answer = await fetch(`/studio/api/catalogue/entries/shelf/${key}`);
    return (await answer.json()).fields.titles;
  }, shelf);
