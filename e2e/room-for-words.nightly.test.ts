// The words of each language have room on a phone, on Home and through the flow. It subscribes, so
// it stands among the tests that take turns with the carrier.
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { newHandset } from './harness/handset.ts';
import { sidewaysScroll, truncatedText } from './harness/screen-faults.ts';

const { visit, product } = useBrowser();

it.each(['xh', 'af', 'st'])(
  'has room for the words of %s on a phone of 360 px',
  async (language) => {
    const { page, context, goto } = await visit({ viewport: { width: 360, height: 640 } });
    await context.addCookies([{ name: 'bonisa_language', value: language, url: product().site }]);
    const found: string[] = [];
    const look = async (screen: string) =>
      void found.push(
        ...(await sidewaysScroll(page, screen)),
        ...(screen === 'home' ? [] : await truncatedText(page, screen)),
      );
    await goto('/');
    expect(await page.locator('html').getAttribute('lang')).toBe(`${language}-ZA`);
    await look('home');
    const handset = newHandset(product());
    const submit = page.locator('main button[type=submit]:not([name])');
    await goto('/enter-number');
    await page.locator('main input[type=tel]').fill(handset.typed);
    await submit.click();
    await page.locator('main input[type=radio]').first().check();
    await look('packages');
    await submit.click();
    const otp = page.locator('main input[name=otp]');
    await otp.fill(await handset.otp());
    await look('confirm');
    await submit.click();
    await page.waitForURL('**/subscribe/complete');
    await goto('/profile/account');
    await page.locator('main section details').first().waitFor();
    await look('account');
    expect(found).toEqual([]);
  },
);
