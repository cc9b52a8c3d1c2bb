// What a title costs, before hydration and after it. F10.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../harness/browser.ts';
import { hydrated } from '../harness/chromium.ts';
import { holdScripts } from '../harness/held-scripts.ts';

const { visit } = useBrowser();

describe('the costs before hydration', () => {
  const costsOf = (page: Page) =>
    page
      .getByRole('main')
      .locator('.megabytes')
      .evaluateAll((all) =>
        all.map((one) => [getComputedStyle(one).visibility, one.textContent ?? ''] as const),
      );

  it.each(['/', '/video/isibane', '/episode/pots-dont-lie-s1e2', '/live/music/ngoma-non-stop'])(
    'of %s are never lower than afterwards, on a phone and on a desk',
    async (path) => {
      for (const device of ['phone', 'desk'] as const) {
        const visitor = await visit({ device });
        const letGo = await holdScripts(visitor);
        const { page } = visitor;
        await page.goto(path, { waitUntil: 'commit' });
        await page.locator('footer').waitFor();
        const before = await costsOf(page);
        expect(before.length).toBeGreaterThan(0);
        const seen = before.some(([visibility]) => visibility === 'visible');
        // A desk without mobile data has another choice in force than the one that is rendered.
        if (device === 'desk') expect(seen).toBe(false);
        // A key needs the script.
        await page.keyboard.press('Shift');
        letGo();
        await hydrated(page);
        const after = (await costsOf(page)).slice(0, before.length);
        for (const [at, [visibility, words]] of after.entries()) {
          expect(visibility).toBe('visible');
          if (before[at]?.[0] === 'visible') expect(words).toBe(before[at][1]);
        }
      }
    },
  );
});
