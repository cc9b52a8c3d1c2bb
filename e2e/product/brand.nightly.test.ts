// An operator's brand from a folder, as a viewer sees it. R8
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { flowPage, followMainLink } from '../harness/flow.page.ts';
import { newHandset } from '../harness/handset.ts';
import { waitForPlayback } from '../harness/playback.ts';
import { axeViolations } from '../harness/screen-faults.ts';
import { demoStaffIn, signInToStudio } from '../harness/studio.ts';
import {
  demo,
  freePorts,
  freshFolder,
  openForSale,
  type Ports,
  type Process,
  startProcess,
  WITH_PAGES,
  waitUntilReady,
} from './process.test-kit.ts';

const EXAMPLE = join(import.meta.dirname, '../../packages/demo-content/brands/lumela-tv');
const { folder, remove } = freshFolder();
let site: string;
let ports: Ports;
let product: Process;
let browser: Browser;

beforeAll(async () => {
  ports = await freePorts();
  const brand = join(folder, 'brand');
  cpSync(EXAMPLE, brand, { recursive: true });
  const file = join(brand, 'brand.json');
  const words = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...words, tagManager: 'GTM-LUMELA1' }));
  const variables = demo(ports, join(folder, 'data'), { BRAND_DIR: brand });
  product = startProcess(variables, WITH_PAGES);
  await waitUntilReady(product, ports);
  await openForSale(ports, variables);
  site = `http://localhost:${ports.site}`;
  browser = await launchChromium();
});
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

/** Where our own name is: in words, attributes that are read, the title and the manifest. */
async function oursOn(page: Page, screen: string): Promise<string[]> {
  const words = await page.evaluate(async () => {
    const named = [...document.querySelectorAll('*')].flatMap((element) =>
      ['alt', 'aria-label', 'title', 'content', 'placeholder', 'download'].map(
        (name) => element.getAttribute(name) ?? '',
      ),
    );
    const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href;
    const told = manifest ? await (await fetch(manifest)).text() : '';
    return [document.title, document.body.innerText, told, ...named].join('\n');
  });
  return /bonisa/i.test(words) ? [`${screen}: ${/.*bonisa.*/i.exec(words)?.[0]}`] : [];
}

/** From the number to the account and into the studio; returns where our name was met. */
async function walk(
  page: Page,
  at: Ports,
  { output, title }: { readonly output: string; readonly title?: string },
): Promise<string[]> {
  const own = (port: number) => `http://localhost:${port}`;
  const product = {
    ...{ site: own(at.site), ops: own(at.ops), studio: own(at.studio) },
    ...{ carrier: own(at.carrier), mobile: own(at.carrier + 1), log: '' },
  };
  const found: string[] = [];
  const look = async (screen: string) => void found.push(...(await oursOn(page, screen)));
  const goto = (path: string) => gotoUsable(page, product.site + path);
  const flow = flowPage({ page, goto });
  const handset = newHandset(product);
  await flow.open(title && `${title}?play=1`);
  await look('number');
  await flow.enterNumber(handset.typed);
  await flow.packagesScreen.waitFor();
  await look('packages');
  await flow.choosePackage('Daily');
  await flow.otpScreen.waitFor();
  await look('confirm');
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.completed();
  await look('complete');
  if (title) {
    await followMainLink(page);
    await waitForPlayback(page);
    await look('watch');
  }
  for (const path of ['/profile/account', '/profile/help', '/profile/feedback', '/offline']) {
    await page.goto(product.site + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(path);
  }
  found.push(
    ...(await handset.messages())
      .filter(({ text }) => /bonisa/i.test(text))
      .map(({ text }) => text),
  );
  await page.goto(`${product.studio}/sign-in`);
  await look('studio sign-in');
  await signInToStudio(page, product.studio, { ...demoStaffIn(output), role: 'finance' });
  await look('studio');
  const file = await page.request.get(
    `${product.studio}/studio/api/reconciliation-exceptions/file?state=open`,
  );
  found.push(`downloads ${file.headers()['content-disposition']}`);
  return found;
}

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

  it('leaves nothing of ours on any screen, and can be read', async () => {
    const context = await browser.newContext(deviceOptions('phone', browser.version()));
    await context.route(TAG_MANAGER, (route) => route.fulfill({ body: '' }));
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of SCREENS) {
      await page.goto(site + path);
      found.push(...(await oursOn(page, path)));
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

  it('leaves nothing of ours on the way from the number to the studio', async () => {
    const context = await browser.newContext(deviceOptions('desk', browser.version()));
    await context.route(TAG_MANAGER, (route) => route.fulfill({ body: '' }));
    expect(await walk(await context.newPage(), ports, { output: product.output() })).toEqual([
      'downloads attachment; filename="lumela-tv-reconciliation-exceptions-open.csv"',
    ]);
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

describe('the other example', () => {
  it('leaves nothing of ours on the way either, and says its own pitch', {
    timeout: 300_000,
  }, async () => {
    const own = await freePorts();
    const BRAND_DIR = join(EXAMPLE, '../karoo-play');
    const variables = demo(own, join(folder, 'other'), { BRAND_DIR, DEMO_CLIPS: '1' });
    const { DEMO_CATALOGUE: _off, ...withFilms } = variables;
    const other = startProcess(withFilms, WITH_PAGES);
    try {
      await waitUntilReady(other, own);
      const context = await browser.newContext(deviceOptions('desk', browser.version()));
      const page = await context.newPage();
      expect(await walk(page, own, { output: other.output(), title: '/video/isibane' })).toEqual([
        'downloads attachment; filename="karoo-play-reconciliation-exceptions-open.csv"',
      ]);
      await page.goto(`http://localhost:${own.site}/`);
      expect(await page.title()).toBe('Karoo Play: slow stories from dry country');
      await context.close();
    } finally {
      other.child.kill('SIGTERM');
      await other.ended;
    }
  });
});
