// Two people change one price, one name and one account, each of them from a dialog that was opened
// before the other's change, in Chromium: the dialog says so, and nothing of the other is undone.

import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations } from '../harness/screen-faults.ts';

const WEEKLY = '/studio/api/packages/p-grtv-weekly-c-01';

let product: TestProduct;
let browser: Browser;
let studio: string;
let page: Page;
let colleague: TestSession;
const complaints: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await product.app.packages.service.start();
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  colleague = await createSession(product, await createPerson(product, ['administrator']));
  browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const own = await createSession(product, await createPerson(product, ['administrator']));
  await context.addCookies([{ name: 'bonisa_studio', value: own.cookie, url: studio }]);
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => complaints.push(String(error)));
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const weekly = () =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: /, a week$/ }) });
const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true });

/** What the colleague does meanwhile. */
async function meanwhile(url: string, body: object): Promise<void> {
  const made = await ask(await product.studio(), url, {
    ...colleague,
    body: { ...body, reason: 'Decided' },
  });
  expect(made.status).toBe(200);
}

/** The screen behind the dialog reads again, as after a lost connection. */
async function rereads(shows: string): Promise<void> {
  // Again until it does: what was read a few seconds ago is not read anew.
  const shown = async (): Promise<number> => {
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    return await weekly().getByText(shows).count();
  };
  await expect.poll(shown, { interval: 1000, timeout: 60_000 }).toBeGreaterThan(0);
}

/** The dialog says that somebody was first, and leads to what they made. */
async function refused(words: string): Promise<void> {
  await page.getByRole('dialog').getByRole('alert').getByText(words).waitFor();
  complaints.push(...(await axeViolations(page, words)));
  await press('See what is there now');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

it('ends no price that was made since the form was opened', async () => {
  await page.goto(`${studio}/packages`);
  await weekly().getByRole('button', { name: 'New price' }).click();
  const validFrom = new Date(product.clock.now().getTime() + 17 * 86_400_000).toISOString();
  const price = { amount: '12.00', service_keys: { karoo: 'w12' }, valid_from: validFrom };
  await meanwhile(`${WEEKLY}/prices`, { price });
  await rereads('R12.00');
  await field('Free days').fill('0');
  await field('Why').fill('No free day');
  await press('See what it does');
  await refused('Somebody made or withdrew a price of this package meanwhile.');
  await weekly().getByRole('button', { name: 'New price' }).click();
  expect(await field('Rand, with VAT').inputValue()).toBe('12.00');
  await press('Cancel');
  expect(complaints).toEqual([]);
});

it('takes no name back that was given since the form was opened', async () => {
  await page.goto(`${studio}/packages`);
  await weekly().getByRole('button', { name: 'Change name' }).click();
  await meanwhile(`${WEEKLY}/name`, { name: 'Week Pass' });
  await rereads('Week Pass, a week');
  await field('In one line').fill('Seven days');
  await field('Why').fill('A line');
  await press('Change it');
  await refused('Somebody changed the name or the line meanwhile: it is Week Pass now.');
  await weekly().getByRole('button', { name: 'Change name' }).click();
  expect(await field('Name').inputValue()).toBe('Week Pass');
  await field('In one line').fill('Seven days');
  await field('Why').fill('A line');
  await press('Change it');
  await weekly().getByText('Seven days').waitFor();
  expect(complaints).toEqual([]);
});

it('gives no role back that was taken away since the dialog was opened', async () => {
  const { account } = await createPerson(product, ['care', 'finance']);
  const { id, name } = account;
  await page.goto(`${studio}/accounts`);
  await press(`Roles of ${name}`);
  await meanwhile(`/studio/api/accounts/${id}`, { roles: ['care'] });
  await page.getByRole('checkbox', { name: /^editor/ }).check();
  await page.getByLabel('Reason').fill('Helps the editors');
  await press('Save');
  await refused(`Somebody changed the roles of ${name} meanwhile: care.`);
  expect((await product.app.staff.accounts.byId(id)).roles).toEqual(['care']);
  await press(`Roles of ${name}`);
  expect(await page.getByRole('checkbox', { name: /^finance/ }).isChecked()).toBe(false);
  await page.getByRole('checkbox', { name: /^editor/ }).check();
  await page.getByLabel('Reason').fill('Helps the editors');
  await press('Save');
  await page.getByRole('row', { name: new RegExp(`${name}.*editor, care`) }).waitFor();
  expect(complaints).toEqual([]);
});
