// Every screen of the studio in Chromium with data in it: no axe violation, no sideways scrolling
// at the widths of a tablet, a desk and a large screen, at twice the zoom and with text twice as
// large. The paths are those of the navigation, so that a new screen is looked at as well.

import { type CareBench, createCareBench } from '@bonisa/backoffice/care/care.test-kit';
import { createPerson, createSession } from '@bonisa/backoffice/staff/staff.test-kit';
import { mediaReady } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import { dayOf } from '@bonisa/domain/south-african-time';
import { readyAsset, testRendition } from '@bonisa/media/ready-asset.test-kit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestProduct } from '../../apps/server/src/app.test-kit.ts';
import { freePort } from '../../scripts/free-ports.ts';
import { mediaAssets } from '../../server/media/src/media.tables.ts';
import { openExceptions } from '../../server/money/src/billing/reconciliation/exception.repository.ts';
import { chargeTakenBack } from '../../server/money/src/ledger/postings.ts';
import { launchChromium } from '../harness/chromium.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';
import { fillRollUps } from './report-days.test-kit.ts';
import { fillPlayRollUps } from './report-plays.test-kit.ts';

/** A tablet, a desk, a large screen; 640 px is a desk of 1280 px at a zoom of 200 %. */
const WIDTHS = [768, 1920, 640, 1280];
/** Screens that no entry of the navigation opens. */
const MORE = [
  '/',
  '/me',
  '/videos/new',
  '/videos/entry/v-1',
  '/shows/entry/lamp',
  '/shelves/entry/first',
  '/shelves/order',
  '/live-channels/entry/radio-lamp',
  '/no-such-screen',
];
const LONG = 600_000;

let bench: CareBench;
let browser: Browser;
let page: Page;
let studio: string;
let msisdn: string;
const faults: string[] = [];
beforeAll(async () => {
  const port = await freePort();
  studio = `http://localhost:${port}`;
  bench = await createCareBench({ STUDIO_PORT: String(port) });
  const { product } = bench;
  await mediaReady(product.app.catalogue.service);
  const { problems } = await product.app.catalogue.editing.apply([
    ...ROWS,
    videoRow({ title: 'Isithunzi', slug: 'isithunzi', published: false, assetId: null }),
  ]);
  expect(problems).toEqual([]);
  ({ msisdn } = await bench.paid());
  await bench.program('catalogue:read');
  await exceptionAndFilm(product);
  const until = dayOf(product.clock.now());
  await fillRollUps(product.open.db, { days: 40, subscriptions: 90_000, until });
  await fillPlayRollUps(product.open.db, { days: 3, subscriptions: 90_000, until });
  await bench.studio.listen({ host: '127.0.0.1', port });
  browser = await launchChromium();
  page = await signedIn();
}, LONG);
afterAll(async () => {
  await browser?.close();
  await bench?.close();
});

/**
 * A reconciliation exception whose choices are long, and a film in two languages with streams that
 * were left out.
 */
async function exceptionAndFilm({ app, clock, open: { db } }: TestProduct): Promise<void> {
  const { newId } = app;
  const now = clock.now();
  const id = newId();
  await openExceptions(
    db,
    [
      {
        kind: 'missing_there',
        carrierId: 'karoo',
        subject: id,
        reference: `BON-${id}`,
        ours: { amount: 500, refunded: 0, state: 'succeeded', at: now.toISOString() },
        proposal: {
          action: 'post',
          words: 'The carrier does not have it.',
          lines: chargeTakenBack(500, 65),
        },
      },
    ],
    { at: now, newId },
  );
  const leftOut = [
    { language: 'en', title: 'Director', reason: 'commentary' as const },
    { language: null, title: '', reason: 'unsupported_codec' as const },
  ];
  const tracks = [{ language: 'zu' }, { language: 'en', renditions: [testRendition()] }];
  await db.insert(mediaAssets).values(readyAsset(now, { id, audio: { tracks, leftOut } }));
}

async function signedIn(): Promise<Page> {
  const person = await createPerson(bench.product, ['administrator']);
  const { cookie } = await createSession(bench.product, person);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([
    { name: 'bonisa_studio', value: cookie, url: studio, httpOnly: true, sameSite: 'Strict' },
  ]);
  const made = await context.newPage();
  // Reports begin at the day of the browser.
  await made.clock.setFixedTime(bench.product.clock.now());
  made.on('pageerror', (error) => faults.push(`${made.url()}: ${error}`));
  made.on('console', (message) => {
    // Pictures are the site's, which does not listen here.
    const isOurs = message.location().url.startsWith(studio);
    if ((message.type() === 'error' && isOurs) || /policy/i.test(message.text()))
      faults.push(`${made.url()}: ${message.text()}`);
  });
  return made;
}

/** Waits until the screen is read: its heading is there and nothing is being read any more. */
async function screenIsRead(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await expect.poll(() => page.getByRole('status').filter({ hasText: /…$/ }).count()).toBe(0);
}

async function look(screen: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await sidewaysScroll(page, `${screen} at ${width} px`)));
  }
  const textSize = (size: string): Promise<void> =>
    page.evaluate((given) => {
      document.documentElement.style.fontSize = given;
      // Pictures of figures take their new width in the frame after it.
      return new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      );
    }, size);
  await textSize('200%');
  faults.push(...(await sidewaysScroll(page, `${screen} with text of 200 %`)));
  await textSize('');
  faults.push(...(await axeViolations(page, screen)));
}

it('has no fault on any screen of an administrator', { timeout: LONG }, async () => {
  await page.goto(studio);
  const links = page.getByRole('navigation', { name: 'Studio' }).getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) =>
    all.map((one) => new URL((one as HTMLAnchorElement).href).pathname),
  );
  expect(paths).toEqual(expect.arrayContaining(['/videos', '/money', '/quality', '/audit']));
  for (const path of [...MORE, ...paths]) {
    await page.goto(`${studio}${path}`);
    await screenIsRead();
    await look(path);
  }
  expect(faults).toEqual([]);
});

it('shows reports of the data, the entry of the screen in the navigation', async () => {
  await page.goto(`${studio}/money`);
  await page.getByText(/^R[\d\s]+\.\d\d in [\d\s]+ charges/).waitFor();
  // The code of the pictures comes after the figures.
  await expect.poll(() => page.locator('main canvas').count()).toBeGreaterThan(1);
  // A picture takes its new width a frame later: until then it is cut off, and nothing is wider.
  const wider = await page.evaluate(() => {
    document.body.style.width = '1000px';
    const main = document.querySelector('main');
    return main ? main.scrollWidth - main.clientWidth : null;
  });
  expect(wider).toBe(0);
  await page.goto(`${studio}/audit`);
  const entry = page
    .getByRole('navigation', { name: 'Studio' })
    .getByRole('link', { name: 'Audit' });
  await expect
    .poll(() => entry.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
});

it('counts on the first screen what waits, and leads to it', async () => {
  await page.goto(studio);
  await page.getByRole('heading', { name: 'Waits for you' }).waitFor();
  await page.getByRole('link', { name: /^1 ?video is a draft/ }).click();
  await page.getByText('1 video', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Isithunzi' }).waitFor();
  expect(await page.getByLabel('State').inputValue()).toBe('draft');
  await page.goto(studio);
  await page.getByRole('link', { name: /^1 ?video has no film/ }).click();
  await page.getByText('1 video', { exact: true }).waitFor();
  expect(await page.getByLabel('Film is missing').isChecked()).toBe(true);
});

it('has no fault where a caller is answered and a price is written', {
  timeout: LONG,
}, async () => {
  faults.length = 0;
  await page.goto(`${studio}/care/caller`);
  await page.getByLabel('Number of the caller').fill(`0${msisdn.slice(2)}`);
  await page.getByLabel('Why do you look?').selectOption('Caller disputes a charge');
  await page.getByLabel('Number of the caller').press('Enter');
  await page.getByRole('button', { name: /^Evidence and answer/ }).waitFor();
  await look('number');
  await page
    .getByRole('button', { name: /^Give back/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await look('refund');
  await page.goto(`${studio}/packages`);
  await page.getByRole('button', { name: 'New package' }).click();
  await page.getByRole('dialog').waitFor();
  await look('price');
  await page.goto(`${studio}/videos/entry/v-1`);
  await page.getByRole('button', { name: /^History/ }).click();
  await page.getByRole('dialog').waitFor();
  await look('history');
  expect(faults).toEqual([]);
});
