// What a person types into the studio is neither lost nor sent later than asked, and every refusal
// says what to mend: on a slow line, without one, and beside another editor.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { mediaReady } from '../../apps/server/src/catalogue/catalogue.test-kit.ts';
import { ROWS, videoRow } from '../../apps/server/src/catalogue/editing/rows.test-kit.ts';
import { createPerson, createSession } from '../../apps/server/src/staff/staff.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';

const AWAY = 'The studio did not answer. Check the connection and try again.';

let product: TestProduct;
let browser: Browser;
let studio: string;
let context: BrowserContext;
let page: Page;
let headers: Record<string, string>;
const complaints: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await product.app.packages.service.start();
  await mediaReady(product.app.catalogue.service);
  const draft = { assetId: null, published: false };
  await apply(
    ...ROWS,
    { kind: 'person', slug: 'thandi', name: 'Thandi' },
    ...['alpha', 'beta'].map((key) => videoRow({ key, slug: key, title: key, ...draft })),
  );
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
  const { cookie } = await createSession(product, await createPerson(product, ['publisher']));
  headers = { cookie: `bonisa_studio=${cookie}` };
});
afterAll(async () => {
  await browser?.close();
  await product.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = headers.cookie?.split('=') ?? [];
  await context.addCookies([{ name, value, url: studio, httpOnly: true, sameSite: 'Strict' }]);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterEach(async () => {
  await context.close();
  expect(complaints.splice(0)).toEqual([]);
});

async function apply(...rows: object[]): Promise<void> {
  expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The fields of an entry as they are stored. */
async function stored(kind: string, key: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${studio}/studio/api/catalogue/entries/${kind}/${key}`, { headers });
  return ((await answer.json()) as { fields: Record<string, unknown> }).fields;
}

/** Holds what the page sends by PUT until it is let go. */
async function holdSaves(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/studio/api/**', async (route) => {
    if (route.request().method() === 'PUT') await promise;
    await route.continue();
  });
  return resolve;
}

/** Types at the end of the title, as a person who is not done with it. */
async function goOnTyping(text: string): Promise<void> {
  await field('Title').press('End');
  await page.keyboard.type(text);
}

async function open(path: string, label = 'Title'): Promise<void> {
  await page.goto(`${studio}${path}`);
  await field(label).waitFor();
}

it('keeps what is typed while a title is saved, and saves it with the next press', async () => {
  await open('/videos/entry/v-1');
  const letGo = await holdSaves();
  await field('Title').fill('Umuzi om');
  await button('Save').click();
  await goOnTyping('khulu');
  await field('Description').fill('Typed meanwhile.');
  letGo();
  await page.getByText('The video is saved.').waitFor();
  await expect.poll(() => button('Save').isEnabled()).toBe(true);
  expect(await field('Title').inputValue()).toBe('Umuzi omkhulu');
  expect(await field('Description').inputValue()).toBe('Typed meanwhile.');
  expect(await stored('video', 'v-1')).toMatchObject({ title: 'Umuzi om' });
  await button('Save').click();
  await expect.poll(() => button('Save').isDisabled()).toBe(true);
  await expect
    .poll(() => stored('video', 'v-1'))
    .toMatchObject({ title: 'Umuzi omkhulu', description: 'Typed meanwhile.' });
});

it('says that nobody answered, keeps the words, and saves nothing later by itself', async () => {
  await open('/videos/entry/v-1');
  await field('Synopsis: one line').fill('Without a line.');
  await context.setOffline(true);
  await button('Save').click();
  await page.getByText(AWAY).first().waitFor();
  expect(await button('Save').isEnabled()).toBe(true);
  await context.setOffline(false);
  await expect.poll(() => page.getByText(AWAY).count()).toBeLessThan(2);
  expect(await stored('video', 'v-1')).toMatchObject({ synopsis: 'One lamp.' });
  expect(await field('Synopsis: one line').inputValue()).toBe('Without a line.');
  await button('Save').click();
  await page.getByText('The video is saved.').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({ synopsis: 'Without a line.' });
});

it('says that a title could not be deleted', async () => {
  await open('/videos/entry/alpha');
  await button('Delete').click();
  const question = page.getByRole('dialog', { name: 'Delete 1 video?' });
  await question.waitFor();
  await context.setOffline(true);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText(AWAY).first().waitFor();
  await context.setOffline(false);
  expect(await stored('video', 'alpha')).toMatchObject({ title: 'alpha' });
});

/** Somebody else deletes the title that this page is changing, and the page presses Save. */
async function deletedMeanwhile(typed: string) {
  await apply(videoRow({ key: 'gone', slug: 'gone', title: 'Gone' }));
  await open('/videos/entry/gone');
  await field('Title').fill(typed);
  await apply({ kind: 'video', key: 'gone', delete: true });
  await button('Save').click();
  const told = page.getByRole('dialog', { name: 'It was deleted meanwhile' });
  await told.getByText(/ deleted it, /).waitFor();
  return told;
}

it('restores the title that somebody else deleted with what is typed, in one press', async () => {
  const told = await deletedMeanwhile('Still here');
  await told.getByRole('button', { name: 'Restore it with my fields' }).click();
  await page.getByText('The video is saved.').waitFor();
  expect(await stored('video', 'gone')).toMatchObject({ title: 'Still here', published: false });
});

it('restores the title that somebody else deleted, and keeps what is typed in the form', async () => {
  const told = await deletedMeanwhile('Later words');
  await told.getByRole('button', { name: 'Restore it', exact: true }).click();
  await page.getByText('It is back, as a draft.').waitFor();
  expect(await stored('video', 'gone')).toMatchObject({ title: 'Gone' });
  expect(await field('Title').inputValue()).toBe('Later words');
  await button('Save').click();
  await page.getByText('The video is saved.').waitFor();
  expect(await stored('video', 'gone')).toMatchObject({ title: 'Later words' });
});

it('says in plain words which row of a form is at fault', async () => {
  await open('/videos/entry/v-1');
  await button('Add a credit').click();
  await button('Save').click();
  await page.getByText('row 1, person: must not be empty', { exact: true }).waitFor();
  await page.getByText('Credits: row 1, person: must not be empty').waitFor();
  expect(await page.getByText('Too small').count()).toBe(0);
});

it('keeps the time of a window while its year is typed over', async () => {
  await apply({ kind: 'video', key: 'v-1', availableUntil: '2030-05-01T10:30:00Z' });
  await open('/videos/entry/v-1', 'Visible until');
  expect(await field('Visible until').inputValue()).toBe('2030-05-01T12:30');
  await field('Visible until').focus();
  for (const key of ['Tab', 'Tab', '2', '0', '2', '9']) await page.keyboard.press(key);
  await expect.poll(() => field('Visible until').inputValue()).toBe('2029-05-01T12:30');
  await button('Save').click();
  await page.getByText('The video is saved.').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({
    availableUntil: '2029-05-01T10:30:00.000Z',
  });
});

it('keeps the end of a window while a part of its date is missing, and takes it away on purpose', async () => {
  const until = '2030-05-01T10:30:00.000Z';
  await apply({ kind: 'video', key: 'v-1', availableUntil: until });
  await open('/videos/entry/v-1', 'Visible until');
  await field('Visible until').focus();
  await page.keyboard.press('Delete');
  await page.getByText('the date is not complete', { exact: true }).waitFor();
  await field('Synopsis: one line').fill('A lamp, half typed.');
  await button('Save').click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Nothing is saved yet.' });
  await refusal.getByText('Visible until: the date is not complete').waitFor();
  expect(await field('Visible until').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await stored('video', 'v-1')).toMatchObject({
    availableUntil: until,
    synopsis: expect.not.stringContaining('half typed'),
  });
  // Day, month, year, hour, minute, and the half of the day.
  for (let part = 0; part < 6; part += 1) {
    if (part > 0) await page.keyboard.press('Tab');
    await page.keyboard.press('Delete');
  }
  await expect.poll(() => page.getByText('the date is not complete').count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText('The video is saved.').waitFor();
  expect(await stored('video', 'v-1')).toMatchObject({
    availableUntil: null,
    synopsis: 'A lamp, half typed.',
  });
});

it('saves no window by package of which a date is half typed', async () => {
  const packages = [{ package: 'p-grtv-daily-c-01', from: null, until: null }];
  await apply({ kind: 'video', key: 'v-1', packages });
  await open('/videos/entry/v-1', 'From');
  await field('Synopsis: one line').fill('For some only.');
  await field('From').focus();
  await page.keyboard.type('01');
  await page.keyboard.press('Enter');
  await page.getByText('Windows by package: the date is not complete').waitFor();
  expect(await field('From').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await stored('video', 'v-1')).toMatchObject({
    packages,
    synopsis: expect.not.stringContaining('For some only.'),
  });
  await apply({ kind: 'video', key: 'v-1', packages: null });
});

it('takes the window of no chosen title away, unless it is asked to', async () => {
  const availableUntil = '2030-05-01T10:30:00.000Z';
  for (const key of ['alpha', 'beta']) await apply({ kind: 'video', key, availableUntil });
  const untils = async () =>
    [await stored('video', 'alpha'), await stored('video', 'beta')].map(
      (fields) => fields.availableUntil,
    );
  await open('/videos', 'Choose alpha');
  for (const title of ['alpha', 'beta']) await field(`Choose ${title}`).check();
  await button('Change fields').click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 videos' });
  const change = dialog.getByRole('button', { name: 'Change', exact: true });
  await dialog.getByRole('checkbox', { name: 'Visible until' }).check();
  expect(await change.isDisabled()).toBe(true);
  const date = dialog.locator('input[type="datetime-local"]');
  await date.focus();
  await page.keyboard.type('01');
  await page.keyboard.press('Tab');
  await dialog.getByRole('checkbox', { name: 'Visible until' }).focus();
  await dialog.getByText('the date is not complete').waitFor();
  expect(await change.isDisabled()).toBe(true);
  // A whole date of which a part is taken away again.
  await date.fill('2031-05-01T12:30');
  await expect.poll(() => change.isEnabled()).toBe(true);
  await date.focus();
  await page.keyboard.press('Delete');
  await change.click();
  await expect.poll(() => date.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await untils()).toEqual([availableUntil, availableUntil]);
  await dialog.getByRole('checkbox', { name: 'Without an end' }).check();
  expect(await dialog.getByText('the date is not complete').count()).toBe(0);
  await change.click();
  await page.getByText('2 videos changed.').waitFor();
  expect(await untils()).toEqual([null, null]);
});

it('names every chosen title that is not ready, and what each lacks', async () => {
  await open('/videos', 'Choose alpha');
  for (const title of ['alpha', 'beta']) await field(`Choose ${title}`).check();
  await button('Publish now').click();
  const refusal = page.getByRole('alert');
  await refusal.getByText('2 of 2 videos need something first:').waitFor();
  expect(await refusal.getByRole('listitem').allInnerTexts()).toEqual([
    'alpha\nFilm: has no film',
    'beta\nFilm: has no film',
  ]);
});

it('keeps a programme open that was chosen while the week was saved', async () => {
  await page.goto(`${studio}/live-week?channel=radio-lamp`);
  const monday = page.getByRole('list', { name: 'Monday' }).getByRole('button').first();
  const tuesday = page.getByRole('list', { name: 'Tuesday' }).getByRole('button').first();
  await monday.click();
  const letGo = await holdSaves();
  await field('Title').fill('Before');
  await button('Save the week').click();
  await tuesday.click();
  const title = await field('Title').inputValue();
  letGo();
  await page.getByText('The week is saved.').waitFor();
  expect(await field('Title').inputValue()).toBe(title);
  await field('Title').fill('After');
  await button('Save the week').click();
  await expect
    .poll(async () => (await stored('liveChannel', 'radio-lamp')).slots)
    .toMatchObject([{ title: 'Before' }, { title: 'After' }, {}, {}, {}, {}, {}]);
});

it('keeps what is typed while a week is saved, and marks the programmes at fault', async () => {
  await page.goto(`${studio}/live-week?channel=radio-lamp`);
  const first = page.getByRole('list', { name: 'Monday' }).getByRole('button').first();
  await first.click();
  const letGo = await holdSaves();
  await field('Title').fill('Morning');
  await button('Save the week').click();
  await goOnTyping(' news');
  letGo();
  await page.getByText('The week is saved.').waitFor();
  await expect.poll(() => button('Save the week').isEnabled()).toBe(true);
  // The person is still typing in the same field.
  await page.keyboard.type(' at six');
  expect(await field('Title').inputValue()).toBe('Morning news at six');
  await button('Save the week').click();
  await expect
    .poll(async () => (await stored('liveChannel', 'radio-lamp')).slots)
    .toMatchObject([{ title: 'Morning news at six' }, {}, {}, {}, {}, {}, {}]);
  await expect.poll(() => button('Save the week').isDisabled()).toBe(true);
  await field('Title').fill('');
  await button('Save the week').click();
  await page.getByText('The week is not saved yet. Mend 1 programme first:').waitFor();
  await page.getByText('must not be empty', { exact: true }).waitFor();
  expect(await first.innerText()).toContain('title must not be empty');
});

it('marks what a new video needs, and proposes its address until a person types one', async () => {
  await open('/videos/new');
  const needed = page.getByRole('textbox', { name: 'Title', exact: true });
  expect(await needed.getAttribute('aria-required')).toBe('true');
  expect(await field('Visible from').getAttribute('aria-required')).toBeNull();
  const slug = field('Address (slug)');
  await field('Title').fill('Ntate, o kae?');
  expect(await slug.inputValue()).toBe('ntate-o-kae');
  await slug.fill('ntate');
  await field('Title').fill('Ntate');
  await slug.fill('');
  await field('Title').fill('Ntate wa rona');
  expect(await slug.inputValue()).toBe('');
});

it('shows the titles of a shelf as viewers see them, before it is saved', async () => {
  const shelf = { kind: 'shelf', key: 'lamps', slug: 'lamps', title: 'Lamps' };
  await apply({ ...shelf, format: 'poster', titles: ['v-1'], published: true });
  await open('/shelves/entry/lamps');
  const seen = page.getByRole('complementary', { name: 'What viewers see' }).getByRole('listitem');
  await seen.first().waitFor();
  expect(await seen.count()).toBe(1);
  await page.getByLabel('Fill this shelf by a rule').check();
  await seen.nth(1).waitFor();
  await seen.first().getByText('by hand').waitFor();
});
