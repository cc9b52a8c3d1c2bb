// Work on many entries in the studio, by two editors: pages of a list, times of publication,
// captions, programmes, slides.

import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';

const LONG = 300_000;
const DAY = 24 * 60 * 60 * 1000;
const DRAFTS = 60;

let product: TestProduct;
let browser: Browser;
let studio: string;
let page: Page;
let other: Page;
const faults: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await mediaReady(product.app.catalogue.service);
  const drafts = Array.from({ length: DRAFTS }, (_, at) => {
    const key = `d-${String(at).padStart(2, '0')}`;
    const availableFrom = at < 2 ? inDays(at + 1) : null;
    return videoRow({ key, slug: key, title: `Draft ${key}`, published: false, availableFrom });
  });
  const people = [2, 12, 112].map((key) => {
    return { kind: 'person', key: String(key), slug: `p-${key}`, name: `Person ${key}` };
  });
  const credits = [{ person: '2', role: 'cast' }];
  const credited = { kind: 'video', key: 'v-1', credits };
  const apply = product.app.catalogue.editing.apply;
  expect((await apply([...ROWS, ...people, ...drafts])).problems).toEqual([]);
  expect((await apply([credited])).problems).toEqual([]);
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
  page = await editor();
  other = await editor();
}, LONG);
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const inDays = (days: number) =>
  new Date(product.app.clock.now().getTime() + days * DAY).toISOString();

/** The page of a person who may publish. */
async function editor(): Promise<Page> {
  const { cookie } = await createSession(product, await createPerson(product, ['publisher']));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'bonisa_studio', value: cookie, url: studio, httpOnly: true, sameSite: 'Strict' },
  ]);
  const opened = await context.newPage();
  opened.on('pageerror', (error) => faults.push(String(error)));
  return opened;
}

const button = (name: string, on = page) => on.getByRole('button', { name, exact: true });
const tick = (name: string) => page.getByRole('checkbox', { name, exact: true });
const chosen = () => page.getByRole('region', { name: 'The chosen entries' });
const stateOf = async (key: string) => {
  const { data } = await page.evaluate(async (search) => {
    const answer = await fetch(`/studio/api/catalogue/lists/video?key=${search}`);
    return (await answer.json()) as { data: { state: string; available_from: string | null }[] };
  }, key);
  return [data[0]?.state, data[0]?.available_from];
};

it('chooses all of a page beside what is chosen on others', { timeout: LONG }, async () => {
  await page.goto(`${studio}/videos`);
  await tick('Choose Draft d-00').check();
  await button('Next').click();
  await tick('Choose Draft d-59').waitFor();
  await tick('Choose all on this page').check();
  await chosen().getByText('12 videos chosen').waitFor();
  await tick('Choose all on this page').uncheck();
  await chosen().getByText('1 video chosen').waitFor();
  await button('Choose none').click();
  await expect.poll(() => chosen().count()).toBe(0);
});

it('publishes drafts at their own times, and names times before it removes them', {
  timeout: LONG,
}, async () => {
  await page.goto(`${studio}/videos`);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('nothing like this');
  await page.getByText('Nothing matches').waitFor();
  await button('Show everything').click();
  await tick('Choose Draft d-00').waitFor();
  expect(await search.inputValue()).toBe('');
  for (const key of ['d-00', 'd-01', 'd-02']) await tick(`Choose Draft ${key}`).check();
  await button('Publish now').click();
  const question = page.getByRole('dialog', { name: 'Publish now, and remove these times?' });
  await question.waitFor();
  expect(await question.getByRole('listitem').count()).toBe(2);
  await question.getByText(/^Draft d-00: \d/).waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await stateOf('d-00')).toEqual(['draft', inDays(1)]);
  await button('Release at their own times').click();
  await page.getByText('Done. Viewers see each at its own time.').waitFor();
  expect(await stateOf('d-00')).toEqual(['scheduled', inDays(1)]);
  expect(await stateOf('d-02')).toEqual(['published', null]);
  await page.goto(`${studio}/videos/entry/d-00`);
  await button('Publish now').click();
  await question.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Done. Viewers see it within two seconds').waitFor();
  expect(await stateOf('d-00')).toEqual(['published', null]);
});

it('refuses captions in place of those that another editor gave meanwhile', {
  timeout: LONG,
}, async () => {
  const add = async (on: Page, words: string): Promise<void> => {
    const buffer = Buffer.from(`WEBVTT\n\n00:01.000 --> 00:02.000\n${words}\n`);
    const choosing = on.waitForEvent('filechooser');
    await button('Choose a file of captions', on).click();
    await (await choosing).setFiles({ name: 'umuzi.zu.vtt', mimeType: 'text/vtt', buffer });
  };
  const entry = `${studio}/videos/entry/v-1`;
  for (const on of [page, other]) {
    await on.goto(entry);
    await on.locator('summary', { hasText: 'Captions' }).click();
    await add(on, on === page ? 'Hers' : 'Mine');
    await button('Add the captions', on).waitFor();
  }
  await button('Add the captions').click();
  await page.getByText('Viewers can choose them.').waitFor();
  await button('Add the captions', other).click();
  await other.getByText('Somebody else has changed these captions meanwhile.').waitFor();
  // What is there now is shown, and may be replaced.
  await button('Replace the captions', other).click();
  await other.getByText('Viewers can choose them.').waitFor();
  await other.getByRole('button', { name: /^History/ }).click();
  const history = other.getByRole('dialog', { name: 'History' });
  await history.getByText('Captions', { exact: true }).first().waitFor();
  await history
    .getByRole('button', { name: /^Restore version/ })
    .first()
    .click();
  await other.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await other.getByText(/^Version \d+ is back\.$/).waitFor();
  const text = await other.evaluate(async () => {
    const answer = await fetch('/studio/api/media/titles/video/captions/zu?key=v-1');
    return await answer.text();
  });
  expect(text).toContain('Hers');
});

it('names people of numeric keys, and what a slide shows', { timeout: LONG }, async () => {
  await page.goto(`${studio}/videos/entry/v-1`);
  await page.locator('summary', { hasText: 'Cast and crew' }).click();
  const person = page.getByRole('combobox', { name: 'Person 1' });
  await expect.poll(() => person.inputValue(), { timeout: 20_000 }).toBe('Person 2');
  await page.goto(`${studio}/slides`);
  await page.getByRole('link', { name: 'Lamp' }).click();
  const preview = page.getByRole('complementary', { name: 'What viewers see' });
  await preview.getByText('Lamp', { exact: true }).waitFor();
  await preview.locator('img').waitFor();
});

it('takes any number of minutes and advice letters for a programme', {
  timeout: LONG,
}, async () => {
  await page.goto(`${studio}/live-week`);
  await page
    .getByRole('button', { name: /^All day/ })
    .first()
    .click();
  const minutes = page.getByRole('spinbutton', { name: 'Minutes' });
  await minutes.press('ControlOrMeta+a');
  await minutes.press('Delete');
  expect(await minutes.inputValue()).toBe('');
  await minutes.pressSequentially('45');
  expect(await minutes.inputValue()).toBe('45');
  await page.getByRole('checkbox', { name: 'V: violence' }).check();
  await button('Save the week').click();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const answer = await fetch('/studio/api/catalogue/weeks/radio-lamp');
        return (await answer.json()).slots[0];
      }),
    )
    .toMatchObject({ minutes: 45, ratingAdvice: ['V'] });
  expect(faults).toEqual([]);
});
