// The profile and its screens, and the page of request headers: R4 R9 S6 S7 S8 S9 P2 A7 A8 A18 B5
// B6.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { becomeSubscriber } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { historyOf } from './harness/ops.ts';

const { visit, product } = useBrowser();

describe('a visitor', () => {
  it('opens the menu over a page, finds help and an invitation, and needs a number only where it is required', async () => {
    const phone = await visit();
    const { page } = phone;
    const menu = page.getByRole('dialog', { name: 'HELLO' });
    await phone.goto('/channels');
    const button = page.getByRole('link', { name: 'Profile' });
    await button.tap();
    await menu.waitFor();
    expect(new URL(page.url()).pathname).toBe('/profile');
    await menu.getByRole('link', { name: 'My Account' }).waitFor();
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(
      expect.arrayContaining([
        'My Account',
        'Help & Support',
        'Feedback',
        'Invite Friends',
        'Read our Terms',
      ]),
    );
    expect(await page.getByRole('button', { name: 'Log Out' }).isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/channels');
    await menu.waitFor({ state: 'hidden' });
    expect(await button.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await page.getByRole('heading', { level: 1, name: 'Browse' }).isVisible()).toBe(true);

    await button.tap();
    await menu.getByRole('link', { name: 'Help & Support' }).tap();
    await page.getByLabel('Search the answers').fill('cancel');
    await page.getByText('Reply STOP to any of our messages, or press').waitFor();
    expect(
      await page.getByRole('main').getByRole('link', { name: /^0800/ }).getAttribute('href'),
    ).toMatch(/^tel:0800\d+$/);
    await phone.goto('/profile/invite');
    const shared = new URL(
      (await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? '',
    );
    expect(shared.searchParams.get('text')).toContain(product().site);

    for (const own of ['/profile/account', '/profile/feedback']) {
      await page.goto(own);
      await page.waitForURL(
        (url) => url.pathname === '/enter-number' && url.searchParams.get('return') === own,
      );
    }
    await phone.goto('/test');
    await page.getByText('x-platform').waitFor();
    const headers = await page.getByRole('main').innerText();
    for (const sent of ['web-mobile', '1.7', 'South Africa', 'za', 'user-agent'])
      expect(headers).toContain(sent);
    expect(headers).not.toMatch(/cookie|bonisa_/i);
  });

  it('has, without JavaScript, the menu as a page with its links and every answer', async () => {
    const phone = await visit({ javaScriptEnabled: false });
    const { page } = phone;
    await page.goto('/profile');
    const menu = page.getByRole('dialog', { name: 'HELLO' });
    await menu.getByRole('link', { name: 'My Account' }).tap();
    await page.getByRole('main').getByRole('link', { name: 'Sign in with my number' }).waitFor();
    await page.goto('/profile/help');
    await page.getByText('How do I stop?').tap();
    await page.getByText('Reply STOP to any of our messages, or press').waitFor();
    expect(await page.getByLabel('Search the answers').isVisible()).toBe(false);
  });
});

describe('a subscriber', () => {
  it('sees the consents, changes the package and takes it back, rates, exports the data, and deletes it', async () => {
    const phone = await visit();
    const { page, context } = phone;
    const handset = newHandset(product());
    const main = page.getByRole('main');
    await becomeSubscriber(phone, handset, 'Weekly');

    // Nothing is decided while the viewer is unknown.
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/viewer', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto('/profile/account');
    await hydrated(page);
    expect(new URL(page.url()).pathname).toBe('/profile/account');
    expect(await main.getByRole('status', { name: 'Loading your account' }).isVisible()).toBe(true);
    expect(await main.getByText('Sign in with my number').isVisible()).toBe(false);
    answer.resolve();
    await main.getByText('R10.00/week', { exact: true }).waitFor();
    await page.unroute('**/api/viewer');
    expect(await main.innerText()).toMatch(/First payment\s+R10\.00 on/);
    await main.getByText('Nothing has been taken from your airtime.').waitFor();
    await main.getByText(/^Weekly, R10\.00 ·/).tap();
    const { consents } = await historyOf(product(), handset.msisdn);
    for (const words of consents[0]?.words ?? []) expect(await main.innerText()).toContain(words);

    await main.getByRole('button', { name: 'Change package' }).tap();
    await main.getByRole('button', { name: 'Accept' }).tap();
    await page.getByRole('alert').filter({ hasText: 'Selected Package missing' }).waitFor();
    await main.getByRole('radio', { name: /Monthly/ }).check();
    await main.getByText('Nothing is taken now.').waitFor();
    await main.getByRole('button', { name: 'Accept' }).tap();
    await main.getByText(/you have Monthly at R25\.00\/month/).waitFor();
    await main.getByText(/^Monthly, R25\.00 ·/).waitFor();
    expect(await main.innerText()).toMatch(/First payment\s+R25\.00 on/);
    await main.getByRole('button', { name: 'Change package' }).tap();
    await main.getByRole('radio', { name: /Weekly/ }).check();
    await main.getByRole('button', { name: 'Accept' }).tap();
    await main.getByText('You keep Weekly at R10.00/week').waitFor();
    expect(await handset.charges()).toEqual([]);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      main.getByRole('button', { name: 'Download my data' }).tap(),
    ]);
    expect(await readFile(await saved.path(), 'utf8')).toContain(handset.msisdn);

    await phone.goto('/profile/feedback');
    await main.getByRole('radio', { name: 'Good' }).check();
    await main.getByLabel(/Tell us more/).fill('More of Isibane, please.');
    await main.getByLabel('What is it about?').selectOption('A video');
    const [sent] = await Promise.all([
      page.waitForRequest('**/api/profile/feedback'),
      main.getByRole('button', { name: 'Send feedback' }).tap(),
    ]);
    expect(await sent.allHeaders()).toMatchObject({
      'x-platform': 'web-mobile',
      'x-site-version': '1.7',
      'x-country': 'South Africa',
      'x-locale': 'za',
    });
    await main.getByText('Thank you.').waitFor();
    await main.getByText('Good, about a video').waitFor();

    await phone.goto('/profile/account');
    await main.getByRole('button', { name: 'Sign out everywhere' }).tap();
    phone.tolerate(/status of 500|answer: 500/);
    await page.route(
      '**/api/auth/sign_out',
      (route) => route.fulfill({ status: 500, body: 'bad' }),
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Yes, everywhere' }).tap();
    await page.getByRole('alert').filter({ hasText: 'An error occurred.' }).waitFor();
    await page.getByRole('button', { name: 'Stay signed in' }).tap();

    const session = (await context.cookies()).find(({ name }) => name === 'bonisa_session');
    await main.getByRole('button', { name: 'Delete my data' }).tap();
    const question = page.getByRole('dialog', { name: 'Delete your data for good?' });
    await question.getByRole('button', { name: 'Delete my data' }).tap();
    await question.getByRole('alert').filter({ hasText: 'Tick this first' }).waitFor();
    await question.getByRole('checkbox').check();
    await question.getByRole('button', { name: 'Delete my data' }).tap();
    await page.waitForURL((url) => url.pathname === '/');
    const viewer = await fetch(`${product().site}/api/viewer`, {
      headers: { cookie: `bonisa_session=${session?.value}` },
    });
    expect(await viewer.json()).toEqual({ signed_in: false });
    expect(
      await page.evaluate(() =>
        Object.keys(localStorage).filter((key) =>
          ['U_token', 'profile', 'ratings', 'active_package'].includes(key),
        ),
      ),
    ).toEqual([]);
  });
});
