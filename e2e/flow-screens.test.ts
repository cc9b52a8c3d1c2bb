// What a person sees on the way through the flow: what they came for, what a package comes to, and
// what can be done: S1 S2 S3 X5.
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

it('shows the title for which a person came on each screen, and what a day of each package comes to', async () => {
  const phone = await visit();
  const { page } = phone;
  const flow = flowPage(phone);
  await flow.open('/video/isibane?play=1');
  const main = page.getByRole('main');
  await main.getByText('Isibane').waitFor();
  await main.getByText('1 of 3').waitFor();
  // Only a number tells whether its own first day is free.
  await main.getByText('First day free for a new number', { exact: true }).waitFor();
  await waitUntil('its picture is drawn', () =>
    main.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth > 0),
  );
  await flow.enterNumber(newHandset(product()).typed);
  await flow.packagesScreen.waitFor();
  await main.getByText('2 of 3').waitFor();
  await main.getByText('First day free', { exact: true }).waitFor();
  await main.getByText('About R1.43 a day').waitFor();
  const ends = await main
    .locator('.choice-price')
    .evaluateAll((prices) =>
      prices.map((price) => Math.round(price.getBoundingClientRect().right)),
    );
  expect(new Set(ends).size).toBe(1);
  await flow.choosePackage('Weekly');
  await flow.otpScreen.waitFor();
  await main.getByText('Isibane').waitFor();
});

it('empties and focuses the field after Resend OTP, and says that a new code was sent', async () => {
  const flow = flowPage(await visit());
  const handset = newHandset(product());
  // The time until Resend is allowed passes in one step.
  await flow.page.clock.install();
  await flow.open();
  await flow.toOtp(handset);
  await flow.typeOtp('12');
  await flow.page.clock.runFor(21_000);
  await flow.resend.click();
  await flow.page.getByRole('status').filter({ hasText: 'A new code was sent' }).waitFor();
  expect(await flow.otp.inputValue()).toBe('');
  expect(await flow.otp.evaluate((field) => field === document.activeElement)).toBe(true);
});

it("keeps Accept and the price in sight before and while a phone's keyboard is open", async () => {
  const flow = flowPage(await visit({ viewport: { width: 360, height: 640 } }));
  await flow.open('/video/isibane?play=1');
  await flow.toOtp(newHandset(product()));
  for (const height of [740, 640]) {
    await flow.page.setViewportSize({ width: 360, height });
    const whole = await flow.accept.boundingBox();
    expect(whole && whole.y + whole.height <= height).toBe(true);
  }
  await flow.otp.focus();
  // A keyboard takes about 260 px of the page's height.
  await flow.page.setViewportSize({ width: 360, height: 380 });
  for (const part of [flow.accept, flow.decline]) {
    const box = await part.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 380).toBe(true);
  }
  const [field, bar] = await Promise.all([
    flow.otp.boundingBox(),
    flow.page.locator('.flow-decide').boundingBox(),
  ]);
  expect(field && bar && field.y >= 0 && field.y + field.height <= bar.y).toBe(true);
});

it('shows the terms beside Accept, and leads back to the same OTP', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 640 } });
  const flow = flowPage({
    page,
    goto: async (path) => void (await page.goto(product().site + path)),
  });
  await flow.open();
  const handset = newHandset(product());
  await flow.toOtp(handset);
  const terms = page.getByRole('main').getByRole('link', { name: 'Terms', exact: true });
  const box = await terms.boundingBox();
  expect(box && box.height >= 44 && box.y + box.height <= 640).toBe(true);
  await terms.click();
  await page.getByRole('heading', { level: 1, name: 'Terms and conditions' }).waitFor();
  await page.goBack();
  await flow.otpScreen.waitFor();
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.completed();
});

it('says, with too little airtime, what is missing and what can be done', async () => {
  const phone = await visit();
  const flow = flowPage(phone);
  await flow.open();
  const handset = newHandset(product());
  await flow.toOtp(handset, 'Weekly');
  await phone.page.route('**/api/subscribe', (route) =>
    route.fulfill({
      json: { status: 'failed', description: 'Insufficient airtime', sub_transaction_id: '1' },
    }),
  );
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.alert(/^You have insufficient airtime to subscribe\.$/).waitFor();
  await phone.page.getByText('Weekly needs R10.00 of airtime').waitFor();
  await phone.page.getByRole('link', { name: 'choose Daily at R5.00/day' }).click();
  await flow.packagesScreen.waitFor();
});
