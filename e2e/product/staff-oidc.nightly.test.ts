// Sign-in of the staff at the company's OIDC in a whole production: https from the browser through
// the proxy, the company behind https as well. An administrator invites and gives the role; a
// stranger is refused; an ended session and a disabled account are out.
import { join } from 'node:path';
import {
  CLIENT,
  type CompanyPerson,
  startCompany,
} from '@bonisa/backoffice/staff/oidc-company.test-kit';
import { codeOf } from '@bonisa/backoffice/staff/staff.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { type ProductionProduct, startProduction } from './production.test-kit.ts';

const server = process.env.TEST_DATABASE_URL;
const BRAND = join(import.meta.dirname, '../../packages/demo-content/brands/karoo-play');
const PASSWORD = 'inqola emhlophe 42';
const THANDI = { sub: 'thandi', email: 'thandi@karooplay.example', email_verified: true };

let company: Awaited<ReturnType<typeof startCompany>>;
let product: ProductionProduct;
let browser: Browser;
let administrator: Page;
const complaints: string[] = [];

async function newPage(): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`));
  return page;
}

beforeAll(async () => {
  if (!server) return;
  [product, browser] = await Promise.all([
    startProduction(server, async ({ studio, pair }) => {
      company = await startCompany(`${studio}/studio/sign-in/oidc/callback`, pair);
      return {
        BRAND_DIR: BRAND,
        STUDIO_OIDC_ISSUER: company.issuer,
        STUDIO_OIDC_CLIENT_ID: CLIENT.id,
        STUDIO_OIDC_CLIENT_SECRET: CLIENT.secret,
      };
    }),
    launchChromium(),
  ]);
  administrator = await newPage();
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await product?.close();
  await company?.close();
});

/** A browser of its own in which a person presses the company's link of the sign-in. */
async function atCompany(person: CompanyPerson): Promise<Page> {
  company.state.person = person;
  const page = await newPage();
  await pressCompany(page);
  return page;
}

async function pressCompany(page: Page): Promise<void> {
  await page.goto(`${product.studio}/sign-in`);
  await page.getByRole('link', { name: 'Sign in at your company' }).click();
}

/** Whether the browser still has a session: what the studio says of the person. */
const meOf = async (page: Page): Promise<number | undefined> =>
  (await page.goto(`${product.studio}/studio/api/me`))?.status();

async function expectRefused(person: CompanyPerson): Promise<void> {
  const page = await atCompany(person);
  await page.getByText('That was not right').waitFor();
  expect(new URL(page.url()).origin).toBe(product.studio);
  expect(await meOf(page)).toBe(401);
  expect((await page.context().cookies(product.studio)).map(({ name }) => name)).not.toContain(
    '__Host-bonisa_studio',
  );
  await page.context().close();
}

async function accountAct(button: string, answer: string, reason: string): Promise<void> {
  await administrator.getByRole('button', { name: button }).click();
  const question = administrator.getByRole('dialog').last();
  await question.getByLabel('Reason').fill(reason);
  await question.getByRole('button', { name: answer }).click();
}

describe.skipIf(!server)('the staff of a production with a company of its own', () => {
  let thandi: Page;

  it('is invited by the administrator, who gives the role', async () => {
    const link = /first administrator\s+(\S+)/.exec(product.output())?.[1] ?? '';
    await administrator.goto(link);
    const secret = (await administrator.locator('#secret').textContent()) ?? '';
    await administrator.getByLabel('Your name').fill('Naledi Dlamini');
    await administrator.getByLabel('E-mail address').fill('naledi@karooplay.example');
    await administrator.getByLabel(/^New password/).fill(PASSWORD);
    await administrator.getByLabel(/^Code of your/).fill(codeOf(secret, new Date()));
    await administrator.getByRole('button', { name: 'Set and sign in' }).click();
    await administrator.getByRole('button', { name: 'I have kept them' }).click();
    await administrator.getByRole('link', { name: 'Accounts' }).first().click();
    await administrator.getByRole('button', { name: 'Invite a person' }).click();
    await administrator.getByLabel('Name', { exact: true }).fill('Thandi Nkosi');
    await administrator.getByLabel('E-mail address').fill(THANDI.email);
    await administrator.getByRole('checkbox', { name: /^finance/ }).check();
    await administrator.getByRole('button', { name: 'Invite', exact: true }).click();
    await administrator.getByRole('button', { name: 'I have it' }).click();
    const invited = administrator.getByRole('row', { name: /Thandi Nkosi.*finance.*invited/ });
    await expect.poll(() => invited.count()).toBe(1);
  });

  it('refuses a stranger, an unproven address, and one of an account in use', async () => {
    await expectRefused({
      sub: 'stranger',
      email: 'stranger@elsewhere.example',
      email_verified: true,
    });
    await expectRefused({ ...THANDI, email_verified: false });
    await expectRefused({ sub: 'thief', email: 'naledi@karooplay.example', email_verified: true });
  });

  it('signs the invited person in over https, with her role and a strict cookie', async () => {
    thandi = await atCompany(THANDI);
    await thandi.getByRole('heading', { name: 'Welcome, Thandi Nkosi' }).waitFor();
    const groups = thandi.getByRole('navigation', { name: 'Studio' }).getByRole('heading');
    const names = await groups.allTextContents();
    expect(names.map((name) => name.trim())).toContain('Money');
    expect(names.map((name) => name.trim())).not.toContain('People');
    const session = (await thandi.context().cookies(product.studio)).find(
      ({ name }) => name === '__Host-bonisa_studio',
    );
    expect(session).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' });
  });

  it('ends her session, and signs the same person in again under another address', async () => {
    await administrator.getByRole('button', { name: 'Sessions of Thandi Nkosi' }).click();
    await administrator.getByRole('button', { name: /^End the session since/ }).click();
    const question = administrator.getByRole('dialog').last();
    await question.getByLabel('Reason').fill('She left her desk');
    await question.getByRole('button', { name: 'End', exact: true }).click();
    await administrator.getByText('Thandi Nkosi is signed in nowhere').waitFor();
    await administrator.keyboard.press('Escape');
    expect(await meOf(thandi)).toBe(401);
    company.state.person = { ...THANDI, email: 'thandi.married@karooplay.example' };
    await pressCompany(thandi);
    await thandi.getByRole('heading', { name: 'Welcome, Thandi Nkosi' }).waitFor();
  });

  it('shuts her out at once where the administrator disables the account', async () => {
    await accountAct('Disable Thandi Nkosi', 'Disable', 'She has left the company');
    await administrator.getByRole('row', { name: /Thandi Nkosi.*disabled/ }).waitFor();
    expect(await meOf(thandi)).toBe(401);
    await expectRefused(THANDI);
    await administrator.goto(`${product.studio}/audit?action=studioOidcSignIn`);
    await expect
      .poll(() => administrator.getByRole('row', { name: /Thandi Nkosi.*oidc sign in/ }).count())
      .toBe(2);
    expect(complaints).toEqual([]);
  });
});
