// 'Subscribe again' of a signed-in viewer is one screen: F3 F4 F6 S3 S4.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { becomeSubscriber, flowPage, PACKAGE_LABELS } from './harness/flow.page.ts';
import { type Handset, newHandset, putOnNetwork } from './harness/handset.ts';
import { advanceClock, DAY, historyOf } from './harness/ops.ts';
import { axeViolations } from './harness/screen-faults.ts';

const { visit, product } = useBrowser();

afterEach(() => putOnNetwork(product(), null));

/** A viewer whose daily subscription was cancelled in its free day, at the account. */
async function formerSubscriber(phone: Visit, handset: Handset): Promise<void> {
  await becomeSubscriber(phone, handset, 'Daily');
  await phone.goto('/profile/account');
  await phone.page.getByRole('button', { name: 'Cancel subscription' }).tap();
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).tap();
  await phone.page.getByText('Your subscription is cancelled').first().waitFor();
  await handset.messageLike(/unsubscribed/);
}

const subscribeAgain = (page: Page) => page.getByRole('link', { name: 'Subscribe again' });

/** Every first heading that is shown from here on. */
async function headingsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const shown = new Set<string>();
    Object.assign(window, { shown });
    const look = () => {
      for (const heading of document.querySelectorAll('h1')) shown.add(heading.innerText);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { shown: Set<string> }).shown]);
}

describe('Subscribe again', () => {
  it.each(['cancelled', 'expired'])(
    'of a viewer whose subscription is %s shows price, OTP and Accept at once',
    async (state) => {
      const phone = await visit();
      const { page } = phone;
      const flow = flowPage(phone);
      const handset = newHandset(product());
      await formerSubscriber(phone, handset);
      if (state === 'expired') {
        await advanceClock(product(), DAY + 60);
        await phone.goto('/profile/account');
      }
      expect((await historyOf(product(), handset.msisdn)).state).toBe(state);
      // The code of the first subscription was read by then.
      const headings = await headingsOf(page);
      await subscribeAgain(page).tap();
      await flow.otpScreen.waitFor();
      expect(await headings()).not.toContain('Enter your mobile number');
      expect((await headings()).filter((words) => words.startsWith('Subscribe to'))).toEqual([]);
      const offer = page.locator('.offer');
      expect(await offer.innerText()).toMatch(/R5\.00\s*\/day\s+taken now/i);
      expect(await page.getByRole('main').innerText()).not.toMatch(/first day free/i);
      expect(await axeViolations(page, 'again')).toEqual([]);
      const code = await handset.otp();
      await flow.typeOtp(code);
      await flow.pressAccept();
      await flow.completed();
      expect((await handset.charges()).map(({ amount }) => amount)).toEqual(['5.00']);
      const { consents } = await historyOf(product(), handset.msisdn);
      expect(consents.at(-1)).toMatchObject({ price: '5.00', proof: 'otp' });
    },
  );

  it('leads back to the account, and to another package', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await formerSubscriber(phone, handset);
    await subscribeAgain(page).tap();
    await flow.otpScreen.waitFor();
    await page.goBack();
    await page.waitForURL('**/profile/account');
    await page.goForward();
    await flow.otpScreen.waitFor();
    await page.getByRole('link', { name: 'Change package' }).tap();
    await flow.packagesScreen.waitFor();
    await page.getByRole('radio', { name: PACKAGE_LABELS.Weekly }).check();
    await flow.submit.tap();
    await flow.otpScreen.waitFor();
    await page.getByText('R10.00/week').first().waitFor();
    // The codes of Daily and of Weekly.
    await handset.otp();
    await flow.decline.tap();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await handset.charges()).toEqual([]);
  });

  it('asks for the unblock first where content services are blocked', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await formerSubscriber(phone, handset);
    await handset.set({ content_blocked: true });
    await subscribeAgain(phone.page).tap();
    await flow.unblockScreen.waitFor();
    await flow.accept.tap();
    await flow.otpScreen.waitFor();
  });

  it('needs no OTP on the mobile network of the same number', async () => {
    const handset = newHandset(product());
    await putOnNetwork(product(), handset.msisdn);
    const phone = await visit({ at: product().mobile });
    const flow = flowPage(phone);
    await phone.goto('/enter-number');
    await flow.choosePackage('Daily');
    await flow.pressAccept();
    await flow.completed();
    await phone.goto('/profile/account');
    await phone.page.getByRole('button', { name: 'Cancel subscription' }).tap();
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Yes, cancel' }).tap();
    await subscribeAgain(phone.page).tap();
    await phone.page.getByRole('heading', { name: 'Confirm your subscription' }).waitFor();
    expect(await flow.otp.count()).toBe(0);
    await flow.pressAccept();
    await flow.completed();
    expect((await handset.messages()).filter(({ text }) => text.includes('OTP'))).toEqual([]);
    expect((await handset.charges()).map(({ amount }) => amount)).toEqual(['5.00']);
  });
});
