// A play in a browser comes into the studio's reports of quality and audience: A17 E10 F11.
import { readFileSync } from 'node:fs';
import { dayOf } from '@bonisa/domain/south-african-time';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from './harness/browser.ts';
import { flowPage, followMainLink } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { advanceClock, MINUTE } from './harness/ops.ts';
import { waitForPlayback, watchButton } from './harness/playback.ts';
import { axeViolations, sidewaysScroll } from './harness/screen-faults.ts';
import { demoStaffIn, signInToStudio } from './harness/studio.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

interface Entry {
  readonly uuid: string;
  readonly video: string;
  readonly status: string;
  readonly live?: boolean;
  readonly quality?: {
    readonly start_ms: number;
    readonly watched_seconds: number;
    readonly bytes: Record<string, number>;
    readonly heights: [number, number][];
  };
}

it('reports a play once at its end, and the studio shows it when it is counted', async () => {
  const phone = await visit();
  const { page } = phone;
  const log: Entry[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/videos/log')) log.push(request.postDataJSON());
  });
  const flow = flowPage(phone);
  await flow.open('/video/isibane?play=1');
  await flow.subscribe(newHandset(product()), 'Monthly');
  await followMainLink(page);
  await waitForPlayback(page);
  await waitUntil('the play has begun', () => log.some(({ status }) => status === 'started'));
  expect(log.every(({ quality }) => quality === undefined)).toBe(true);
  const title = (await page.getByRole('heading', { level: 1 }).first().innerText()).trim();
  await waitForPlayback(page);
  // The viewer turns to another app: the browser may end the page without another word.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await waitUntil('the page has reported', () => log.some(({ quality }) => quality));
  const reports = log.filter(({ quality }) => quality);
  expect(reports).toHaveLength(1);
  const [{ quality } = {}] = reports;
  expect(quality?.start_ms).toBeGreaterThan(0);
  expect(quality?.start_ms).toBeLessThan(60_000);
  expect(quality?.watched_seconds).toBeGreaterThan(0);
  expect(Object.values(quality?.bytes ?? {}).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(
    20_000,
  );
  expect(quality?.bytes.mobile ?? 0).toBe(0);
  expect(quality?.heights[0]?.[0]).toBeGreaterThan(0);
  expect(JSON.stringify(reports)).not.toMatch(/\b27\d{9}\b/);

  const { now } = await advanceClock(product(), 2 * MINUTE);
  const desk = await visit({ device: 'desk' });
  const staff = demoStaffIn(readFileSync(product().log, 'utf8'));
  const { studio } = product();
  // To a visit of the site the studio is another site.
  desk.tolerate(new RegExp(`^stranger: ${studio}/`));
  desk.tolerate(/401 \(Unauthorized\) .*\/studio\/api\/me/);
  await signInToStudio(desk.page, studio, { ...staff, role: 'publisher' });
  // Other tests move the product's clock by days; the studio's range ends today by the browser's.
  const range = `to=${dayOf(new Date(now))}`;
  await desk.page.goto(`${studio}/quality?${range}`);
  await desk.page.getByText(/Half of the plays start within [\d.]+ s/).waitFor();
  // Other tests play over mobile data.
  await desk.page.getByText(/of media, \d+ % of it over mobile data/).waitFor();
  await desk.page.goto(`${studio}/watched?${range}`);
  const most = desk.page.getByRole('table', { name: 'What is watched most?' });
  await most.getByText(title).waitFor();
  await desk.page.goto(`${studio}/watched?kind=live&${range}`);
  await desk.page.getByRole('heading', { name: 'What is watched most?' }).waitFor();
  expect(await faultsOf(desk.page, studio)).toEqual([]);
});

it('reports a play once that was closed before the page had followed it', async () => {
  const phone = await visit();
  const { page } = phone;
  const log: Entry[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/videos/log')) log.push(request.postDataJSON());
  });
  const flow = flowPage(phone);
  await flow.open('/video/isibane');
  await flow.subscribe(newHandset(product()), 'Daily');
  await followMainLink(page);
  // What follows a play comes late, as on a slow network.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/follow-item-[\w-]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await watchButton(page).tap();
  await page.locator('video').waitFor();
  await page.getByRole('link', { name: 'Bonisa' }).first().tap();
  const mini = page.getByRole('region', { name: 'Mini-player' });
  await mini.getByRole('button', { name: /^Close/ }).tap();
  await mini.waitFor({ state: 'detached' });
  expect(log).toEqual([]);
  release();
  await waitUntil('the play is reported', () => log.length > 0);
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await page.waitForLoadState('networkidle');
  expect(log).toHaveLength(1);
  expect(log[0]).toMatchObject({ status: 'paused', quality: { watched_seconds: 0 } });
});

async function faultsOf(page: Page, studio: string): Promise<string[]> {
  const faults: string[] = [];
  for (const path of ['/quality', '/watched']) {
    await page.goto(`${studio}${path}`);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    faults.push(...(await sidewaysScroll(page, path)), ...(await axeViolations(page, path)));
  }
  return faults;
}
