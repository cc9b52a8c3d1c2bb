// A raised price from the studio to the charge, in Chromium: an administrator announces it, each
// holder gets one message, and three holders answer: yes, nothing, and Leave it as it is. Only the
// first one pays it, from its day on (WASPA 15). `PRICE_SCREENSHOTS=folder` keeps the screens.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { flowPage } from '../harness/flow.page.ts';
import { type Handset, newHandset } from '../harness/handset.ts';
import { advanceClock, DAY, historyOf, ledger } from '../harness/ops.ts';
import type { Product } from '../harness/product.ts';
import { axeViolations, sidewaysScroll, truncatedText } from '../harness/screen-faults.ts';
import { demoStaffIn, signInToStudio } from '../harness/studio.ts';
import {
  demo,
  freePorts,
  freshFolder,
  openForSale,
  type Process,
  startProcess,
  WITH_PAGES,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';

/** South African time is two hours ahead of UTC. */
const SAST_MS = 2 * 3600_000;
/** Days from the first subscription to the new price: told thirty days ahead, so two days later. */
const AHEAD = 32;

const { folder, remove } = freshFolder();
let service: Process;
let product: Product;
let browser: Browser;
let now: Date;
let signIns = 0;
const complaints: string[] = [];

beforeAll(async () => {
  const ports = await freePorts();
  const variables = demo(ports, join(folder, 'data'), { TEST_CLOCK: '1', LIMITS: 'off' });
  service = startProcess(variables, WITH_PAGES);
  const at = (port: number): string => `http://localhost:${port}`;
  product = {
    site: at(ports.site),
    ops: at(ports.ops),
    studio: at(ports.studio),
    carrier: at(ports.carrier),
    mobile: at(ports.carrier + 1),
    log: '',
  };
  await waitUntilReady(service, ports);
  await openForSale(ports, variables);
  await waitUntil('the accounts', service, () => /authenticator secret/.test(service.output()));
  browser = await launchChromium();
  // The second day at ten in South Africa, whatever the hour of the machine is.
  now = new Date((await advanceClock(product, 0)).now);
  const morning = Math.ceil((now.getTime() + SAST_MS) / (DAY * 1000)) * DAY * 1000 + 10 * 3600_000;
  await advance((morning - SAST_MS - now.getTime()) / 1000);
});
afterAll(async () => {
  await browser?.close();
  service?.child.kill('SIGTERM');
  await service?.ended;
  remove();
});

async function advance(seconds: number): Promise<void> {
  now = new Date((await advanceClock(product, seconds)).now);
}

async function newPage(device: 'phone' | 'desk'): Promise<Page> {
  const context = await browser.newContext({
    ...deviceOptions(device, browser.version()),
    baseURL: device === 'phone' ? product.site : product.studio,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (answer) => {
    if (answer.status() >= 500) complaints.push(`${answer.status()} ${answer.url()}`);
  });
  return page;
}

async function look(page: Page, name: string, widths: readonly number[]): Promise<void> {
  complaints.push(...(await axeViolations(page, name)));
  const kept = process.env.PRICE_SCREENSHOTS;
  if (kept) mkdirSync(kept, { recursive: true });
  const { height = 740 } = page.viewportSize() ?? {};
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    complaints.push(...(await sidewaysScroll(page, `${name} ${width}`)));
    complaints.push(...(await truncatedText(page, `${name} ${width}`)));
    const path = join(kept ?? '', `${name}-${width}.png`);
    if (kept) await page.screenshot({ path, fullPage: true });
  }
}
const PHONE = [360] as const;
const DESK = [768, 1920, 1280] as const;

interface Holder {
  readonly page: Page;
  readonly handset: Handset;
}

/** Subscribes to Daily in a browser of its own. */
async function holder(): Promise<Holder> {
  const page = await newPage('phone');
  const handset = newHandset(product);
  await handset.set({ airtime: '500.00' });
  const flow = flowPage({ page, goto: (path) => gotoUsable(page, path) });
  await flow.open();
  await flow.subscribe(handset, 'Daily');
  return { page, handset };
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

const isInSight = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.bottom <= innerHeight && element.contains(at);
  });

/** Signs in to the studio and opens the packages. */
async function packagesInStudio(): Promise<Page> {
  const page = await newPage('desk');
  const staff = demoStaffIn(service.output());
  // A code counts once, and goes by the real time; the app may be one step of 30 seconds ahead.
  const ahead = signIns++ * 30_000;
  const who = { role: 'administrator', ...staff, now: Date.now() + ahead };
  await signInToStudio(page, product.studio, who);
  await page.getByRole('link', { name: 'Packages and prices' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Packages and prices' }).waitFor();
  return page;
}

/** Announces R6.00 for Daily from an instant on, after a look at what it does. */
async function raise(from: Date): Promise<void> {
  const page = await packagesInStudio();
  const daily = page.locator('section', {
    has: page.getByRole('heading', { level: 2, name: 'Daily, a day' }),
  });
  await daily.getByRole('button', { name: 'New price' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rand, with VAT').fill('6.00');
  const local = new Date(from.getTime() + SAST_MS).toISOString().slice(0, 16);
  await dialog.getByLabel('From').fill(local);
  const holders = dialog.getByLabel('Who subscribes already');
  await holders.selectOption('They are asked; silence keeps theirs');
  await dialog.getByLabel('Why').fill('Costs have risen');
  await dialog.getByRole('button', { name: 'See what it does' }).click();
  await dialog.getByText('It concerns 3 running subscriptions.').waitFor();
  // The next press is in sight beside the answer, however long the form is.
  const make = dialog.getByRole('button', { name: 'Make it' });
  expect(await isInSight(make)).toBe(true);
  await look(page, 'price-1-seen', DESK);
  await make.click();
  await page.getByText('The price is made.').waitFor();
  await daily.getByText(/^is asked from /).waitFor();
  await look(page, 'price-2-made', DESK);
  await page.context().close();
}

const offersTo = async ({ handset }: Holder): Promise<readonly string[]> =>
  (await handset.messages())
    .map(({ text }) => text)
    .filter((text) => text.includes('R6.00/day') && text.includes('Accept it in My Account'));

/** The amounts that the carrier was asked for, before an instant and since. */
async function paid({ handset }: Holder, from: Date) {
  const charges = await handset.charges();
  const isSince = ({ at }: { at: string }): boolean => new Date(at) >= from;
  const amounts = (some: typeof charges) => [...new Set(some.map(({ amount }) => amount))];
  return {
    count: charges.length,
    before: amounts(charges.filter((one) => !isSince(one))),
    since: amounts(charges.filter(isSince)),
  };
}

const pricesOf = async ({ handset }: Holder): Promise<readonly string[]> =>
  (await historyOf(product, handset.msisdn)).consents.map(({ price }) => price);

it('charges a raised price only to whom accepted it, from its day on', async () => {
  const [yes, silent, leaves] = [await holder(), await holder(), await holder()];
  const holders = [yes, silent, leaves];
  const midnight = Math.floor((now.getTime() + SAST_MS) / (DAY * 1000)) * DAY * 1000;
  const from = new Date(midnight + AHEAD * DAY * 1000 - SAST_MS);
  await raise(from);
  await advance(DAY);
  for (const one of holders) expect(await offersTo(one)).toEqual([]);
  await advance(2 * DAY);
  for (const one of holders) expect(await offersTo(one)).toHaveLength(1);

  const day = new Intl.DateTimeFormat('en-ZA', {
    timeZone: 'Africa/Johannesburg',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(from);
  for (const { page } of [yes, leaves]) {
    await gotoUsable(page, '/profile/account');
    const main = page.getByRole('main');
    await main.getByRole('heading', { name: 'New price of Daily' }).waitFor();
    await main
      .getByText(`Daily costs R6.00/day from ${day} on. You pay R5.00/day.`, { exact: true })
      .waitFor();
    await main.getByText('Accept it, or do nothing: then you keep R5.00/day.').waitFor();
  }
  const main = yes.page.getByRole('main');
  await look(yes.page, 'price-3-offered', PHONE);
  await main.getByRole('button', { name: 'Read and accept' }).tap();
  await main.getByText(/R6\.00\/day is taken from your airtime until you stop/).waitFor();
  expect(await focused(yes.page)).toBe('New price of Daily');
  await look(yes.page, 'price-4-read', PHONE);
  await main.getByRole('button', { name: 'Accept', exact: true }).tap();
  const accepted = `From ${day} on you pay R6.00/day for Daily. Until then you pay R5.00/day.`;
  await main.getByText(accepted).waitFor();
  expect(await focused(yes.page)).toBe('My subscription');
  await look(yes.page, 'price-5-accepted', PHONE);
  await yes.page.reload();
  await main.getByText('Paid. It goes on by itself until you stop.').waitFor();
  expect(await main.getByRole('heading', { name: 'New price of Daily' }).count()).toBe(0);
  await look(yes.page, 'price-6-after', PHONE);

  const other = leaves.page.getByRole('main');
  await other.getByRole('button', { name: 'Read and accept' }).tap();
  await other.getByRole('button', { name: 'Leave it as it is' }).tap();
  await other.getByRole('button', { name: 'Read and accept' }).waitFor();
  expect(await focused(leaves.page)).toBe('New price of Daily');
  await look(leaves.page, 'price-7-left', PHONE);
  expect(await Promise.all(holders.map(pricesOf))).toEqual([['5.00', '6.00'], ['5.00'], ['5.00']]);

  await advance(AHEAD * DAY);
  const answered = { before: ['5.00'], since: ['6.00'] };
  const kept = { before: ['5.00'], since: ['5.00'] };
  expect(await paid(yes, from)).toMatchObject(answered);
  expect(await paid(silent, from)).toMatchObject(kept);
  expect(await paid(leaves, from)).toMatchObject(kept);
  for (const one of holders) {
    expect((await paid(one, from)).count).toBeGreaterThanOrEqual(AHEAD);
    expect(await offersTo(one)).toHaveLength(1);
  }
  expect(await Promise.all(holders.map(pricesOf))).toEqual([['5.00', '6.00'], ['5.00'], ['5.00']]);
  expect((await ledger(product)).balanced).toBe(true);

  const page = await packagesInStudio();
  await page.getByText('is asked: 3 messages', { exact: true }).waitFor();
  await look(page, 'price-8-begun', DESK);
  expect(complaints).toEqual([]);
}, 600_000);
