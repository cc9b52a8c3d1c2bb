// Proof of a number: S3 V2 V4 X3 X4 F1 F2, interfaces 'Subscribing' (ACTIVE).
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { becomeSubscriber, flowPage, followMainLink } from './harness/flow.page.ts';
import { clearFaults, newHandset } from './harness/handset.ts';
import { advanceClock, hasNoRecord, historyOf, MINUTE } from './harness/ops.ts';

const { visit, product } = useBrowser();

afterEach(() => clearFaults(product()));

/** A code that is wrong. */
const wrong = (code: string): string => (code === '0000' ? '1111' : '0000');

/** A new number on a new phone, on the OTP screen. */
async function atOtp() {
  const flow = flowPage(await visit());
  const handset = newHandset(product());
  await flow.open();
  await flow.toOtp(handset);
  return { flow, handset };
}

describe('the OTP', () => {
  it('of another length is refused on the page (V2), and the error disappears at the next key (V4)', async () => {
    const { flow, handset } = await atOtp();
    for (const code of ['', '123', '12345']) {
      await flow.typeOtp(code);
      await flow.pressAccept();
      await flow.alert(/^invalid OTP$/).waitFor();
      expect(await flow.otp.getAttribute('aria-invalid')).toBe('true');
      await flow.otp.press('9');
      await flow.alert('invalid OTP').waitFor({ state: 'detached' });
    }
    expect(await flow.otp.getAttribute('inputmode')).toBe('numeric');
    expect(await flow.otp.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
  });

  it('that is wrong is refused, and the right one still works', async () => {
    const { flow, handset } = await atOtp();
    const code = await handset.otp();
    await flow.typeOtp(wrong(code));
    await flow.pressAccept();
    await flow.alert('invalid OTP').waitFor();
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
    await flow.typeOtp(code);
    await flow.pressAccept();
    await flow.completed();
  });

  it('is invalid after five guesses, even for a person who then knows it', async () => {
    const { flow, handset } = await atOtp();
    const code = await handset.otp();
    for (let tries = 1; tries <= 5; tries++) {
      await flow.typeOtp(wrong(code));
      await flow.pressAccept();
      await flow.alert(tries < 5 ? /^invalid OTP$/ : /attempts used up/).waitFor();
    }
    await flow.typeOtp(code);
    await flow.pressAccept();
    await flow.alert(/attempts used up|timed out/).waitFor();
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
  });

  it('that is entered late has timed out', async () => {
    const { flow, handset } = await atOtp();
    const code = await handset.otp();
    await advanceClock(product(), 11 * MINUTE);
    await flow.typeOtp(code);
    await flow.pressAccept();
    await flow.alert('OTP timed out').waitFor();
  });

  it('is sent again after a countdown, three times in ten minutes; a new one invalidates the old', async () => {
    const phone = await visit();
    const { page } = phone;
    phone.tolerate(/status of 429/);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await page.clock.install();
    // The test's clock moves in jumps: without one, the press would seem to come together with the
    // script.
    const pressInTime = async () => {
      await flow.accept.and(page.locator(':enabled')).waitFor();
      await page.clock.runFor(500);
      await flow.pressAccept();
    };
    await flow.open();
    await flow.toOtp(handset);
    const first = await handset.otp();
    await page.getByText(/No SMS yet.*\d+ s/).waitFor();
    expect(await flow.resend.isDisabled()).toBe(true);
    const codes = [first];
    for (let sends = 2; sends <= 3; sends++) {
      await page.clock.runFor(21_000);
      await flow.resend.tap();
      codes.push(await handset.otp());
      await page.getByText(/No SMS yet.*\d+ s/).waitFor();
    }
    await page.clock.runFor(21_000);
    await flow.resend.tap();
    await flow.alert(/Too many OTP requests, try later: again in \d+ minutes/).waitFor();
    if (first !== codes[2]) {
      await flow.typeOtp(first);
      await pressInTime();
      await flow.alert(/invalid OTP/).waitFor();
    }
    await flow.typeOtp(codes[2] ?? '');
    await pressInTime();
    await flow.completed();
  });
});

describe('a number with a subscription', () => {
  it('signs in on a second phone with an OTP, sees no packages, and is not charged', async () => {
    const handset = newHandset(product());
    await becomeSubscriber(await visit(), handset, 'Monthly');
    const before = await historyOf(product(), handset.msisdn);

    const second = await visit();
    const { page } = second;
    const flow = flowPage(second);
    await flow.open('/profile');
    await flow.enterNumber(handset.typed);
    await flow.otpScreen.waitFor();
    await page.getByText(/already has .* Monthly/).waitFor();
    expect(await page.getByText('taken now').count()).toBe(0);
    await flow.typeOtp(await handset.otp());
    await flow.pressAccept();
    await flow.completed();
    await followMainLink(page);
    await page
      .getByText(/Monthly/)
      .first()
      .waitFor();
    const after = await historyOf(product(), handset.msisdn);
    expect(after).toEqual(before);
    expect(await handset.charges()).toEqual([]);
  });

  it('is not revealed to a person without the OTP', async () => {
    const handset = newHandset(product());
    await becomeSubscriber(await visit(), handset);
    const stranger = await visit();
    const flow = flowPage(stranger);
    await flow.open('/profile');
    await flow.enterNumber(handset.typed);
    await flow.otpScreen.waitFor();
    await flow.typeOtp(wrong(await handset.otp()));
    await flow.pressAccept();
    await flow.alert('invalid OTP').waitFor();
    await stranger.goto('/profile');
    await stranger.page.getByText('You are not signed in').waitFor();
  });
});
