// No axe violation on any screen of the flow and of a subscriber, no sideways scrolling, usable at
// 200 % text size. For a visitor's screens see browse/accessibility.test.ts.
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { clearFaults, newHandset } from './harness/handset.ts';
import { sidewaysScroll, truncatedText, walkAndCheck } from './harness/screen-faults.ts';
import { TOURS } from './harness/tours.ts';

const { visit, product } = useBrowser();

afterEach(() => clearFaults(product()));

describe('every screen of the flow and of a subscriber at 360 px', () => {
  it.each(TOURS.filter(({ open }) => !open))(
    'has no axe violation and no sideways scrolling: $name',
    async (tour) => {
      const phone = await visit({ at: product()[tour.at], reducedMotion: 'reduce' });
      const { found, seen } = await walkAndCheck(phone, tour);
      expect(found).toEqual([]);
      expect(seen).toBeGreaterThan(1);
    },
  );
});

describe('with letters of double size', () => {
  it('keeps all text and controls of the flow within the screen', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    const handset = newHandset(product());
    const found: string[] = [];
    // As the browser's own font size setting does it.
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () =>
        document.documentElement.style.setProperty('font-size', '200%'),
      ),
    );
    const look = async (screen: string) =>
      found.push(...(await sidewaysScroll(page, screen)), ...(await truncatedText(page, screen)));
    await handset.set({ content_blocked: true });
    await flow.open();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    );
    await look('number');
    await flow.enterNumber('1');
    await flow.alert('Please enter').waitFor();
    await look('number-wrong');
    await flow.enterNumber(handset.typed);
    await flow.packagesScreen.waitFor();
    await look('packages');
    await flow.choosePackage('Monthly');
    await flow.unblockScreen.waitFor();
    await look('unblock');
    await flow.accept.click();
    await flow.otpScreen.waitFor();
    await flow.accept.and(page.locator(':enabled')).waitFor();
    await look('otp');
    await flow.typeOtp(await handset.otp());
    await flow.pressAccept();
    await flow.completed();
    await look('complete');
    expect(found).toEqual([]);
  });
});
