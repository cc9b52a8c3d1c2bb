// No axe violation on any screen in any state, no sideways scrolling, usable at 200 % text size, no motion where none is wanted: issue sections 6 and 8.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { flowPage } from './harness/flow.page.ts';
import { clearFaults, newHandset } from './harness/handset.ts';
import { TOURS } from './harness/tours.ts';

const { visit, product } = useBrowser();
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

afterEach(() => clearFaults(product()));

/** What axe finds: rule and places. */
async function violations(page: Page, screen: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return found.map(({ id, nodes }) => `${screen}: ${id} at ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`);
}

/** By how many pixels the page can be pushed sideways, and what sticks out. */
async function sideways(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((name) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${name}: ${scrollWidth} px of page on ${clientWidth} px of screen`] : [];
  }, screen);
}

/** Words that are cut off where they stand, or controls that lie outside of the screen. */
async function cutOff(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((name) => {
    const seen = [...document.querySelectorAll<HTMLElement>('main h1, main p, main label, main button, main a, main [role=alert]')];
    return seen
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const clips = getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
        return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1 || clips);
      })
      .map((element) => `${name}: "${element.innerText.slice(0, 40)}" is cut off`);
  }, screen);
}

describe('every screen at 360 px', () => {
  it.each(TOURS)('$name: no violation, nothing sideways', async ({ at, walk }) => {
    const phone = await visit({ at: product()[at], reducedMotion: 'reduce' });
    const found: string[] = [];
    const seen: string[] = [];
    await walk(phone, async (screen) => {
      seen.push(screen);
      found.push(...(await violations(phone.page, screen)), ...(await sideways(phone.page, screen)));
    });
    expect(found).toEqual([]);
    expect(seen.length).toBeGreaterThan(1);
  });
});

describe('home and a video at 1280 px', () => {
  it.each(['/', '/video/isibane'])('%s: no violation, nothing sideways', async (path) => {
    const desk = await visit({ device: 'desk', reducedMotion: 'reduce' });
    await desk.goto(path);
    expect([...(await violations(desk.page, path)), ...(await sideways(desk.page, path))]).toEqual([]);
  });
});

describe('with letters of twice the size', () => {
  it('the screens of the flow keep all their words and controls on the screen', async () => {
    const phone = await visit();
    const { page } = phone;
    const flow = flowPage(phone);
    const handset = newHandset(product());
    const found: string[] = [];
    // As the browser's own setting for letters does it.
    await page.addInitScript(() => addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')));
    const look = async (screen: string) => found.push(...(await sideways(page, screen)), ...(await cutOff(page, screen)));
    await handset.set({ content_blocked: true });
    await flow.open();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
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

describe('where no motion is wanted', () => {
  it.each(['/', '/video/isibane', '/enter-number', '/profile'])('%s moves nothing', async (path) => {
    const phone = await visit({ reducedMotion: 'reduce' });
    await phone.goto(path);
    await hydrated(phone.page);
    const moving = await phone.page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration ?? 0) > 20)
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
    );
    expect(moving).toEqual([]);
    const scrolling = await phone.page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
    expect(scrolling).toBe('auto');
  });
});
