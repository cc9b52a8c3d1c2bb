// A title's first picture before the press: F10, the places of devices, and the data choice.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser, type Visit } from './harness/browser.ts';
import { hydrated } from './harness/chromium.ts';
import { becomeSubscriber, flowPage } from './harness/flow.page.ts';
import { newHandset } from './harness/handset.ts';
import { playbackProgress, waitForPlayback, watchButton } from './harness/playback.ts';
import { waitUntil } from './harness/wait-until.ts';

const { visit, product } = useBrowser();

/** A phone on a network of this kind. */
async function onNetwork(connection: object): Promise<Visit> {
  const phone = await visit();
  await phone.context.addInitScript((facts) => {
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), facts),
    });
  }, connection);
  return phone;
}

async function subscriber(connection: object) {
  const phone = await onNetwork(connection);
  await becomeSubscriber(phone, newHandset(product()));
  return { ...phone, calls: recorded(phone.page) };
}

/** The play calls, heartbeats and reports of a page, with their bodies. */
function recorded(page: Page) {
  const calls = { plays: [] as Body[], beats: [] as Body[], logs: [] as Body[], bytes: [0] };
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    const list = { '/api/play': 'plays', '/api/play/heartbeat': 'beats' }[path];
    if (list) calls[list as 'plays'].push(request.postDataJSON());
    else if (request.postData()?.includes('"quality"')) calls.logs.push(request.postDataJSON());
  });
  page.on('requestfinished', async (request) => {
    if (!request.url().endsWith('/api/play')) return;
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    calls.bytes.push(responseBodySize + responseHeadersSize);
  });
  return calls;
}

/** Notes what the stage says of its playback from now on. */
async function statesOfStage(page: Page): Promise<() => Promise<readonly string[]>> {
  const noted = await page.locator('#stage').evaluateHandle((stage) => {
    const states: string[] = [];
    new MutationObserver(() => states.push(stage.getAttribute('data-state') ?? '')).observe(stage, {
      attributeFilter: ['data-state'],
    });
    return states;
  });
  return () => noted.evaluate((states) => states);
}

type Body = Record<string, unknown> & { quality?: Record<string, unknown> };

const WIFI = { type: 'wifi', saveData: false, downlink: 1.6 };

it('fetches at most 40 kB after two seconds, plays them at the press, and takes the place then', async () => {
  const { page, goto, calls } = await subscriber(WIFI);
  await goto('/video/isibane');
  await waitUntil('the first picture is fetched', () => calls.bytes.length > 1);
  expect(calls.plays).toMatchObject([{ video: 'isibane', ahead: true }]);
  expect(Math.max(...calls.bytes)).toBeGreaterThan(5000);
  expect(Math.max(...calls.bytes)).toBeLessThan(40_000);
  expect(calls.beats).toEqual([]);
  // A picture that is not decoded yet is uncovered when it plays.
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
  const states = await statesOfStage(page);
  await watchButton(page).tap();
  await waitForPlayback(page);
  await waitUntil('the place is taken', () => calls.beats.length > 0);
  expect(calls.plays).toHaveLength(1);
  // The press itself uncovers the picture, and nothing covers it again.
  expect(new Set(await states())).toEqual(new Set(['on']));
  // Once it plays, the controls have the focus.
  await page.getByRole('button', { name: 'Pause' }).and(page.locator(':focus')).waitFor();
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause());
  await waitUntil('the play is reported', () => calls.logs.length > 0);
  const figures = calls.logs.at(-1)?.quality;
  expect(figures).toMatchObject({ start_ms: expect.any(Number) });
  expect(figures?.unwatched).toBeUndefined();
});

it('reports what nobody watched, and takes no place for it', async () => {
  const { page, goto, calls } = await subscriber(WIFI);
  await goto('/video/isibane');
  await waitUntil('the first picture is fetched', () => calls.bytes.length > 1);
  await page.getByRole('link', { name: 'Home', exact: true }).tap();
  await waitUntil('the bytes are reported', () => calls.logs.length > 0);
  expect(calls.logs).toMatchObject([
    { video: 'isibane', quality: { unwatched: true, start_ms: null, watched_seconds: 0 } },
  ]);
  const bytes = calls.logs[0]?.quality?.bytes as { wifi: number } | undefined;
  expect(bytes?.wifi).toBeGreaterThan(5000);
  expect(calls.beats).toEqual([]);
});

it('stops a press in favour of the device that plays, which the first heartbeat finds', async () => {
  const handset = newHandset(product());
  const other = await visit();
  await becomeSubscriber(other, handset);
  const phone = await onNetwork(WIFI);
  const flow = flowPage(phone);
  await flow.open();
  await flow.enterNumber(handset.typed);
  await flow.typeOtp(await handset.otp());
  await flow.pressAccept();
  await flow.completed();
  const { page, goto } = phone;
  const calls = recorded(page);
  await other.page.goto('/video/isibane?play=1');
  await waitForPlayback(other.page);
  await goto('/video/isibane');
  await waitUntil('the first picture is fetched', () => calls.bytes.length > 1);
  await watchButton(page).tap();
  await page.getByText('Now playing on a phone').waitFor();
  expect((await playbackProgress(page)).paused).toBe(true);
  expect((await playbackProgress(other.page)).paused).toBe(false);
});

it.each<[string, object, (page: Page) => Promise<unknown>]>([
  ['on mobile data', { type: 'cellular' }, async () => undefined],
  ['with Save-Data', { ...WIFI, saveData: true }, async () => undefined],
  [
    'on a page that is hidden',
    WIFI,
    (page) =>
      page.addInitScript(() =>
        Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
      ),
  ],
])('fetches nothing ahead %s', async (_, connection, prepare) => {
  const { page, goto, calls } = await subscriber(connection);
  await prepare(page);
  await page.clock.install();
  await goto('/video/isibane');
  await hydrated(page);
  await page.clock.runFor(20_000);
  expect(calls.plays).toEqual([]);
});

it('fetches ahead on mobile data where the viewer asked for it in the data settings', async () => {
  const { page, goto, calls } = await subscriber({ type: 'cellular' });
  await goto('/profile/data');
  await page.getByRole('checkbox', { name: /start sooner/i }).check();
  await goto('/video/isibane');
  await waitUntil('the first picture is fetched', () => calls.bytes.length > 1);
  expect(calls.plays).toMatchObject([{ ahead: true }]);
});
