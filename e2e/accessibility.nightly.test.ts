// No axe violation on any screen, no sideways scrolling, usable at 200 % text size, no motion with
// reduced motion. What `npm test` looks at each time is left out.
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage } from './harness/flow.page.ts';
import { clearFaults, newHandset } from './harness/handset.ts';
import {
  axeViolations,
  sidewaysScroll,
  truncatedText,
  walkAndCheck,
} from './harness/screen-faults.ts';
import { TOURS } from './harness/tours.ts';

const { visit, product } = useBrowser();

afterEach(() => clearFaults(product()));

describe('every screen at 360 px', () => {
  it.each(TOURS.filter(({ daily }) => !daily))(
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

describe('home and a video at 1280 px', () => {
  it.each(['/', '/video/isibane'])(
    'has no axe violation and no sideways scrolling: %s',
    async (path) => {
      const desk = await visit({ device: 'desk', reducedMotion: 'reduce' });
      await desk.goto(path);
      expect([
        ...(await axeViolations(desk.page, path)),
        ...(await sidewaysScroll(desk.page, path)),
      ]).toEqual([]);
    },
  );
});

describe('with reduced motion', () => {
  it.each(['/', '/video/isibane', '/enter-number', '/profile'])(
    'moves nothing on %s',
    async (path) => {
      const phone = await visit({ reducedMotion: 'reduce' });
      await phone.goto(path);
      const moving = await phone.page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            ({ playState, effect }) =>
              playState === 'running' && Number(effect?.getComputedTiming().duration ?? 0) > 20,
          )
          .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
      );
      expect(moving).toEqual([]);
      const scrolling = await phone.page.evaluate(
        () => getComputedStyle(document.documentElement).scrollBehavior,
      );
      expect(scrolling).toBe('auto');
    },
  );
});
