// Interfaces 'Start and stop': a new version takes the place of the one before, one process after
// the other, under load and with pages open. No client sees an error, and the books are equal.
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../harness/chromium.ts';
import { flowPage } from '../harness/flow.page.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createBrowser } from '../product/process.test-kit.ts';
import { type Crawl, crawl } from './crawl.ts';
import { createDrills } from './drill.ts';
import { type Fleet, type Member, startFleet } from './fleet.ts';
import { type OpenTab, openTab } from './open-tab.ts';
import { buildOtherVersion, type OtherVersion } from './other-version.ts';

const CHANNELS = 'apps/web/app/routes/channels.route.tsx';
const ROOT = join(import.meta.dirname, '../..');
/** Links that every page of the main layout has. */
const AROUND = ['/', '/channels', '/profile/help', '/my-list', '/terms-and-conditions'];

let version: OtherVersion;
let fleet: Fleet;
let browser: Browser;
beforeAll(async () => {
  version = buildOtherVersion(
    [
      // Data in another shape: the page of the version before cannot show them.
      { file: CHANNELS, from: 'live: live.map(liveTile),', to: 'onAir: live.map(liveTile),' },
      { file: CHANNELS, from: 'live={page.live}', to: 'live={page.onAir}' },
      { file: CHANNELS, from: '<h1 ', to: '<h1 data-version="next" ' },
      { file: 'apps/studio/app/shell/missing.screen.tsx', from: 'Not here', to: 'Nothing here' },
    ],
    [
      'alter table subscriptions add column of_other_version text;',
      'create table of_other_version (id bigint primary key);',
    ],
  );
  browser = await launchChromium();
  fleet = await startFleet(['jobs', 'api', 'api', 'pages', 'pages'], { DRAIN_SECONDS: '3' });
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
  version?.remove();
});
const drill = createDrills(() => fleet);

async function replace(member: Member, program?: string): Promise<void> {
  member.process.child.kill('SIGTERM');
  expect(await member.process.ended).toBe(0);
  await member.again({}, program);
}

const isErrorScreen = (tab: OpenTab): Promise<boolean> =>
  tab.page.locator('main [role="alert"], body > div > [role="alert"]').first().isVisible();

/** Goes around the site until `stop`; returns how often, and with how many documents. */
function goAround(tab: OpenTab): { stop(): Promise<{ steps: number; documents: number }> } {
  let going = true;
  let [steps, documents] = [0, 0];
  const walk = (async () => {
    for (let at = 1; going; at = (at + 1) % AROUND.length) {
      const loaded = await tab.follow(AROUND[at] ?? '/');
      expect(loaded).toBeLessThanOrEqual(1);
      expect(await isErrorScreen(tab)).toBe(false);
      steps++;
      documents += loaded;
    }
  })();
  // A failure is reported by `stop`.
  walk.catch(() => undefined);
  return {
    stop: async () => {
      going = false;
      await walk;
      return { steps, documents };
    },
  };
}

const crawlAll = (): Promise<Crawl> =>
  crawl(
    fleet.url,
    fleet.of('pages').map(({ site }) => site),
  );

/** The code on a handset. */
async function otpOf(msisdn: string): Promise<string> {
  const { body } = await createBrowser(fleet.carrier.url).call(
    'GET',
    `/sim/handsets/${msisdn}/messages`,
  );
  const text = (body as { text: string }[]).find((message) => message.text.includes('OTP'))?.text;
  return /\b\d{4}\b/.exec(text ?? '')?.[0] ?? '';
}

/** A document of the version before, as a cache in front of the site may still have it. */
let cached: { body: string; headers: Record<string, string> };

it('loses no request and breaks no open page while each process is replaced in turn', async () => {
  const waiting = await openTab(browser, fleet.url, '/');
  const walking = await openTab(browser, fleet.url, '/');
  const signing = await openTab(browser, fleet.url, '/enter-number');
  const flow = flowPage({ page: signing.page, goto: async () => undefined });
  await flow.enterNumber('0829990001');
  await flow.choosePackage();
  await flow.otpScreen.waitFor();
  const home = await fetch(`${fleet.url}/channels`);
  const policy = home.headers.get('content-security-policy') ?? '';
  cached = {
    body: await home.text(),
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  };
  const crawls: Crawl[] = [];
  await drill(
    'upgrade, each of five processes',
    async () => {
      const walk = goAround(walking);
      crawls.push(await crawlAll());
      for (const member of fleet.members) {
        await replace(member, version.main);
        crawls.push(await crawlAll());
      }
      const walked = await walk.stop();
      process.stdout.write(`${JSON.stringify({ ...walked, crawls })}\n`);
      expect(walked.steps).toBeGreaterThan(AROUND.length);
    },
    { errors: 0, alert: 'none' },
  );
  expect(crawls.flatMap(({ missing }) => missing)).toEqual([]);
  // While processes of both versions served pages, files of both were asked for.
  expect(crawls.at(-2)?.files).toBeGreaterThan(crawls[0]?.files ?? 0);
  expect(walking.troubles).toEqual([]);

  // The code came before, and is typed after.
  await flow.typeOtp(await otpOf('27829990001'));
  await flow.pressAccept();
  await flow.completed();
  expect(signing.documents()).toBe(1);
  expect(signing.troubles).toEqual([]);

  // A page of the version before: what has not changed is shown without a document.
  expect(await waiting.follow('/profile/help')).toBe(0);
  expect(await waiting.follow('/channels')).toBe(1);
  expect(await waiting.page.locator('h1[data-version="next"]').count()).toBe(1);
  expect(await waiting.follow('/')).toBe(0);
  expect(await isErrorScreen(waiting)).toBe(false);
  expect(waiting.troubles).toEqual([]);
});

it('serves every file of both versions from every process, the studio too', async () => {
  const apps = [
    { folder: 'apps/web/build/client/assets', port: (one: Member) => one.site, role: 'pages' },
    { folder: 'apps/studio/build/assets', port: (one: Member) => one.studio, role: 'api' },
  ] as const;
  for (const { folder, port, role } of apps) {
    const names = [ROOT, version.root].flatMap((root) =>
      readdirSync(join(root, folder)).filter((name) => name.endsWith('.js')),
    );
    for (const member of fleet.of(role))
      for (const name of new Set(names)) {
        const { status } = await fetch(`http://127.0.0.1:${port(member)}/assets/${name}`);
        expect([name, status]).toEqual([name, 200]);
      }
  }
});

it('loads a page once more whose version nobody has, and never in a loop', async () => {
  await rm(join(fleet.files, 'builds'), { recursive: true });
  // Processes that have read the files of the version before still have them in memory.
  for (const member of fleet.of('pages')) await replace(member, version.main);
  const tab = await openTab(browser, fleet.url, '/profile/help');
  let fromCache = 1;
  await tab.page.route('**/channels', (route) =>
    fromCache-- > 0 ? route.fulfill(cached) : route.continue(),
  );
  const asked: string[] = [];
  tab.page.on('request', (request) => {
    if (request.method() === 'HEAD') asked.push(request.url());
  });
  await tab.page.goto('/channels');
  await tab.page.locator('h1[data-version="next"]').waitFor();
  expect([tab.documents(), asked.length]).toEqual([3, 1]);
  // A cache that goes on giving it: the page stays readable, with links that work.
  fromCache = Number.POSITIVE_INFINITY;
  await tab.page.goto('/channels');
  await waitUntil('the scripts were asked for again', () => asked.length >= 3);
  expect(tab.documents()).toBe(5);
  await tab.page.locator('a[href="/my-list"]:visible').first().click();
  await tab.page.waitForURL('**/my-list');
  expect(tab.documents()).toBe(6);
});

it('goes back to the version before, on the database of the new one, without an error', () =>
  drill(
    'back to the version before',
    async () => {
      for (const member of fleet.members) await replace(member);
      expect(await crawlAll()).toMatchObject({ missing: [] });
    },
    { errors: 0, alert: 'none' },
  ));
