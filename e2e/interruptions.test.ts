// Reloads, the back button, lost connections and direct addresses, R5 R6 R7, F1 to F6, X1.
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { historyOf } from './harness/ops.ts';

const { visit, product } = useBrowser();

describe('a reload', () => {
  it('keeps the place at each step, and the OTP that was sent', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    const handset = newHandset(product());
    const reload = async () => {
      await page.reload();
      await hydrated(page);
    };
    await handset.set({ content_blocked: true });
    await flow.open('/channels');
    // This screen waits for a touch before it loads its script.
    await page.reload();
    await flow.numberScreen.waitFor();
    await flow.enterNumber(handset.typed);
    await flow.packagesScreen.waitFor();
    await reload();
    await flow.choosePackage('Monthly');
    await flow.unblockScreen.waitFor();
    await reload();
    await flow.unblockScreen.waitFor();
    await flow.accept.tap();
    await flow.otpScreen.waitFor();
    const code = await handset.otp();
    await reload();
    await flow.otpScreen.waitFor();
    await page.getByText('R25.00/month').first().waitFor();
    await flow.typeOtp(code);
    await flow.pressAccept();
    await flow.completed();
    await reload();
    await flow.completed();
    expect(await page.getByRole('link', { name: 'Start watching' }).getAttribute('href')).toBe(
      '/channels',
    );
    expect((await handset.messages()).filter(({ text }) => text.includes('OTP'))).toHaveLength(1);
    expect((await historyOf(product(), handset.msisdn)).consents).toHaveLength(1);
  });
});

describe('a page that cannot be read', () => {
  it('gives the error page in the look of the site (S5, X2)', async () => {
    const phone = await visit();
    const { page } = phone;
    phone.tolerate(/./);
    await phone.goto('/channels');
    const ground = () =>
      page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor);
    const siteGround = await ground();
    // A key needs the script, which reads the next page in place.
    await page.keyboard.press('Shift');
    await hydrated(page);
    await page.route(/\.data/, (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.locator('main a[href^="/channel/"]').first().tap();
    await page.getByRole('heading', { name: 'Opps Error:' }).waitFor();
    expect(await ground()).toBe(siteGround);
  });
});

describe('the back button', () => {
  it('after the way back from the last screen leads to no part of the flow', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    await phone.goto('/video/isibane');
    await flow.open('/video/isibane');
    await flow.subscribe(newHandset(product()));
    await page.reload();
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();
    await followMainLink(page);
    for (let presses = 0; presses < 3; presses += 1) {
      await page.goBack();
      await page.waitForURL((url) => url.pathname === '/video/isibane');
      expect(await page.getByText('You are subscribed').count()).toBe(0);
    }
  });

  it('leads back one screen at a time, and forward again', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await phone.goto('/');
    await flow.open();
    await flow.toOtp(handset, 'Weekly');
    await page.goBack();
    await flow.packagesScreen.waitFor();
    expect(await flow.radio('Weekly').isChecked()).toBe(true);
    await page.goBack();
    await flow.numberScreen.waitFor();
    expect(await flow.number.inputValue()).toBe(handset.typed);
    await page.goForward();
    await flow.packagesScreen.waitFor();
    await page.goForward();
    await flow.otpScreen.waitFor();
    await flow.typeOtp(await handset.otp());
    await flow.pressAccept();
    await flow.completed();
    // A completed run cannot be reopened, and its success is not announced again.
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await flow.accept.count()).toBe(0);
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.getByText('You are subscribed').count()).toBe(0);
    expect((await historyOf(product(), handset.msisdn)).consents).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  it('loses nothing at any step: the entered values stay, and Try again continues', async () => {
    const phone = await visit();
    const { page, context } = phone;
    phone.tolerate(/ERR_INTERNET_DISCONNECTED/);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    await flow.open();
    await flow.number.tap();
    await hydrated(page);

    await context.setOffline(true);
    await flow.enterNumber(handset.typed);
    await flow.alert('There was an issue checking your subscription status').waitFor();
    expect(await flow.number.inputValue()).toBe(handset.typed);
    await context.setOffline(false);
    await tryAgain.tap();
    await flow.packagesScreen.waitFor();

    await context.setOffline(true);
    await flow.choosePackage('Daily');
    await flow.alert('No connection').waitFor();
    expect(await flow.radio('Daily').isChecked()).toBe(true);
    await context.setOffline(false);
    await tryAgain.tap();
    await flow.otpScreen.waitFor();
    await flow.typeOtp(await handset.otp());

    await context.setOffline(true);
    await flow.pressAccept();
    await flow.alert('Your Accept was sent, but its answer has not come back').waitFor();
    await context.setOffline(false);
    await tryAgain.tap();
    await flow.completed();
    expect((await historyOf(product(), handset.msisdn)).consents).toHaveLength(1);
  });

  it('before the number screen has its script keeps the number, and sends it once there is one', async () => {
    const phone = await visit();
    const { page, context } = phone;
    // The page's own start fails, and tries again.
    phone.tolerate(/ERR_INTERNET_DISCONNECTED|^script: /);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await flow.open();
    await page.waitForLoadState('networkidle');
    const failed = page.waitForEvent('requestfailed');
    await context.setOffline(true);
    await flow.enterNumber(handset.typed);
    await failed;
    expect(await flow.number.inputValue()).toBe(handset.typed);
    await context.setOffline(false);
    await flow.packagesScreen.waitFor();
  });

  it('after Accept reached the server gives the outcome on retry, once', async () => {
    const phone = await visit();
    const { page } = phone;
    phone.tolerate(/ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_RESET)/);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await flow.open();
    await flow.toOtp(handset);
    await flow.typeOtp(await handset.otp());
    await page.route(
      '**/api/subscribe',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await flow.pressAccept();
    await flow.alert('its answer has not come back').waitFor();
    await page.reload();
    await flow.completed();
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor();
    expect((await historyOf(product(), handset.msisdn)).consents).toHaveLength(1);
  });
});

describe('a direct address', () => {
  it('leads from the OTP step to the number', async () => {
    const phone = await visit();
    await phone.page.goto('/subscribe/confirm');
    await phone.page.waitForURL('**/enter-number*');
    await flowPage(phone).numberScreen.waitFor();
  });

  it('shows no success on the success page', async () => {
    const phone = await visit();
    await phone.page.goto('/subscribe/complete');
    await phone.page.waitForURL((url) => url.pathname !== '/subscribe/complete');
  });

  // The rule's own tests have every spelling.
  it('ignores a return address of another site', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    await flow.open('//evil.example/');
    await flow.subscribe(newHandset(product()));
    const link = phone.page.getByRole('link', { name: 'Start watching' });
    expect(await link.getAttribute('href')).toBe('/');
    await link.tap();
    await phone.page.waitForURL((url) => url.pathname === '/' && url.origin === product().site);
  });
});
