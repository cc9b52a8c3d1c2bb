// An administrator edits the brand in the studio, looks at it, publishes it, and the site
// wears it after the next start. Another person's version is not lost meanwhile. R8
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll, truncatedText } from '../harness/screen-faults.ts';
import { demoStaffIn, signInToStudio } from '../harness/studio.ts';
import {
  demo,
  freePorts,
  freshFolder,
  type Ports,
  type Process,
  startProcess,
  WITH_PAGES,
  waitUntilReady,
} from './process.test-kit.ts';

const ROOT = join(import.meta.dirname, '../..');
const BRAND_DIR = join(ROOT, 'packages/demo-content/brands/karoo-play');
const LOGO = join(ROOT, 'packages/demo-content/brands/lumela-tv/logo.svg');
const FONT = join(ROOT, 'apps/studio/app/design/fonts/bricolage-grotesque-800.woff2');
const PARTS = ['Names and contacts', 'Colours', 'Logo, icon and font', 'Terms'] as const;

const { folder, remove } = freshFolder();
let ports: Ports;
let product: Process;
let browser: Browser;
let page: Page;
let site: string;
let studio: string;
const complaints: string[] = [];

async function start(): Promise<void> {
  product = startProcess(demo(ports, join(folder, 'data'), { BRAND_DIR }), WITH_PAGES);
  await waitUntilReady(product, ports);
}

async function stop(): Promise<void> {
  product?.child.kill('SIGTERM');
  await product?.ended;
}

beforeAll(async () => {
  ports = await freePorts();
  site = `http://localhost:${ports.site}`;
  studio = `http://localhost:${ports.studio}`;
  await start();
  browser = await launchChromium();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/policy/i.test(message.text())) complaints.push(message.text());
  });
  await signInToStudio(page, studio, { ...demoStaffIn(product.output()), role: 'administrator' });
});
afterAll(async () => {
  await browser?.close();
  await stop();
  remove();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const preview = () => page.getByRole('region', { name: 'Preview at the width of a phone' });
const files = (name: string) => page.locator(`input[type=file][aria-label="Choose the ${name}"]`);

async function openParts(): Promise<void> {
  for (const part of PARTS) {
    const fold = page.locator('details').filter({ has: page.getByRole('heading', { name: part }) });
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
  }
}

/** A call of the studio as another window of the same person makes it. */
async function call(path: string, body?: object): Promise<{ readonly [field: string]: unknown }> {
  return await page.evaluate(
    async ([path, json]) => {
      const { csrf_token } = await (await fetch('/studio/api/me')).json();
      const headers = { 'x-csrf-token': csrf_token, 'content-type': 'application/json' };
      const post = json === null ? {} : { method: 'POST', headers, body: json };
      return (await fetch(`/studio/api/brand${path}`, post)).json();
    },
    [path, body === undefined ? null : JSON.stringify(body)] as const,
  );
}

describe('the brand in the studio', () => {
  it('shows a draft of the brand as a phone would, before it is saved', async () => {
    await page.goto(`${studio}/brand`);
    await page.getByText('This process has the brand of the folder').waitFor();
    await page.getByRole('link', { name: 'Edit the brand' }).click();
    await preview().waitFor();
    await openParts();
    await page.getByLabel('Name of the service').fill('Karoo Nights');
    await page.getByLabel('Accent', { exact: true }).fill('#7fd8be');
    await files('logo').setInputFiles(LOGO);
    await files('font').setInputFiles(FONT);
    await page.getByLabel('Words of the terms').fill('## Who we are\n\n{service}, by {company}.');
    await preview().getByText('Karoo Nights, by Karoo').waitFor();
    const worn = await preview().evaluate((element) => ({
      accent: getComputedStyle(element).getPropertyValue('--color-ochre'),
      button: getComputedStyle(
        [...element.querySelectorAll('span')].find((one) => one.textContent === 'Watch') as Element,
      ).backgroundColor,
      logo: element.querySelector('img')?.naturalWidth ?? 0,
      font: document.fonts.check('16px "Brand preview"'),
    }));
    expect(worn).toMatchObject({ accent: '#7fd8be', button: 'rgb(127, 216, 190)', font: true });
    expect(worn.logo).toBeGreaterThan(0);
    // Other words need another version: today's is proposed.
    const today = new Date(Date.now() + 2 * 60 * 60_000).toISOString().slice(0, 10);
    expect(await page.getByLabel('Version of the terms').inputValue()).toBe(today);
  });

  it('lists every fault of a draft at once and at its field, and contrasts as colours are typed', async () => {
    const text = page.getByLabel('Text', { exact: true });
    const before = await text.inputValue();
    await text.fill('#555555');
    await page.getByText(/ pairs cannot be read/).waitFor();
    await page.getByLabel('Name of the service').fill('Karoo ✨');
    await page.getByText(/\d+ faults: a draft may have faults/).waitFor();
    expect(
      await page.getByText('must be plain letters, digits and marks').count(),
    ).toBeGreaterThanOrEqual(2);
    const large = join(folder, 'large.woff2');
    writeFileSync(large, Buffer.alloc(50_000));
    await files('font').setInputFiles(large);
    await page.getByText('display.woff2 must have at most 40000 bytes.').waitFor();
    await files('font').setInputFiles(FONT);
    await text.fill(before);
    await page.getByLabel('Name of the service').fill('Karoo Nights');
    await page.getByText('Every pair has the contrast that it needs.').waitFor();
    await page.getByText(/faults?: a draft may have faults/).waitFor({ state: 'detached' });
  });

  it('has screens of the brand that can be read and used at every width', async () => {
    const found: string[] = [];
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const name = `edit at ${width}`;
      found.push(...(await axeViolations(page, name)), ...(await sidewaysScroll(page, name)));
      found.push(...(await truncatedText(page, name)));
    }
    expect(found).toEqual([]);
  });

  it('keeps what a person typed while another one saved a version', async () => {
    const { files } = await call('/folder');
    await call('/versions', { files, began_with: null, after: null });
    await button('Save as a new version').click();
    await page.getByText('after you began').waitFor();
    expect(await page.getByLabel('Name of the service').inputValue()).toBe('Karoo Nights');
    await button('Save mine after it').click();
    await button('Publish version 2').waitFor();
  });

  it('publishes with a reason, and says that processes take the brand when they start next', async () => {
    await button('Publish version 2').click();
    await page.getByRole('dialog').getByLabel('Reason').fill('The new season');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published. Processes take it when they start next.').waitFor();
    await page.goto(`${studio}/brand`);
    await page.getByText(/Published is version 2: processes take it/).waitFor();
    expect(await page.getByText('The new season').count()).toBe(1);
    const found: string[] = [];
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      found.push(...(await axeViolations(page, `brand at ${width}`)));
      found.push(...(await sidewaysScroll(page, `brand at ${width}`)));
    }
    expect(found).toEqual([]);
    expect(await (await fetch(site)).text()).toContain('Karoo Play');
  });

  it('has the site wear the published brand after the next start', {
    timeout: 120_000,
  }, async () => {
    await stop();
    await start();
    expect(product.output()).toContain('Karoo Nights is up');
    const html = await (await fetch(site)).text();
    expect(html).toContain('Karoo Nights');
    expect(html).toContain('--color-ochre:#7fd8be');
    const font = /\/brand\/display-[\w-]+\.woff2/.exec(html)?.[0] ?? '';
    const bytes = Buffer.from(await (await fetch(site + font)).arrayBuffer());
    expect(bytes.equals(readFileSync(FONT))).toBe(true);
    const terms = await (await fetch(`${site}/terms-and-conditions`)).text();
    expect(terms).toContain('Karoo Nights, by');
    await page.goto(`${studio}/brand`);
    await page.getByText('This process has version 2. It is the published one.').waitFor();
    expect(complaints).toEqual([]);
  });
});
