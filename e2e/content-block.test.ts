// S4 F3 F5 F6 E11 (contentblock_override): a number's content block, and the ways out of the flow.
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { hasNoRecord, historyOf } from './harness/ops.ts';

const { visit, product } = useBrowser();

describe('a number with a content block', () => {
  it('is asked to unblock, and Accept unblocks this content only', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await handset.set({ content_blocked: true });
    await flow.open();
    await flow.enterNumber(handset.typed);
    await flow.choosePackage();
    await flow.unblockScreen.waitFor();
    expect(await handset.messages()).toEqual([]);
    await flow.accept.tap();
    await flow.otpScreen.waitFor();
    await flow.typeOtp(await handset.otp());
    await flow.pressAccept();
    await flow.completed();
    expect((await historyOf(product(), handset.msisdn)).consents).toMatchObject([
      { contentblock_override: true },
    ]);
  });

  it('goes home on Decline, and nothing is stored or sent', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await handset.set({ content_blocked: true });
    await flow.open();
    await flow.enterNumber(handset.typed);
    await flow.choosePackage();
    await flow.unblockScreen.waitFor();
    await flow.decline.tap();
    await phone.page.waitForURL((url) => url.pathname === '/');
    expect(await handset.messages()).toEqual([]);
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
  });

  it('is also asked when the block is set between the packages and Accept', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await flow.open();
    await flow.toOtp(handset);
    await flow.typeOtp(await handset.otp());
    await handset.set({ content_blocked: true });
    await flow.pressAccept();
    await flow.unblockScreen.waitFor();
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
  });
});

describe('leaving the flow', () => {
  it('goes home and changes nothing by Decline at the price (F5)', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await flow.open();
    await flow.toOtp(handset);
    const [sent] = await Promise.all([
      phone.page.waitForRequest((request) => request.url().endsWith('/api/subscribe')),
      flow.decline.tap(),
    ]);
    expect(sent.postDataJSON()).toMatchObject({ to_cancel: 'yes' });
    await phone.page.waitForURL((url) => url.pathname === '/');
    const known = await hasNoRecord(product(), handset.msisdn);
    if (!known)
      expect(await historyOf(product(), handset.msisdn)).toMatchObject({
        charges: [],
        consents: [],
      });
    expect(await handset.airtime()).toBe('50.00');
  });

  it('goes home by Exit from the number and from the packages', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    await flow.open();
    await flow.exit.tap();
    await phone.page.waitForURL((url) => url.pathname === '/');
    await flow.open();
    await flow.enterNumber(newHandset(product()).typed);
    await flow.packagesScreen.waitFor();
    await flow.exit.tap();
    await phone.page.waitForURL((url) => url.pathname === '/');
  });

  it('opens the terms and returns without losing the place', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    await flow.open('/channels');
    await flow.enterNumber(newHandset(product()).typed);
    await flow.packagesScreen.waitFor();
    await page.getByRole('link', { name: /terms/i }).tap();
    await page.waitForURL('**/terms-and-conditions');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await flow.packagesScreen.waitFor();
    expect(page.url()).toContain(encodeURIComponent('/channels'));
  });
});
