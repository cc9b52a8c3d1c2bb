// C9 R10: the guide in a browser.

import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { visitGuide } from './guide.test-kit.ts';
import { type Site, startGuideSite } from './guide-site.test-kit.ts';

const CHANNELS = 40;

describe('the guide', () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    site = await startGuideSite(await createTestDatabase(), CHANNELS);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  it('of 40 channels keeps the programmes of the rows near the screen alone', async () => {
    const visit = await visitGuide(browser, site.url);
    expect(visit.channels).toBe(CHANNELS);
    expect(visit.parts).toBe(1);
    expect(visit.requests).toBeLessThan(25);
    expect(visit.elementsAtFirst).toBeLessThan(2000);
    // Every further channel: its picture, name and Watch, some twenty elements, and no programmes.
    expect(visit.elements).toBeLessThan(visit.elementsAtFirst + 25 * (CHANNELS - 20));
  });
});
