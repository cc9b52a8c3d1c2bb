// S1 to S3, L1, interfaces 'Subscribing': keyboard and screen reader, errors tied to fields, busy
// states.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { historyOf } from './harness/ops.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

/** Presses Tab until the element with this name has the focus, as a blind person does. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null;
      const labelled = element?.getAttribute('aria-labelledby');
      const label = labelled
        ? document.getElementById(labelled)?.textContent
        : element?.labels?.[0]?.textContent;
      return element?.getAttribute('aria-label') ?? label ?? element?.textContent ?? '';
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`The keyboard does not reach ${name}.`);
}

/** Whether the focused element shows its focus. */
async function focusIsVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body);
    return (
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== 'none'
    );
  });
}

describe('with a keyboard only', () => {
  it('finds a title, subscribes and returns', async () => {
    const desk = await visit({ device: 'desk' });
    const { page } = desk;
    const flow = flowPage(desk);
    const handset = newHandset(product());
    await desk.goto('/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, /Watch/);
    expect(await focusIsVisible(page)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/video/**');
    // The address changes before the page does: until the title is shown, Tab still moves through
    // home.
    await page.locator('main .watch').getByRole('heading', { level: 1 }).waitFor();
    await tabTo(page, /^Watch/);
    await page.keyboard.press('Enter');
    await flow.numberScreen.waitFor();

    await tabTo(page, /^Mobile number/);
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await flow.alert('Please enter a valid').waitFor();
    // The error returns the focus to its field.
    expect(await flow.number.evaluate((field) => field === document.activeElement)).toBe(true);
    await flow.number.press('ControlOrMeta+a');
    await page.keyboard.type(handset.typed);
    await page.keyboard.press('Enter');
    await flow.packagesScreen.waitFor();
    // The new screen announces itself: its heading has the focus.
    await waitUntil('the heading has the focus', () =>
      flow.packagesScreen.evaluate((heading) => heading === document.activeElement),
    );

    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await flow.radio('Daily').isChecked()).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await flow.radio('Weekly').isChecked()).toBe(true);
    expect(await focusIsVisible(page)).toBe(true);
    await page.keyboard.press('Enter');
    await flow.otpScreen.waitFor();

    await tabTo(page, /^OTP/);
    await page.keyboard.type(await handset.otp());
    await flow.accept.and(page.locator(':enabled')).waitFor();
    await tabTo(page, /^Accept$/);
    expect(await focusIsVisible(page)).toBe(true);
    await page.keyboard.press('Enter');
    await flow.completed();
    expect((await historyOf(product(), handset.msisdn)).consents).toMatchObject([
      { verdict: { decision: 'pass' } },
    ]);
    await tabTo(page, /^Start watching$/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/video/**');
  });
});

describe('the names for screen readers', () => {
  it("are the specification's on each screen of the flow", async () => {
    const phone = await visit();
    const flow = flowPage(phone);
    const handset = newHandset(product());
    const main = phone.page.getByRole('main');
    await handset.set({ content_blocked: true });
    await flow.open();
    expect(await main.ariaSnapshot()).toMatch(
      /heading "Enter your mobile number" \[level=1\][\s\S]*textbox "Mobile number"[\s\S]*button "Submit"[\s\S]*link "Exit"/,
    );
    await flow.enterNumber(handset.typed);
    await flow.packagesScreen.waitFor();
    expect(await main.ariaSnapshot()).toMatch(
      /heading "Subscribe to [^"]+"[\s\S]*radio "Daily \(R5\.00\/day\)"[\s\S]*button "Submit"[\s\S]*link "Exit"/,
    );
    await flow.choosePackage();
    await flow.unblockScreen.waitFor();
    expect(await main.ariaSnapshot()).toMatch(/button "Accept"[\s\S]*button "Decline"/);
    await flow.accept.tap();
    await flow.otpScreen.waitFor();
    await flow.accept.and(phone.page.locator(':enabled')).waitFor();
    expect(await main.ariaSnapshot()).toMatch(
      /textbox "OTP"[\s\S]*button "Resend OTP"[\s\S]*button "Accept"[\s\S]*button "Decline"/,
    );
  });

  it('of the main layout name its places and the current one', async () => {
    const phone = await visit();
    const { page } = phone;
    await phone.goto('/channels');
    await page.getByRole('link', { name: /home$/ }).first().waitFor();
    await page.getByRole('button', { name: 'Search' }).waitFor();
    await page.getByRole('link', { name: 'Profile' }).waitFor();
    const places = page.getByRole('navigation', { name: 'Main' });
    expect(await places.getByRole('link').allInnerTexts()).toEqual(['Home', 'Browse', 'My List']);
    expect(await places.getByRole('link', { name: 'Browse' }).getAttribute('aria-current')).toBe(
      'page',
    );
    expect(
      await places.getByRole('link', { name: 'Home' }).getAttribute('aria-current'),
    ).toBeNull();
  });
});

it('meets the places before the content, in the top bar of a wide screen and of a turned phone', async () => {
  const { page, goto } = await visit({ device: 'desk' });
  await goto('/');
  const order: string[] = [];
  for (let presses = 0; presses < 7; presses += 1) {
    await page.keyboard.press('Tab');
    order.push(
      await page.evaluate(
        () => document.activeElement?.textContent || document.activeElement?.ariaLabel || '',
      ),
    );
  }
  expect(order.slice(2, 5)).toEqual(['Home', 'Browse', 'My List']);
  const places = page.getByRole('navigation', { name: 'Main' });
  for (const size of [undefined, { width: 740, height: 360 }]) {
    if (size) await page.setViewportSize(size);
    const box = await places.boundingBox();
    expect(box && box.y + box.height).toBeLessThan(100);
  }
});

it('has the top bar out of the way while a person scrolls down, and back at a scroll up', async () => {
  const { page, goto } = await visit();
  await goto('/');
  const bottomOfBar = () =>
    page.getByRole('banner').evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom));
  await page.mouse.wheel(0, 900);
  await waitUntil('the bar is gone', async () => (await bottomOfBar()) <= 0);
  expect(await page.getByRole('banner').count()).toBe(1);
  await page.mouse.wheel(0, -120);
  await waitUntil('the bar is back', async () => (await bottomOfBar()) > 40);
});
