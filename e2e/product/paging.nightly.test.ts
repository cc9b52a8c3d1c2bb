// A category with more titles than a page holds, which an editor's batch has made: R2 A12 B3 E9.
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { type Product, productReady, startProduct } from '../harness/product.ts';
import { demoStaffIn, signInToStudio } from '../harness/studio.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 600_000 });

const CHANNEL = 'long-lists';
const CATEGORY = `/channel/${CHANNEL}/many`;
const TITLES = 31;
const ON_A_PAGE = 24;
const PATIENCE_MS = 60_000;

let product: Product;
let stop: () => Promise<void>;
let browser: Browser;
let context: BrowserContext | undefined;

beforeAll(async () => {
  ({ product, stop } = await startProduct(1));
  browser = await launchChromium();
  await productReady(product);
  const studio = await open({ viewport: { width: 1280, height: 800 } });
  const staff = demoStaffIn(readFileSync(product.log, 'utf8'));
  await signInToStudio(studio, product.studio, { ...staff, role: 'publisher' });
  expect(await studio.evaluate(writeTitles, { channel: CHANNEL, count: TITLES })).toBe(200);
  await context?.close();
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  await stop?.();
});

async function open(options: Parameters<Browser['newContext']>[0]): Promise<Page> {
  context = await browser.newContext({
    baseURL: product.site,
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return await context.newPage();
}

/** In the studio's page: a channel with one category, whose titles all play the film of another. */
async function writeTitles({ channel, count }: { channel: string; count: number }) {
  const me = await (await fetch('/studio/api/me')).json();
  const film = await fetch('/studio/api/catalogue/entries/video/isibane');
  const { assetId } = (await film.json()).fields;
  const words = { title: 'Long lists', tagline: 'Many.', genre: 'drama', published: true };
  const rows = [
    { kind: 'channel', key: channel, slug: channel, ...words, description: 'Many.' },
    { kind: 'category', channel, slug: 'many', ...words },
    ...Array.from({ length: count }, (_, at) => ({
      ...{ kind: 'video', key: `many-${at}`, slug: `many-${at}`, title: `Number ${at}` },
      ...{ synopsis: `One of many: ${at}.`, description: 'One of many.', year: 2026 },
      ...{ ratingAge: 'PG', ratingAdvice: [], languages: ['en'], channel, category: 'many' },
      ...{ genre: at % 4 ? 'drama' : 'comedy', assetId, published: true, position: at },
    })),
  ];
  const answer = await fetch('/studio/api/catalogue/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf-token': me.csrf_token },
    body: JSON.stringify({ rows }),
  });
  return answer.ok ? answer.status : await answer.text();
}

const titlesOf = (page: Page) => page.getByRole('main').locator('.title-grid a');

it('has links to its pages and a genre filter without a script', async () => {
  const page = await open({
    ...deviceOptions('phone', browser.version()),
    javaScriptEnabled: false,
  });
  const titles = titlesOf(page);
  await page.goto(CATEGORY, { waitUntil: 'domcontentloaded' });
  expect(await titles.count()).toBe(ON_A_PAGE);
  expect(await page.getByRole('button', { name: 'Show more titles' }).isVisible()).toBe(false);
  const first = await titles.first().getAttribute('href');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Next' }).tap();
  await page.waitForURL('**?page=2', { waitUntil: 'domcontentloaded' });
  expect(await pages.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current')).toBe(
    'page',
  );
  expect(await titles.count()).toBe(TITLES - ON_A_PAGE);
  expect(await titles.first().getAttribute('href')).not.toBe(first);
  await pages.getByRole('link', { name: 'Previous' }).tap();
  await page.waitForURL((url) => url.pathname === CATEGORY && url.search === '', {
    waitUntil: 'domcontentloaded',
  });

  const genre = page
    .getByRole('navigation', { name: 'Genres to filter by' })
    .getByRole('link', { name: /Comedy/ });
  const count = Number(/\d+$/.exec(await genre.innerText())?.[0]);
  await genre.tap();
  await page.waitForURL('**?genre=*', { waitUntil: 'domcontentloaded' });
  expect(await titles.count()).toBe(count);
});

it('extends in place with its address, and restores its length on the way back', async () => {
  const page = await open(deviceOptions('phone', browser.version()));
  const titles = titlesOf(page);
  await gotoUsable(page, CATEGORY);
  await page.getByRole('button', { name: 'Show more titles' }).tap();
  await page.waitForURL('**?page=2');
  await titles.nth(ON_A_PAGE).waitFor();
  const all = await titles.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(all).size).toBe(TITLES);
  expect(all).toHaveLength(TITLES);
  expect(await page.getByRole('button', { name: 'Show more titles' }).count()).toBe(0);
  await titles.last().tap();
  await page.waitForURL(/\/(video|show)\//);
  await page.goBack();
  await page.waitForURL('**?page=2');
  await titles.nth(TITLES - 1).waitFor();
  expect(await titles.count()).toBe(TITLES);
});

it('gives search engines one canonical address for each page, and none for a filtered one', async () => {
  const read = async (search: string) => {
    const text = await (await fetch(product.site + CATEGORY + search)).text();
    return {
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
      robots: /<meta name="robots" content="([^"]*)"/.exec(text)?.[1],
      title: /<title>([^<]*)/.exec(text)?.[1],
      positions: [...text.matchAll(/"position":(\d+)/g)].map(([, position]) => Number(position)),
    };
  };
  const [first, second, filtered] = [
    await read(''),
    await read('?page=2&utm=x'),
    await read('?genre=comedy'),
  ];
  expect([first.canonical, second.canonical, filtered.canonical]).toEqual([
    product.site + CATEGORY,
    `${product.site}${CATEGORY}?page=2`,
    product.site + CATEGORY,
  ]);
  expect([first.robots, filtered.robots]).toEqual([undefined, 'noindex']);
  expect(second.title).toContain('Page 2');
  expect(second.positions).toContain(ON_A_PAGE + 1);
});
