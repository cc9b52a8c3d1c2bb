// An operator's brand from a folder, as a viewer sees it. R8
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceOptions, launchChromium } from '../harness/chromium.ts';
import { axeViolations } from '../harness/screen-faults.ts';
import {
  demo,
  freePorts,
  freshFolder,
  type Process,
  startProcess,
  WITH_PAGES,
  waitUntilReady,
} from './process.test-kit.ts';

const EXAMPLE = join(import.meta.dirname, '../../packages/demo-content/brands/lumela-tv');
const { folder, remove } = freshFolder();
let site: string;
let product: Process;
let browser: Browser;

beforeAll(async () => {
  const ports = await freePorts();
  const brand = join(folder, 'brand');
  cpSync(EXAMPLE, brand, { recursive: true });
  const file = join(brand, 'brand.json');
  const words = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...words, tagManager: 'GTM-LUMELA1' }));
  product = startProcess(demo(ports, join(folder, 'data'), { BRAND_DIR: brand }), WITH_PAGES);
  await waitUntilReady(product, ports);
  site = `http://localhost:${ports.site}`;
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  product?.child.kill('SIGTERM');
  await product?.ended;
  remove();
});

const SCREENS = [
  '/',
  '/enter-number',
  '/live',
  '/my-list',
  '/profile',
  '/profile/help',
  '/profile/invite',
  '/terms-and-conditions',
  '/privacy-policy',
  '/offline',
  '/nothing-here',
] as const;

const TAG_MANAGER = 'https://www.googletagmanager.com/**';

describe('a brand from a folder', () => {
  it('loads its tag manager where the viewer does not save data, within the policy', async () => {
    const context = await browser.newContext();
    const asked: string[] = [];
    await context.route(TAG_MANAGER, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({
        contentType: 'text/javascript',
        body: 'document.title = window.dataLayer.map((one) => one.event).join();',
      });
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (/policy/i.test(message.text())) complaints.push(message.text());
    });
    await page.goto(`${site}/profile/help`);
    await page.waitForFunction(() => document.title === 'gtm.js');
    expect(asked).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-LUMELA1']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('leaves nothing of ours on any screen, and can be read', { timeout: 90_000 }, async () => {
    const context = await browser.newContext(deviceOptions('phone', browser.version()));
    await context.route(TAG_MANAGER, (route) => route.fulfill({ body: '' }));
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of SCREENS) {
      await page.goto(site + path);
      const words = await page.evaluate(() => {
        const named = [...document.querySelectorAll('*')].flatMap((element) =>
          ['alt', 'aria-label', 'title', 'content', 'placeholder'].map(
            (name) => element.getAttribute(name) ?? '',
          ),
        );
        return [document.title, document.body.innerText, ...named].join('\n');
      });
      if (/bonisa/i.test(words)) found.push(`${path}: ${/.*bonisa.*/i.exec(words)?.[0]}`);
      if (path !== '/offline') {
        const logo = page.locator('header img').first();
        await logo.waitFor();
        expect(
          await logo.evaluate((image: HTMLImageElement) => image.naturalWidth),
        ).toBeGreaterThan(0);
      }
      found.push(...(await axeViolations(page, path)));
      const grounds = await page.evaluate(() =>
        [document.documentElement, document.body].map(
          (element) => getComputedStyle(element).backgroundColor,
        ),
      );
      if (!grounds.includes('rgb(10, 16, 36)')) found.push(`${path}: ${grounds}`);
    }
    expect(found).toEqual([]);
    await context.close();
  });

  it('is in the manifest and the icons too', async () => {
    const manifest = await (await fetch(`${site}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: 'Lumela TV', theme_color: '#0a1024' });
    const mark = await (await fetch(`${site}/icons/mark.svg`)).text();
    expect(mark).toContain('#ff8fb1');
    for (const { src } of manifest.icons) expect((await fetch(site + src)).status).toBe(200);
    expect((await fetch(`${site}/brand/../brand.json`)).status).toBe(404);
  });
});
