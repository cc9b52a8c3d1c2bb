// The error texts of the flow: V1 V3 V4 X1 X2 X3 X4 X7 S5. The tests substitute answers that
// the product does not give on demand.
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { clearFaults, newHandset, setFault } from './harness/handset.ts';
import { hasNoRecord } from './harness/ops.ts';

const { visit, product } = useBrowser();
const UNEXPECTED = /An error occurred\.\s+Please try again or contact support/;

afterEach(() => clearFaults(product()));

/** Substitutes the next answer of a call. */
async function answerOnce(
  page: Page,
  path: string,
  answer: { status?: number; body: string | object },
): Promise<void> {
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const contentType = typeof answer.body === 'string' ? 'text/html' : 'application/json';
  await page.route(
    `**${path}`,
    (route) => route.fulfill({ status: answer.status ?? 200, contentType, body: text }),
    { times: 1 },
  );
}

/** On the OTP screen with a code that the server would accept. */
async function atOtp(phone: Visit) {
  const flow = flowPage(phone);
  const handset = newHandset(product());
  await flow.open();
  await flow.toOtp(handset);
  await flow.typeOtp(await handset.otp());
  return { flow, handset };
}

describe('the number', () => {
  it("shows the specification's text for a wrong format (V1) at its field, until the field is edited (V4)", async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    await flow.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const text of [
      '',
      '082123456',
      '08212345678',
      '+26821234567',
      'abc',
      '0821234567x',
      '00821234567',
    ]) {
      await flow.enterNumber(text);
      await flow.alert('Please enter a valid carrier Number in the specified format').waitFor();
      expect(await flow.number.getAttribute('aria-invalid')).toBe('true');
      const described = (await flow.number.getAttribute('aria-describedby'))?.split(' ') ?? [];
      const texts = await Promise.all(
        described.map((id) => page.locator(`[id="${id}"]`).innerText()),
      );
      expect(texts.join(' ')).toContain('Please enter a valid carrier Number');
      await flow.number.press('End');
      await flow.number.press('1');
      await flow.alert('Please enter').waitFor({ state: 'detached' });
    }
    expect(asked).not.toContain('/api/auth/status_check');
  });

  // The rule's own tests have every spelling.
  it('accepts a number with brackets and dashes, and sends digits (F1)', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const { msisdn } = newHandset(product());
    await flow.open();
    const [request] = await Promise.all([
      phone.page.waitForRequest((sent) => sent.url().endsWith('/api/auth/status_check')),
      flow.enterNumber(msisdn.replace(/^27(..)(...)/, '(0)$1-$2-')),
    ]);
    expect(request.postDataJSON()).toMatchObject({ msisdn });
    expect(request.headers()).toMatchObject({
      'x-platform': 'web-mobile',
      'x-site-version': '1.7',
      'x-country': 'South Africa',
      'x-locale': 'za',
    });
    await flow.packagesScreen.waitFor();
  });

  it('shows X1 for an unreadable status answer, and Try again tries again', async () => {
    const phone = await visit();
    phone.tolerate(/50[02]/);
    const flow = flowPage(phone);
    await answerOnce(phone.page, '/api/auth/status_check', {
      status: 502,
      body: '<h1>Bad gateway</h1>',
    });
    await flow.open();
    await flow.enterNumber(newHandset(product()).typed);
    await flow.alert('There was an issue checking your subscription status').waitFor();
    await phone.page.getByRole('button', { name: 'Try again' }).tap();
    await flow.packagesScreen.waitFor();
  });

  it("shows the server's description when the carrier does not answer (X3)", async () => {
    const phone = await visit();
    phone.tolerate(/503/);
    const flow = flowPage(phone);
    const description =
      'Your network does not answer at the moment and nothing was taken. Please try again in a minute.';
    await answerOnce(phone.page, '/api/auth/status_check', {
      status: 503,
      body: { code: 'carrier_unavailable', description },
    });
    await flow.open();
    await flow.enterNumber(newHandset(product()).typed);
    await flow.alert('Your network does not answer at the moment').waitFor();
    await flow.submit.tap();
    await flow.packagesScreen.waitFor();
  });

  it('shows a number blocked by STOP ALL the reason', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await handset.say('STOP ALL');
    await flow.open();
    await flow.enterNumber(handset.typed);
    await flow.alert(/blocked content services/).waitFor();
    expect(await handset.charges()).toEqual([]);
  });
});

describe('the packages', () => {
  it('require a choice (V3), and the error disappears with it (V4)', async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    await flow.open();
    await flow.enterNumber(newHandset(product()).typed);
    await flow.packagesScreen.waitFor();
    await flow.submit.tap();
    const error = flow.alert('Selected Package missing, please try subscribing again');
    await error.waitFor();
    await flow.radio('Monthly').check();
    await error.waitFor({ state: 'detached' });
    await flow.submit.tap();
    await flow.otpScreen.waitFor();
  });

  it("stay, with the server's description, when the carrier cannot send the OTP", async () => {
    const phone = await visit();
    phone.tolerate(/status of (400|503)|answer: 503/);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await setFault(product(), 'send-code', 'refuse');
    await flow.open();
    await flow.enterNumber(handset.typed);
    await flow.choosePackage();
    await flow.alert('OTP cannot be sent to this number').waitFor();
    await setFault(product(), 'send-code', 'error', 5);
    await flow.submit.tap();
    await flow.alert(/network did not answer/).waitFor();
    await clearFaults(product());
    await flow.submit.tap();
    await flow.otpScreen.waitFor();
  });
});

describe('Accept', () => {
  it.each([
    ['Wrong OTP given', /^invalid OTP.*Wrong OTP given/s],
    ['The request TIMED OUT', /^invalid OTP.*TIMED OUT/s],
  ])('shows the answer "%s" as the specification requires (X4)', async (description, shown) => {
    const phone = await visit();
    const { flow, handset } = await atOtp(phone);
    await answerOnce(phone.page, '/api/subscribe', {
      body: { status: 'failed', description, sub_transaction_id: '1' },
    });
    await flow.pressAccept();
    await flow.alert(shown).waitFor();
    expect(await flow.otp.getAttribute('aria-invalid')).toBe('true');
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
    await flow.pressAccept();
    await flow.completed();
  });

  it('shows the error page for an unreadable answer (X2, S5), and Try again finds the outcome', async () => {
    const phone = await visit();
    const { page } = phone;
    phone.tolerate(/500/);
    const { flow } = await atOtp(phone);
    await answerOnce(page, '/api/subscribe', { status: 500, body: 'oops' });
    await flow.pressAccept();
    await page.getByRole('heading', { name: 'Opps Error:' }).waitFor();
    await flow.alert(UNEXPECTED).waitFor();
    await page.getByRole('link', { name: 'Try again' }).tap();
    await flow.completed();
  });

  it("waits for the fraud script, and shows the server's description when it fails (X7)", async () => {
    const phone = await visit();
    const { page } = phone;
    phone.tolerate(/503/);
    const flow = flowPage(phone);
    const handset = newHandset(product());
    await answerOnce(page, '/api/dcbprotect/getDCBProtectScript', {
      status: 503,
      body: {
        code: 'fraud_unavailable',
        description: 'The safety check is not available right now.',
      },
    });
    await flow.open();
    await flow.toOtp(handset);
    await flow.alert('The safety check is not available right now.').waitFor();
    expect(await flow.accept.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await flow.typeOtp(await handset.otp());
    await flow.pressAccept();
    await flow.completed();
  });

  it('refuses a press by a script in neutral words, and writes nothing', async () => {
    const phone = await visit();
    const { page } = phone;
    const { flow, handset } = await atOtp(phone);
    await flow.accept.and(page.locator(':enabled')).waitFor();
    await flow.accept.evaluate((button: HTMLButtonElement) => button.click());
    const refusal = flow.alert(/could not complete this subscription/);
    await refusal.waitFor();
    expect(await refusal.innerText()).not.toMatch(/fraud|\bscript|trusted|\bbot/i);
    expect(await hasNoRecord(product(), handset.msisdn)).toBe(true);
    expect(await handset.messages()).toHaveLength(1);
    // A person who was misjudged can press again.
    await flow.pressAccept();
    await flow.completed();
  });
});
