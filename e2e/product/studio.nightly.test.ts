// The studio in Chromium, with the accounts that the demo prints: an editor changes a title and the
// site shows it; what a role may not see is not there; the main screens have no faults.
import { readFileSync } from 'node:fs';
import { prepareStaff } from '@bonisa/backoffice/staff/first-start';
import { mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';
import { type DemoStaff, demoStaffIn, signInToStudio } from '../harness/studio.ts';

const SHELF = { kind: 'shelf', slug: 'second', title: 'Second', format: 'poster', titles: [] };
let product: TestProduct;
let browser: Browser;
let studio: string;
let staff: DemoStaff;
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  const more = [videoRow({ title: 'Chair for Makhulu', slug: 'chair' }), SHELF];
  await mediaReady(product.app.catalogue.service);
  const { problems } = await product.app.catalogue.editing.apply([...ROWS, ...more]);
  expect(problems).toEqual([]);
  staff = demoStaffIn((await prepareStaff(product.app)).join('\n'));
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product.close();
});

async function signedIn(role: string, complaints: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/policy|warning/i.test(message.text())) complaints.push(message.text());
  });
  // A code of the authenticator counts once.
  product.clock.by(30);
  const now = product.clock.now().getTime();
  await signInToStudio(page, studio, { role, ...staff, now });
  return page;
}

async function look(page: Page, screen: string, complaints: string[]): Promise<void> {
  complaints.push(...(await axeViolations(page, screen)));
  await page.setViewportSize({ width: 768, height: 900 });
  complaints.push(...(await sidewaysScroll(page, screen)));
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** The title as the site's own API tells it. */
async function titleOnSite(slug: string): Promise<string> {
  return (await product.site.inject(`/content/v1/video?slug=${slug}`)).json().title;
}

it('lets an editor find a title and change it, and the site shows the change', async () => {
  const complaints: string[] = [];
  const page = await signedIn('editor', complaints);
  const groups = page.getByRole('navigation', { name: 'Studio' }).getByRole('heading');
  expect(await groups.allTextContents()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/Money|Care|People/)]),
  );
  await page.getByRole('link', { name: 'Videos' }).first().click();
  // A filter that is chosen before the search begins is kept by it.
  await page.getByLabel('Search').fill('chair for makhulu');
  await page.getByLabel('State').selectOption('published');
  await page.waitForURL(/search/);
  expect(decodeURIComponent(page.url())).toMatch(/"state":"published"/);
  const found = page.getByRole('link', { name: 'Chair for Makhulu' });
  await page.getByText('1 video', { exact: true }).waitFor();
  await look(page, 'videos', complaints);
  await found.click();
  const title = page.getByLabel('Title', { exact: true });
  await title.waitFor();
  await look(page, 'video', complaints);
  await title.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be given', { exact: true }).waitFor();
  await title.fill('Chair for Gogo');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The video is saved.').waitFor();
  await expect.poll(() => titleOnSite('chair')).toBe('Chair for Gogo');
  await page.goto(`${studio}/accounts`);
  await page.getByText('There is no such screen for you').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('shows an administrator accounts, keys and the audit of what the editor did', async () => {
  const complaints: string[] = [];
  const page = await signedIn('administrator', complaints);
  for (const screen of ['Accounts', 'API keys', 'Webhooks']) {
    await page.getByRole('link', { name: screen }).first().click();
    await page.getByRole('heading', { level: 1, name: screen }).waitFor();
    await look(page, screen, complaints);
  }
  await sendSpanAgain(page, complaints);
  await changeEndpoint(page, complaints);
  await page.goto(`${studio}/audit`);
  await page.getByRole('row', { name: /Demo editor.*catalogue save entry/ }).waitFor();
  await look(page, 'audit', complaints);
  await page.getByRole('link', { name: 'Shelves' }).first().click();
  await page.getByRole('link', { name: 'Change the order' }).click();
  const handle = page.getByRole('button', { name: /^Move / }).first();
  const moved = await handle.getAttribute('aria-label');
  await handle.press('Space');
  await page.getByText(/is at place 1 of/).waitFor();
  // The list measures its rows after the first key; there are two, so more presses do no more.
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown');
      return await page.getByText(/is at place 2 of/).count();
    })
    .toBe(1);
  await page.keyboard.press('Space');
  await page.getByText(/is put at place 2\./).waitFor();
  await page.getByRole('button', { name: 'Save the order' }).click();
  await page.getByText('The order is saved.').waitFor();
  await page.goto(`${studio}/shelves/order`);
  const second = page.getByRole('button', { name: /^Move / }).nth(1);
  await expect.poll(() => second.getAttribute('aria-label')).toBe(moved);
  await page
    .getByRole('button', { name: /^Send to place/ })
    .nth(1)
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Place').fill('9000');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText(/must be a number from 1 to/).waitFor();
  await dialog.getByLabel('Place').fill('1');
  await look(page, 'order', complaints);
  await dialog.getByRole('button', { name: 'Send' }).click();
  const first = page.getByRole('button', { name: /^Move / }).first();
  await expect.poll(() => first.getAttribute('aria-label')).toBe(moved);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it('lists more imports where there are more than a page', async () => {
  await product.rows(`insert into catalogue_imports (id, actor_kind, actor_id, actor, source_kind,
    source_name, state, began_at, reported_at, created, changed, unchanged, deleted, refused,
    problem_count)
    select gen_random_uuid(), 'account', '', 'Naledi', 'file', 'file-' || at || '.csv', 'done',
      '2026-11-20T08:00:00Z', '2026-11-20T08:00:00Z', at, 0, 0, 0, 0, 0
    from generate_series(1, 25) as at`);
  const complaints: string[] = [];
  const page = await signedIn('editor', complaints);
  await page.goto(`${studio}/import`);
  const rows = page.getByRole('table', { name: 'Imports so far' }).locator('tbody tr');
  await rows.nth(19).waitFor();
  expect(await rows.count()).toBe(20);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await rows.filter({ hasText: 'file-1.csv' }).waitFor();
  expect([await rows.count(), await more.count()]).toEqual([25, 0]);
  await page.context().close();
  expect(complaints).toEqual([]);
});

it('takes a carrier’s statement from its file, compares it and saves what differs', async () => {
  const complaints: string[] = [];
  const page = await signedIn('finance', complaints);
  await page.getByRole('link', { name: 'Settlement' }).first().click();
  const example = (await page.getByText(/^A line for each carrier and month/).textContent()) ?? '';
  const [, carrier = '', month = ''] = /such as ([^,]+),(\d{4}-\d\d),/.exec(example) ?? [];
  const file = page.locator('input[type="file"]');
  const csv = (text: string) => ({
    name: 'statement.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  });
  await file.setInputFiles(csv('x'.repeat(60_001)));
  await page.getByRole('alert').getByText('statement.csv has more than 60 kB.').waitFor();
  const header = 'carrier,month,reference,gross,refunds,vat,carrier_share,to_be_paid';
  await file.setInputFiles(
    csv(`${header}\n${carrier},${month},ST-7,115.00,0.00,15.00,30.00,85.00\n`),
  );
  await expect.poll(() => page.getByLabel('Lines of its CSV file').inputValue()).toContain('ST-7');
  await look(page, 'settlement', complaints);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('The statement is kept and compared.').waitFor();
  await page.getByText('4 differences').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe(`bonisa-settlement-${month}.csv`);
  const text = readFileSync(await saved.path(), 'utf8');
  // The mark by which Excel reads UTF-8 comes first.
  expect(text.slice(1).split('\r\n').slice(0, 2)).toEqual([
    'carrier,month,figure,ours,theirs,difference',
    `${carrier},${month},gross,0.00,115.00,115.00`,
  ]);
  expect(complaints).toEqual([]);
  await page.context().close();
});

/** Makes an endpoint of a partner, and sends what happened in a day to it again. */
async function sendSpanAgain(page: Page, complaints: string[]): Promise<void> {
  await page.getByRole('button', { name: 'New endpoint' }).click();
  await page.getByLabel('Address').fill('https://93.184.215.14/hook');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  const again = page.getByRole('button', { name: 'Send a span to https://93.184.215.14/hook' });
  await again.click();
  await look(page, 'a span of webhooks', complaints);
  const until = await page.getByLabel('Until').inputValue();
  await page.getByLabel('From').fill(until);
  await page.getByRole('button', { name: 'Send again' }).last().click();
  await page.getByRole('alert').getByText('must be after from').waitFor();
  await page.getByLabel('From').fill('2020-01-01T00:00');
  await page.getByRole('button', { name: 'Send again' }).last().click();
  await page.getByText('There is nothing of that time to send.').waitFor();
}

/** Gives the partner's endpoint another purpose, and a secret without the earlier one. */
async function changeEndpoint(page: Page, complaints: string[]): Promise<void> {
  const url = 'https://93.184.215.14/hook';
  await page.getByRole('button', { name: `Edit ${url}` }).click();
  await look(page, 'an endpoint', complaints);
  expect(await page.getByLabel('Address').inputValue()).toBe(url);
  await page.getByLabel('What it is for').fill('Of a partner');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Of a partner').waitFor();
  await page.getByRole('button', { name: `New secret for ${url}` }).click();
  await page.getByRole('checkbox', { name: /End the earlier secret at once/ }).check();
  await look(page, 'a new secret', complaints);
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'I have it' }).click();
  const secrets = await product.rows(
    'select jsonb_array_length(secrets) as n from webhook_endpoints',
  );
  expect(secrets).toEqual([{ n: 1 }]);
  await page.getByLabel('Endpoint', { exact: true }).selectOption({ label: url });
  await page.getByLabel('Message id').fill('evt_1');
  await page.getByText('must be a whole webhook-id, which begins with evt_').waitFor();
  await page.getByLabel('Message id').fill('');
}
