// Two editors at one title, each in a browser of their own: neither loses the other's work, whether
// they change different fields, the same one, or its film.

import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { mediaReady, OTHER_ASSET } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import { readyAsset } from '@bonisa/media/ready-asset.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { mediaAssets } from '../../server/media/src/media.tables.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations } from '../harness/screen-faults.ts';

let product: TestProduct;
let browser: Browser;
let studio: string;
let ours: Page;
let theirs: Page;
const complaints: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  const now = product.clock.now();
  await product.open.db
    .insert(mediaAssets)
    .values([
      readyAsset(now, { reference: 'upload:one' }),
      readyAsset(now, { id: OTHER_ASSET, title: 'New cut', reference: 'upload:two' }),
    ]);
  await mediaReady(product.app.catalogue.service);
  await mediaReady(product.app.catalogue.service, OTHER_ASSET);
  expect((await product.app.catalogue.editing.apply([...ROWS])).problems).toEqual([]);
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
  [ours, theirs] = [await editor(), await editor()];
});
afterAll(async () => {
  await browser?.close();
  await product.close();
});

async function editor(): Promise<Page> {
  const { cookie } = await createSession(product, await createPerson(product, ['publisher']));
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'bonisa_studio', value: cookie, url: studio, httpOnly: true, sameSite: 'Strict' },
  ]);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  return page;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Both open the title as it is now. */
async function bothOpen(): Promise<void> {
  for (const page of [ours, theirs]) {
    await page.goto(`${studio}/videos/entry/v-1`);
    await field(page, 'Title').waitFor();
  }
}

async function save(page: Page): Promise<void> {
  await button(page, 'Save').click();
  await page.getByText('The video is saved.').waitFor();
}

/** The fields of the title as they are kept. */
const stored = (): Promise<Record<string, unknown>> =>
  ours.evaluate(async () => {
    const answer = await fetch('/studio/api/catalogue/entries/video/v-1');
    return (await answer.json()).fields;
  });

const playing = async (): Promise<string | null> =>
  (await product.app.catalogue.service.findPlayable('umuzi'))?.assetId ?? null;

it('keeps both changes where two editors change different fields', async () => {
  await bothOpen();
  await field(theirs, 'Title').fill('Umuzi omkhulu');
  await save(theirs);
  await field(ours, 'Synopsis: one line').fill('A house that stands.');
  await field(ours, 'Year').fill('2025');
  await save(ours);
  await ours.getByText('Somebody else changed title meanwhile.').waitFor();
  expect(await stored()).toMatchObject({
    title: 'Umuzi omkhulu',
    synopsis: 'A house that stands.',
    year: 2025,
  });
  expect(await field(ours, 'Title').inputValue()).toBe('Umuzi omkhulu');
});

it('asks the second editor where both changed the same field, and loses neither text', async () => {
  await bothOpen();
  await field(theirs, 'Description').fill('The house of the mother.');
  await save(theirs);
  await field(ours, 'Description').fill('The house of the father.');
  await field(ours, 'Year').fill('2024');
  await button(ours, 'Save').click();
  const question = ours.getByRole('dialog', { name: 'Somebody else changed this meanwhile' });
  await question.getByText('Theirs: The house of the mother.').waitFor();
  complaints.push(...(await axeViolations(ours, 'two editors')));
  expect(await stored()).toMatchObject({ description: 'The house of the mother.', year: 2025 });
  // To think about it loses nothing of what was typed.
  await button(ours, 'Go on editing').click();
  expect(await field(ours, 'Description').inputValue()).toBe('The house of the father.');
  await button(ours, 'Save').click();
  await question.getByText('Mine: The house of the father.').waitFor();
  await button(ours, 'Save this').click();
  await ours.getByText('The video is saved.').waitFor();
  expect(await stored()).toMatchObject({ description: 'The house of the father.', year: 2024 });
  await button(ours, /^History/).click();
  const history = ours.getByRole('dialog', { name: 'History' });
  await history.getByText('The house of the mother.').first().waitFor();
});

it('leaves their text and keeps the other fields where the second editor chooses it', async () => {
  await bothOpen();
  await field(theirs, 'Description').fill('Their house.');
  await save(theirs);
  await field(ours, 'Description').fill('Our house.');
  await field(ours, 'Year').fill('2023');
  await button(ours, 'Save').click();
  await ours.getByText('Theirs: Their house.').click();
  await button(ours, 'Save this').click();
  await ours.getByText('The video is saved.').waitFor();
  expect(await stored()).toMatchObject({ description: 'Their house.', year: 2023 });
  await expect.poll(() => field(ours, 'Description').inputValue()).toBe('Their house.');
});

it('takes all of their side by one press, and has nothing left to save', async () => {
  await bothOpen();
  await field(theirs, 'Description').fill('Their words.');
  await field(theirs, 'Year').fill('2019');
  await save(theirs);
  await field(ours, 'Description').fill('Our words.');
  await field(ours, 'Year').fill('2018');
  await button(ours, 'Save').click();
  await button(ours, 'Choose all of theirs').click();
  await button(ours, 'Leave theirs').click();
  await expect.poll(() => field(ours, 'Year').inputValue()).toBe('2019');
  expect(await field(ours, 'Description').inputValue()).toBe('Their words.');
  expect(await button(ours, 'Save').isEnabled()).toBe(false);
  expect(await stored()).toMatchObject({ description: 'Their words.', year: 2019 });
});

it('refuses a new entry under the address of another one at a field that a person can change', async () => {
  await ours.goto(`${studio}/genres/new`);
  await field(ours, 'Title').fill('Drama again');
  await field(ours, 'Address (slug)').fill('drama');
  await button(ours, 'Save').click();
  for (const label of ['Your reference', 'Address (slug)'])
    await expect
      .poll(() => field(ours, label).getAttribute('aria-describedby'))
      .toContain('-problem');
  await ours.getByText('another entry has this key', { exact: true }).first().waitFor();
  await field(ours, 'Address (slug)').fill('drama-again');
  await button(ours, 'Save').click();
  await ours.getByText('The genre is saved.').waitFor();
  expect((await product.rows(`select title from genres order by slug`)).slice(0, 2)).toEqual([
    { title: 'Drama' },
    { title: 'Drama again' },
  ]);
});

it('saves the rule of a shelf with the other fields of its form', async () => {
  await ours.goto(`${studio}/shelves/entry/first`);
  await ours.getByLabel('Fill this shelf by a rule').check();
  await field(ours, 'Title').fill('Newest');
  await button(ours, 'Save').click();
  await ours.getByText('The shelf is saved.').waitFor();
  const [shelf] = await product.rows(`select title, rule from shelves where slug = 'first'`);
  expect(shelf).toMatchObject({ title: 'Newest', rule: { order: 'newest', limit: 20 } });
});

/** Gives the programme of a day another title, without saving it. */
async function rename(page: Page, day: string, title: string): Promise<void> {
  await page.getByRole('list', { name: day }).getByRole('button').first().click();
  await field(page, 'Title').fill(title);
}

it('asks at each time where the weeks of two editors differ, and begins with what each changed', async () => {
  for (const page of [ours, theirs]) {
    await page.goto(`${studio}/live-week?channel=radio-lamp`);
    await page.getByRole('list', { name: 'Monday' }).getByRole('button').first().waitFor();
  }
  await rename(theirs, 'Monday', 'Their Monday');
  await rename(theirs, 'Sunday', 'Their Sunday');
  await button(theirs, 'Save the week').click();
  await theirs.getByText('The week is saved.').waitFor();
  await rename(ours, 'Monday', 'Our Monday');
  await rename(ours, 'Tuesday', 'Our Tuesday');
  await button(ours, 'Save the week').click();
  const question = ours.getByRole('dialog', { name: /^Somebody else changed this week/ });
  const at = (time: string, side: 'Theirs' | 'Mine') =>
    question
      .getByRole('group', { name: time })
      .getByRole('radio', { name: new RegExp(`^${side}`) });
  await at('Mon 00:00', 'Theirs').waitFor();
  complaints.push(...(await axeViolations(ours, 'two weeks')));
  expect(await at('Tue 00:00', 'Mine').isChecked()).toBe(true);
  expect(await at('Sun 00:00', 'Theirs').isChecked()).toBe(true);
  await at('Mon 00:00', 'Theirs').check();
  await button(ours, 'Put this into the calendar').click();
  await question.waitFor({ state: 'detached' });
  await button(ours, 'Save the week').click();
  await ours.getByText('The week is saved.').waitFor();
  const titles = await product.rows(`select title from live_slots order by starts_at`);
  expect(titles.map(({ title }) => title)).toEqual([
    ...['Their Monday', 'Our Tuesday', 'All day', 'All day', 'All day', 'All day', 'Their Sunday'],
  ]);
});

it('takes no film away that a second editor gave meanwhile', async () => {
  await bothOpen();
  await button(ours, 'Take the film away').waitFor();
  await button(theirs, 'Use a film that is here').click();
  await button(theirs, /^Use it ?: New cut/).click();
  await theirs.getByText('The title has this film.').waitFor();
  await expect.poll(playing).toBe(OTHER_ASSET);
  await button(ours, 'Take the film away').click();
  await ours.getByRole('dialog').getByRole('button', { name: 'Take the film away' }).click();
  await ours.getByText('Somebody else has changed its media meanwhile.').waitFor();
  expect(await playing()).toBe(OTHER_ASSET);
  // The screen shows by now which film it is: the decision can be made again.
  await ours.locator('#film').getByText('New cut').first().waitFor();
  await button(ours, 'Take the film away').click();
  await ours.getByRole('dialog').getByRole('button', { name: 'Take the film away' }).click();
  await ours.getByRole('link', { name: 'It has no film yet' }).waitFor();
  expect(await playing()).toBeNull();
  expect(complaints).toEqual([]);
});
