/**
 * Finds visual and accessibility faults of a screen: axe violations, sideways scrolling, truncated
 * text.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import type { Visit } from './browser.ts';
import type { Tour } from './tours.ts';

/** Reports violations only: listing every passing element of a long page takes seconds. */
const OPTIONS: Parameters<AxeBuilder['options']>[0] = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
};

/** The axe violations: rule and elements. */
export async function axeViolations(page: Page, screen: string): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .options(OPTIONS)
    .setLegacyMode(true)
    .analyze();
  return found.map(
    ({ id, nodes }) =>
      `${screen}: ${id} at ${nodes.map((node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
  );
}

/** How many pixels the page scrolls sideways, and the elements that overflow. */
export async function sidewaysScroll(page: Page, screen: string): Promise<string[]> {
  return page.evaluate((name) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth
      ? [`${name}: ${scrollWidth} px of page on ${clientWidth} px of screen`]
      : [];
  }, screen);
}

/** Text that is truncated, or controls outside the screen. */
export async function truncatedText(page: Page, screen: string): Promise<string[]> {
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
        // A table scrolls within itself, and is reached by the keyboard.
        const isOutside =
          (box.left < -1 || box.right > innerWidth + 1) &&
          !element.closest('section[tabindex="0"]');
        return box.width > 1 && (isOutside || clips);
      })
      .map((element) => `${name}: "${element.innerText.slice(0, 40)}" is cut off`);
  }, screen);
}

/** Walks a tour and returns the faults of its screens, and the number of screens. */
export async function walkAndCheck(
  visit: Visit,
  { walk }: Tour,
): Promise<{ found: string[]; seen: number }> {
  const found: string[] = [];
  let seen = 0;
  await walk(visit, async (screen) => {
    seen += 1;
    found.push(
      ...(await axeViolations(visit.page, screen)),
      ...(await sidewaysScroll(visit.page, screen)),
    );
  });
  return { found, seen };
}
