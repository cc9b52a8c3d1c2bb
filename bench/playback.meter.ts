import { brotliCompressSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Network } from './page.budgets.ts';
import { slowDown, withPhone } from './phone.ts';
import { pictureProbe } from './playback.probe.ts';

/** A page with a video that starts at its address, or at a tap. */
export interface PlayPage {
  readonly url: string;
  readonly cookies?: ReadonlyMap<string, string>;
  /**
   * The button that starts the video; the page is loaded and at rest before the tap. Without one
   * the address starts it.
   */
  readonly tap?: string;
  /**
   * The viewer looks at the page for some seconds before the tap, on Wi-Fi: what the page fetches
   * ahead is not measured.
   */
  readonly looks?: boolean;
}

/** One start of a video. */
export interface Start {
  /** From the tap, or from the start of the navigation, to the first presented frame. */
  readonly ms: number;
  /** Bytes of script that arrived in that time, compressed, inline scripts included. */
  readonly script: number;
  /** All bytes that arrived in that time. */
  readonly bytes: number;
}

const GIVES_UP_MS = 30_000;
/** A page without traffic for this long is at rest. */
const REST_MS = 700;
/** Longer than a title page waits before it fetches ahead. */
const LOOK_MS = 2500;

/** Starts a video once, in a fresh browser context with an empty cache. */
export async function measureStart(
  browser: Browser,
  { url, cookies, tap, looks = false }: PlayPage,
  network: Network,
): Promise<Start> {
  return await withPhone(browser, { url, cookies, probe: pictureProbe }, async (phone) => {
    const { page, session } = phone;
    const seen = await follow(session);
    if (!tap) await slowDown(session, network);
    if (looks) await page.addInitScript(onWifi);
    const shown = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'first frame',
      timeout: 2 * GIVES_UP_MS,
    });
    // A page that fails before is reported for what failed.
    shown.catch(() => undefined);
    await page.goto(url, { waitUntil: 'commit', timeout: GIVES_UP_MS });
    if (tap) {
      // What happens before the tap is not measured, so it need not be slow.
      await page.locator(tap).first().waitFor();
      await untilRest(page, seen);
      if (looks) {
        await page.waitForTimeout(LOOK_MS);
        await untilRest(page, seen);
      }
      await slowDown(session, network);
      seen.requests.clear();
      await page.locator(tap).first().click({ noWaitAfter: true, timeout: GIVES_UP_MS });
    }
    await shown;
    return await read(page, seen, tap !== undefined);
  });
}

/** Chromium says so on phones alone. Runs in the page. */
function onWifi(): void {
  const { connection } = navigator as Navigator & { connection?: EventTarget };
  if (connection) Object.defineProperty(connection, 'type', { value: 'wifi' });
}

interface Seen {
  /** By the browser's own id. */
  readonly requests: Map<string, { isScript: boolean; bytes: number }>;
  lastAt: number;
}

/** Counts what the page receives, in the bytes of the wire. */
async function follow(session: CDPSession): Promise<Seen> {
  const seen: Seen = { requests: new Map(), lastAt: performance.now() };
  const add = (id: string, bytes: number) => {
    const request = seen.requests.get(id);
    if (request) request.bytes += bytes;
    seen.lastAt = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    seen.lastAt = performance.now();
    if (/^(data|blob):/.test(request.url)) return;
    seen.requests.set(requestId, { isScript: type === 'Script', bytes: 0 });
  });
  session.on('Network.responseReceived', ({ requestId, response }) =>
    add(requestId, response.encodedDataLength),
  );
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    add(requestId, encodedDataLength),
  );
  await session.send('Network.enable');
  return seen;
}

async function untilRest(page: Page, seen: Seen): Promise<void> {
  await page.waitForLoadState('load');
  while (performance.now() - seen.lastAt < REST_MS) await page.waitForTimeout(100);
}

async function read(page: Page, seen: Seen, tapped: boolean): Promise<Start> {
  const { picture, inline } = await page.evaluate(() => ({
    picture: window.benchPicture,
    inline: [...document.scripts]
      .filter(({ src, type }) => !src && type !== 'application/ld+json')
      .map(({ text }) => text)
      .join('\n'),
  }));
  const requests = [...seen.requests.values()];
  const sum = (some: typeof requests) => some.reduce((total, { bytes }) => total + bytes, 0);
  const inlineBytes = tapped || !inline ? 0 : brotliCompressSync(inline).length;
  return {
    ms: (picture.frameAt ?? 0) - (tapped ? (picture.tappedAt ?? 0) : 0),
    script: sum(requests.filter(({ isScript }) => isScript)) + inlineBytes,
    bytes: sum(requests),
  };
}
