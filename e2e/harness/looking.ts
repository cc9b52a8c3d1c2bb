/**
 * What is wrong with how a screen stands there: what axe finds, what can be pushed sideways, what
 * is cut off.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Visit } from './browser.ts';
import type { Tour } from './tours.ts';

/**
 * Told of what is wrong only: to name each thing on a long page that is as it should be takes
 * seconds.
 */
const OPTIONS: Parameters<AxeBuilder['options']>[0] = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
};

/** What axe finds: rule and places. */
export async function violations(page: Page, screen: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .options(OPTIONS)
    .setLegacyMode(true)
    .analyze();
  return found.map(
    ({ id, nodes }) =>
      `${screen}: ${id} at ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
  );
}

/** By how many pixels the page can be pushed sideways, and what sticks out. */
export async function sideways(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((name) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth
      ? [`${name}: ${scrollWidth} px of page on ${clientWidth} px of screen`]
      : [];
  }, screen);
}

/** Words that are cut off where they stand, or controls that lie outside of the screen. */
export async function cutOff(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((name) => {
    const seen = [
      ...document.querySelectorAll<HTMLElement>(
        'main h1, main p, main label, main button, main a, main [role=alert]',
      ),
    ];
    return seen
      .filter((element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )
      .filter((element) => {
        const box = element.getBoundingClientRect();
        const clips =
          getComputedStyle(element).overflowX !== 'visible' &&
          element.scrollWidth > element.clientWidth + 1;
        return box.width > 1 && (box.left < -1 || box.right > innerWidth + 1 || clips);
      })
      .map((element) => `${name}: "${element.innerText.slice(0, 40)}" is cut off`);
  }, screen);
}

/** Walks a tour and answers what is wrong on its screens, and how many there were. */
export async function walkLooking(
  visit: Visit,
  { walk }: Tour,
): Promise<{ found: string[]; seen: number }> {
  const found: string[] = [];
  let seen = 0;
  await walk(visit, async (screen) => {
    seen += 1;
    found.push(...(await violations(visit.page, screen)), ...(await sideways(visit.page, screen)));
  });
  return { found, seen };
}
