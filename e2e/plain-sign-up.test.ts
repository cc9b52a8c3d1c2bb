// S1 to S4, F3 to F5, V1 to V3, X4 to X6: the whole sign-up in a browser without scripts.
import { describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { advanceClock, hasNoRecord, historyOf } from './harness/ops.ts';

const { visit, product } = useBrowser();

/** Longer than nobody takes to read a page and an SMS. */
const A_PERSON = 30;

async function plainPhone() {
  const phone = await visit({ javaScriptEnabled: false });
  return { phone, flow: flowPage(phone), handset: newHandset(product()) };
}

/** Every address that the browser asks for, and where it came from. */
function addressesOf({ page }: Visit): string[] {
  const addresses: string[] = [];
  page.on('request', (request) =>
    addresses.push(`${request.url()} ${request.headers().referer ?? ''}`),
  );
  return addresses;
}

describe('without JavaScript', () => {
  it('a number subscribes, and reads where to watch and how to stop', async () => {
    const { phone, flow, handset } = await plainPhone();
    const addresses = addressesOf(phone);
    await phone.page.goto('/enter-number');
    expect(await phone.page.getByRole('main').innerText()).toContain(
      'You can subscribe in this browser.',
    );
    const step = (words: string) => phone.page.getByText(words, { exact: true }).waitFor();
    await step('1 of 3');
    await flow.enterNumber(handset.typed);
    await step('2 of 3');
    await flow.choosePackage();
    await step('3 of 3');
    const words = await phone.page.locator('.offer-words').innerText();
    expect(words).toContain('R5.00/day');
    await flow.typeOtp(await handset.otp());
    await advanceClock(product(), A_PERSON);
    await flow.pressAccept();
    await phone.page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor();
    const said = await phone.page.getByRole('main').innerText();
    expect(said).toContain('Your first day is FREE');
    expect(said).toContain('Watching needs a newer phone or a computer');
    expect(said).toContain('reply STOP to our messages');
    const { consents } = await historyOf(product(), handset.msisdn);
    expect(consents).toMatchObject([{ proof: 'otp' }]);
    expect(addresses.filter((address) => address.includes(handset.typed.slice(1)))).toEqual([]);
  });

  it('each mistake is said where it is, and no package is chosen beforehand', async () => {
    const { phone, flow, handset } = await plainPhone();
    phone.tolerate(/status of 4\d\d/);
    await phone.page.goto('/enter-number');
    await flow.enterNumber('12');
    await flow.alert('Please enter a valid carrier Number in the specified format').waitFor();
    await flow.enterNumber(handset.typed);
    await flow.packagesScreen.waitFor();
    expect(await phone.page.getByRole('radio', { checked: true }).count()).toBe(0);
    await flow.submit.click();
    await flow.alert('Selected Package missing, please try subscribing again').waitFor();
    await flow.choosePackage('Weekly');
    await flow.otpScreen.waitFor();
    await handset.otp();
    await flow.typeOtp('12');
    await advanceClock(product(), A_PERSON);
    await flow.pressAccept();
    await flow.alert('invalid OTP').waitFor();
    await flow.resend.click();
    await phone.page.getByText('A new code was sent.').waitFor();
    await flow.decline.click();
    await phone.page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' });
    expect(await handset.airtime()).toBe('50.00');
  });

  it('a number with a content block is asked to unblock first', async () => {
    const { phone, flow, handset } = await plainPhone();
    await handset.set({ content_blocked: true });
    await phone.page.goto('/enter-number');
    await flow.enterNumber(handset.typed);
    await flow.choosePackage();
    await flow.unblockScreen.waitFor();
    expect(await handset.messages()).toEqual([]);
    await flow.accept.click();
    await flow.otpScreen.waitFor();
    await flow.typeOtp(await handset.otp());
    await advanceClock(product(), A_PERSON);
    await flow.pressAccept();
    await phone.page.getByRole('heading', { level: 1, name: 'You are subscribed' }).waitFor();
    expect((await historyOf(product(), handset.msisdn)).consents).toMatchObject([
      { contentblock_override: true },
    ]);
  });

  it('Exit leads home from each page, and nothing is stored', async () => {
    const { phone, flow, handset } = await plainPhone();
    await phone.page.goto('/enter-number');
    await flow.enterNumber(handset.typed);
    await flow.packagesScreen.waitFor();
    await flow.exit.click();
    await phone.page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' });
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
  });

  it('each page fits a phone of 320 px, in isiZulu too', async () => {
    const width = 320;
    const { phone, handset } = await plainPhone();
    const { page } = phone;
    await page.setViewportSize({ width, height: 640 });
    const fits = async () =>
      expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBe(width);
    await page.goto('/enter-number');
    await page.getByRole('button', { name: 'isiZulu' }).click();
    await page.waitForLoadState();
    await page.locator('input[name=msisdn]').fill(handset.typed);
    await page.locator('form[action="/enter-number"] button').first().click();
    await page.locator('input[type=radio]').first().check();
    await fits();
    await page.locator('form[action="/enter-number"] button').first().click();
    await page.locator('input[name=otp]').fill(await handset.otp());
    await fits();
    await advanceClock(product(), A_PERSON);
    await page.locator('button[value=accept]').click();
    await page.getByText('JavaScript').or(page.getByText('STOP')).first().waitFor();
    await fits();
    expect(await page.locator('html').getAttribute('lang')).toBe('zu-ZA');
  });
});
