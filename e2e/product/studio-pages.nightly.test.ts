// The pages of the studio for signing in, in Chromium: a one-time link, password and authenticator
// app, a passkey. The listener alone, with a clock of its own: no other test ends its sessions.
import { randomUUID } from 'node:crypto';
import { codeOf } from '@bonisa/backoffice/staff/staff.test-kit';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';

const PASSWORD = 'inqola emhlophe 42';
const NEW_PASSWORD = 'ibhasi eluhlaza 77';
let product: TestProduct;
let browser: Browser;
beforeAll(async () => {
  const port = await freePort();
  product = await createTestProduct({ STUDIO_PORT: String(port), LIMITS: 'off' });
  await (await product.studio()).listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product.close();
});

it.each([360, 1280])(
  'make the first administrator and sign in again, by code and by passkey, %s px wide',
  async (width) => {
    await product.rows('delete from staff_accounts');
    const complaints: string[] = [];
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (/policy|script/i.test(message.text())) complaints.push(message.text());
    });
    const look = async (screen: string): Promise<void> => {
      complaints.push(...(await sidewaysScroll(page, screen)));
      // The pages are the same at every width, and axe takes seconds.
      if (width === 360) complaints.push(...(await axeViolations(page, screen)));
    };
    const email = `${randomUUID()}@example.org`;
    const link = await runStaffCommand(product.app.staff, { command: 'first-administrator' });
    await page.goto(link.split('\n')[0] ?? '');
    const firstSecret = (await page.locator('#secret').textContent()) ?? '';
    await look('welcome');
    await page.getByLabel('Your name').fill('Naledi Dlamini');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel(/^New password/).fill(PASSWORD);
    await press(page, firstSecret, 'Set and sign in');
    await page.getByText('Your recovery codes').waitFor();
    await look('recovery codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('heading', { name: 'Welcome, Naledi Dlamini' }).waitFor();
    await addPasskey(page);
    await look('your account');
    await renamePasskey(page, look);
    // The factor of the sign-in is too old for new codes.
    product.clock.by(5 * 60 + 1);
    const recovery = await newRecoveryCode(page, look);
    const secret = await newAuthenticator(page, look);
    await newPassword(page, look);
    await signOut(page);
    await page.getByLabel('E-mail address').fill(email);
    await look('sign-in');
    await page.getByLabel('Password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Sign in: second step').waitFor();
    await look('second step');
    await page.getByLabel(/^Code of your/).fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('That was not right').waitFor();
    product.clock.by(60);
    await press(page, secret, 'Sign in');
    await page.getByText('Refused tries since then: 1.').waitFor();
    await signOut(page);
    for (const isFirst of [true, false]) {
      product.clock.by(1);
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('Password').fill(NEW_PASSWORD);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByLabel(/^Code of your/).fill(recovery);
      await page.getByRole('button', { name: 'Sign in' }).click();
      if (isFirst) {
        await page.getByRole('heading', { name: 'Welcome, Naledi Dlamini' }).waitFor();
        await signOut(page);
      } else await page.getByRole('alert').getByText('That was not right').waitFor();
    }
    await page.reload();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText(/The sign-in before: .* by (a )?recovery code/).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);

/** On a narrow screen the navigation is behind a button. */
async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('E-mail address').waitFor();
}

async function press(page: Page, secret: string, button: string): Promise<void> {
  await page.getByLabel(/^Code of your/).fill(codeOf(secret, product.clock.now()));
  await page.getByRole('button', { name: button }).click();
}

/** Adds a passkey of an authenticator in Chromium, on the screen of the own account. */
async function addPasskey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.evaluate(() => location.assign('/me'));
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Laptop');
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('button', { name: 'Remove the passkey Laptop' }).waitFor();
}

/** Gives the passkey another name, and sees in the list that it was never used. */
async function renamePasskey(page: Page, look: (screen: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Rename the passkey Laptop' }).click();
  await look('another name');
  await page.getByLabel('Name', { exact: true }).fill('Phone of Naledi');
  await page.getByRole('button', { name: 'Rename it' }).click();
  await page.getByRole('row', { name: /^Phone of Naledi .* never/ }).waitFor();
}

/** Makes new recovery codes after a fresh passkey, and returns one of them. */
async function newRecoveryCode(
  page: Page,
  look: (screen: string) => Promise<void>,
): Promise<string> {
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make them' }).click();
  const factor = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await factor.getByRole('button', { name: 'Use a passkey' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new recovery codes' });
  await shown.waitFor();
  const codes = await shown.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await look('new recovery codes');
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  return codes[0] ?? '';
}

type Look = (screen: string) => Promise<void>;

/** Puts another authenticator app in the place of the first; returns its secret. */
async function newAuthenticator(page: Page, look: Look): Promise<string> {
  await page.getByRole('button', { name: 'Another authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up the authenticator app' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  const code = dialog.getByLabel('Code that the new app shows');
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Use this app' }).click();
  await dialog.getByText('This is no code that the new app shows now').waitFor();
  await look('another authenticator app');
  const shown = codeOf(secret, product.clock.now());
  await code.fill(`${shown.slice(0, 3)} ${shown.slice(3)}`);
  await dialog.getByRole('button', { name: 'Use this app' }).click();
  await page.getByText('The new authenticator app counts.').waitFor();
  return secret;
}

async function newPassword(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Change the password' }).click();
  const dialog = page.getByRole('dialog', { name: 'A new password' });
  await dialog.getByLabel('New password').fill(NEW_PASSWORD);
  await dialog.getByLabel('The same again').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await dialog.getByText('is not the same').waitFor();
  await look('a new password');
  await dialog.getByLabel('The same again').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await page.getByText('The new password counts from now on.').waitFor();
}
