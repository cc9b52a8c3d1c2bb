// A person who signs in at the company alone and does what needs a fresh factor, in Chromium. The
// company is another site, so its answer comes without the strict cookie of the session.

import {
  CLIENT,
  type CompanyPerson,
  startCompany,
} from '@bonisa/backoffice/staff/oidc-company.test-kit';
import { createPerson } from '@bonisa/backoffice/staff/staff.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations } from '../harness/screen-faults.ts';

const THANDI = { sub: 'thandi', email: 'thandi@example.org', email_verified: true };
const SIPHO = { sub: 'sipho', email: 'sipho@example.org', email_verified: true };
let company: Awaited<ReturnType<typeof startCompany>>;
let product: TestProduct;
let browser: Browser;
let studio: string;
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  const callback = `${studio}/studio/sign-in/oidc/callback`;
  company = await startCompany(callback, undefined, '127.0.0.1');
  product = await createTestProduct({
    STUDIO_PORT: String(port),
    LIMITS: 'off',
    STUDIO_OIDC_ISSUER: company.issuer,
    STUDIO_OIDC_CLIENT_ID: CLIENT.id,
    STUDIO_OIDC_CLIENT_SECRET: CLIENT.secret,
  });
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.close();
  await company?.close();
});

/** An account that was invited and has nothing to sign in by. */
async function invite({ email }: CompanyPerson): Promise<void> {
  const { account } = await createPerson(product, ['finance']);
  const never = { state: 'invited', passwordHash: null, totp: null } as const;
  await product.app.staff.accountRows.update(account.id, { ...never, email });
}

/** Presses the dialog's link as whoever the company knows, and answers its tab's words. */
async function confirmAs(page: Page, person: CompanyPerson): Promise<Page> {
  company.state.person = person;
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Confirm at your company' }).click();
  return await opened;
}

it('confirms at the company in another tab, and goes on in the session that it had', async () => {
  await Promise.all([THANDI, SIPHO].map(invite));
  const complaints: string[] = [];
  const page = await (await browser.newContext()).newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  company.state.person = THANDI;
  await page.goto(`${studio}/sign-in`);
  await page.getByRole('link', { name: 'Sign in at your company' }).click();
  await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
  product.clock.by(5 * 60 + 1);
  await page.goto(`${studio}/me`);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make them' }).click();
  await page.getByRole('link', { name: 'Confirm at your company' }).waitFor();
  complaints.push(...(await axeViolations(page, 'confirm')));

  const asOther = await confirmAs(page, SIPHO);
  await asOther.getByText('named another person').waitFor();
  complaints.push(...(await axeViolations(asOther, 'another person')));
  await asOther.close();
  const sessions = () => product.rows('select id from staff_sessions where ended_at is null');
  const [before] = await sessions();

  const own = await confirmAs(page, THANDI);
  await own.getByRole('heading', { name: 'It is you' }).waitFor();
  complaints.push(...(await axeViolations(own, 'confirmed')));
  await own.close();
  await page.getByRole('button', { name: 'Go on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your new recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  expect(await sessions()).toEqual([before]);
  expect(complaints).toEqual([]);
});
