import { setTimeout as wait } from 'node:timers/promises';
import { RIDE_LATENCY_MS, TRAIN_RIDE } from '@bonisa/player/train-ride.test-kit';
import type { Browser, CDPSession } from 'playwright-core';
import { launchChromium } from '../e2e/harness/chromium.ts';
import type { BrowserTarget } from './browser-target.ts';
import type { Figure } from './goals.ts';
import { loadNow } from './machine.ts';
import { askToPlay } from './playback.others.ts';
import { type LongTitle, ON_MOBILE_DATA, serveLongTitle } from './playback.ride-server.ts';
import { createSignUp } from './sign-up.flow.ts';
import { openLine, portsOf } from './slow-line.ts';
import { table } from './table.ts';

/** Issue 'Watching', section 2. */
const EXCESS = 1.05;
const AHEAD_SECONDS = 20;
/** A stretch without progress that is shorter is no stall that a viewer sees. */
const STALL_MS = 300;

/** What one player did on the ride. */
export interface Trip {
  readonly player: string;
  readonly played: number;
  readonly startMs: number;
  readonly stalls: number;
  readonly stalledSeconds: number;
  /** Bytes of segments that the browser received. */
  readonly bytes: number;
  /** What may have been received: 1.05 of what was played, and 20 s. */
  readonly allowed: number;
  readonly folders: readonly string[];
}

/** A stretch of the ride, in seconds. */
export interface Stretch {
  readonly from: number;
  readonly seconds: number;
  /** The name of a real line, whose delay and loss come beside the ride's rates. */
  readonly line: string | undefined;
}

/** Plays a stretch of the ride by each player side by side. */
export async function travel(
  { siteUrl, carrierUrl }: BrowserTarget,
  { from, seconds, line }: Stretch,
): Promise<readonly Trip[]> {
  const home = await (await fetch(siteUrl)).text();
  const slug = /href="\/video\/([a-z0-9-]+)["?]/.exec(home)?.[1];
  if (!slug) throw new Error('home leads to no video');
  const { signUp, close } = createSignUp({ siteUrl, carrierUrl, connections: 1 });
  const { cookies } = await signUp(`27${610_000_000 + Math.floor(Math.random() * 1_000_000)}`);
  await close();
  const granted = await askToPlay(siteUrl, slug, cookies);
  const title = await serveLongTitle(siteUrl, granted, seconds + 60);
  const real = line === undefined ? undefined : await openLine(line, portsOf(siteUrl, title.url));
  const browser = await launchChromium(real?.browser);
  const stretch = { from, seconds, latency: real ? 0 : RIDE_LATENCY_MS };
  const url = real ? new URL(real.emptyUrl).origin : title.url;
  try {
    // Side by side, so that other work on the machine slows both alike; each has rates of its own.
    return await Promise.all(
      Object.keys(title.pages).map((player) => ride(browser, { ...title, url }, player, stretch)),
    );
  } finally {
    await browser.close();
    await real?.close();
    await title.stop();
  }
}

async function ride(
  browser: Browser,
  title: Omit<LongTitle, 'stop'>,
  player: string,
  { from, seconds, latency }: Omit<Stretch, 'line'> & { readonly latency: number },
): Promise<Trip> {
  // A coarse pointer counts as a phone on mobile data.
  const isPhone = player === ON_MOBILE_DATA;
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const received = new Map<string, { path: string; bytes: number }>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith('.m4s')) received.set(requestId, { path, bytes: 0 });
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    const one = received.get(requestId);
    if (one) one.bytes += dataLength;
  });
  await session.send('Network.enable');
  const life = new AbortController();
  try {
    await page.goto(title.url + title.pages[player], { waitUntil: 'commit' });
    const line = shake(session, { from, latency, signal: life.signal });
    await page.locator('video').waitFor({ state: 'attached' });
    await page.evaluate(watchStalls, STALL_MS);
    await wait(seconds * 1000);
    const seen = await page.evaluate(() => window.benchStalls);
    life.abort();
    await line;
    const all = [...received.values()];
    return {
      player,
      ...seen,
      bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
      allowed: allowedOf(title, all, seen.played),
      folders: [...new Set(all.map(({ path }) => path.split('/').at(-2) ?? ''))].sort(),
    };
  } finally {
    life.abort();
    await context.close();
  }
}

/** Changes the page's line as the ride does, until `signal` ends it. */
async function shake(
  session: CDPSession,
  {
    from,
    latency,
    signal,
  }: { readonly from: number; readonly latency: number; readonly signal: AbortSignal },
): Promise<void> {
  const began = performance.now() - from * 1000;
  let end = 0;
  for (const { seconds, kbit } of TRAIN_RIDE) {
    end += seconds;
    const left = began + end * 1000 - performance.now();
    if (left <= 0) continue;
    if (signal.aborted) return;
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      // In a tunnel nothing arrives, but the browser does not know that it is offline.
      downloadThroughput: Math.max(kbit * 125, 20),
      uploadThroughput: Math.max(kbit * 60, 20),
    });
    await wait(left, undefined, { signal }).catch(() => undefined);
  }
}

/** The figures that the page notes of its video. */
interface Stalls {
  played: number;
  startMs: number;
  stalls: number;
  stalledSeconds: number;
}

declare global {
  interface Window {
    benchStalls: Stalls;
  }
}

/** Runs in the page, and must not refer to anything outside itself. */
function watchStalls(stallMs: number): void {
  const seen: Stalls = { played: 0, startMs: 0, stalls: 0, stalledSeconds: 0 };
  window.benchStalls = seen;
  const video = document.querySelector('video') as HTMLVideoElement;
  let movedAt = 0;
  let isStill = false;
  setInterval(() => {
    const now = performance.now();
    if (video.currentTime > seen.played) {
      if (movedAt === 0) seen.startMs = now;
      seen.played = video.currentTime;
      movedAt = now;
      isStill = false;
    } else if (movedAt > 0 && now - movedAt >= stallMs) {
      if (!isStill) seen.stalls += 1;
      seen.stalledSeconds += isStill ? 0.1 : stallMs / 1000;
      isStill = true;
    }
  }, 100);
}

function allowedOf(
  { segments }: Pick<LongTitle, 'segments'>,
  received: readonly { readonly path: string; readonly bytes: number }[],
  played: number,
): number {
  const sizes = new Map<string, number>();
  for (const { path, bytes } of received) {
    const place = path.replace(/[^/]+(\/\d+\.m4s)$/, '*$1');
    sizes.set(place, Math.max(bytes, sizes.get(place) ?? 0));
  }
  const until = (time: number) => {
    let bytes = 0;
    let start = 0;
    for (const { path, seconds } of segments) {
      bytes += Math.min(1, Math.max(0, (time - start) / seconds)) * (sizes.get(path) ?? 0);
      start += seconds;
    }
    return bytes;
  };
  return until(played + AHEAD_SECONDS) + (EXCESS - 1) * until(played);
}

/** What is asked of the trips of ours, beside the other player's. */
export function figuresOfRide([ours, metered, other]: readonly Trip[]): Figure[] {
  if (!ours || !metered || !other) throw new Error('a player did not travel');
  return [
    {
      name: 'stalls of a ride',
      value: ours.stalls,
      unit: '',
      goal: { atMost: other.stalls },
    },
    ...[ours, metered].map(({ player, bytes, allowed }) => ({
      name: `bytes of a ride, ${player}`,
      value: bytes / 1e6,
      unit: 'MB',
      goal: { atMost: 1, of: 'comparison' as const },
      beside: { name: 'what is allowed', value: allowed / 1e6 },
    })),
  ];
}

/** The trips as a table. */
export function reportRide(trips: readonly Trip[], seconds: number): string {
  const rows = trips.map((trip) => [
    trip.player,
    `${trip.played.toFixed(0)} s`,
    `${(trip.startMs / 1000).toFixed(1)} s`,
    String(trip.stalls),
    `${trip.stalledSeconds.toFixed(1)} s`,
    `${(trip.bytes / 1e6).toFixed(2)} MB`,
    `${(trip.allowed / 1e6).toFixed(2)} MB`,
    trip.folders.join(' '),
  ]);
  return [
    `${seconds / 60} minutes of the ride, load ${loadNow()}`,
    table(
      ['player', 'played', 'start', 'stalls', 'stalled', 'received', 'allowed', 'renditions'],
      rows,
    ),
  ].join('\n');
}
