// An administrator lowers the roles of a colleague who has made an API key, in Chromium.

import {
  ask,
  createPerson,
  createSession,
  type Person,
} from '@bonisa/backoffice/staff/staff.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations } from '../harness/screen-faults.ts';

let product: TestProduct;
let browser: Browser;
let studio: string;
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
});

async function makeKey(person: Person, name: string): Promise<void> {
  const session = await createSession(product, person);
  const body = { name, scopes: ['audit:read'] };
  const made = await ask(await product.studio(), '/studio/api/keys', { ...session, body });
  expect(made.status).toBe(200);
}

/** Opens the dialog of a person's roles, in which only `left` stays of them. */
async function lower(page: Page, { account }: Person, left: string, revoke: boolean) {
  await page.getByRole('button', { name: `Roles of ${account.name}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Roles of ${account.name}`, exact: true });
  const keys = dialog.getByRole('checkbox', { name: 'Revoke the API keys that they made' });
  await dialog.getByRole('checkbox', { name: new RegExp(`^${left}`) }).check();
  expect(await keys.count()).toBe(0);
  await dialog.getByRole('checkbox', { name: /^administrator/ }).uncheck();
  await keys.waitFor();
  if (revoke) await keys.check();
  await dialog.getByLabel('Reason').fill('Moves to another team');
  return dialog;
}

it('says which API keys of a person go on who may do less, and revokes them if asked to', async () => {
  const complaints: string[] = [];
  const boss = await createPerson(product, ['administrator']);
  const [stays, ends] = [
    await createPerson(product, ['administrator']),
    await createPerson(product, ['administrator']),
  ];
  await makeKey(stays, 'Import');
  await makeKey(ends, 'Export');
  const context = await browser.newContext();
  const { cookie: value } = await createSession(product, boss);
  await context.addCookies([{ name: 'bonisa_studio', value, url: studio }]);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${studio}/accounts`);
  for (const [person, words] of [
    [stays, /The API key Import works until/],
    [ends, /The API key Export is revoked/],
  ] as const) {
    const dialog = await lower(page, person, 'editor', person === ends);
    complaints.push(...(await axeViolations(page, 'roles')));
    await dialog.getByRole('button', { name: 'Save' }).click();
    const left = page.getByRole('dialog', { name: `API keys of ${person.account.name}` });
    await left.getByText(words).waitFor();
    await left.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('row', { name: new RegExp(`${person.account.name}.*editor`) }).waitFor();
  }
  expect(complaints).toEqual([]);
});
