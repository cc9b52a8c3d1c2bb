// The whole way of a viewer in browsers of other makers: home, sign-up, a film, a seek, live. P1
import { afterEach, beforeAll, expect, inject, it } from 'vitest';
import { newHandset } from '../harness/handset.ts';
import { productReady } from '../harness/product.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { hover, press, type } from './person.ts';
import { type RemoteBrowser, startFirefox, startWebKit } from './remote-browser.ts';

const product = inject('product');
let browser: RemoteBrowser | undefined;

beforeAll(() => productReady(product));
afterEach(async () => {
  await browser?.close();
  browser = undefined;
});

interface Playing {
  readonly time: number;
  readonly frames: number;
  readonly buffered: readonly (readonly [number, number])[];
  readonly error: string | null;
}

const PLAYING = `(() => {
  const video = document.querySelector('video');
  if (!video) return null;
  const { buffered } = video;
  return {
    time: video.currentTime,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
    buffered: Array.from({ length: buffered.length }, (_, i) => [buffered.start(i), buffered.end(i)]),
    error: video.error && video.error.message,
  };
})()`;

/** Waits until the video has played on for some seconds from where it is now. */
async function plays(remote: RemoteBrowser, seconds: number): Promise<Playing> {
  let from: Playing | undefined;
  return await waitUntil(
    `the video plays ${seconds} s`,
    async () => {
      const now = await remote.evaluate<Playing | null>(PLAYING);
      if (!now || now.buffered.length === 0) return undefined;
      // WebKit counts frames anew after a seek.
      if (!from || now.frames < from.frames) from = now;
      expect(now.error).toBeNull();
      return now.time - from.time >= seconds && now.frames > from.frames ? now : undefined;
    },
    120_000,
  );
}

interface Captions {
  /** Above the bar of the controls. */
  readonly raised: boolean;
  readonly resting: boolean;
}

/** How captions and controls are; null where no caption shows, then it goes to the first one. */
const CAPTIONS = `(() => {
  const [stage, video] = ['#stage', 'video'].map((one) => document.querySelector(one));
  const track = [...video.textTracks].find(({ mode }) => mode === 'showing');
  if (!track?.cues?.length) return null;
  if (track.activeCues.length === 0) {
    video.currentTime = track.cues[0].startTime;
    return null;
  }
  const { line } = track.activeCues[0];
  const isFirefox = CSS.supports('-moz-appearance', 'none');
  return {
    raised: stage.style.getPropertyValue('--covered') > '0px' && (!isFirefox || line < 75),
    resting: stage.querySelector('.controls[data-resting]') !== null,
  };
})()`;

/** Waits until captions stand above the controls that a mouse shows, and are low without them. */
async function captionsFollowControls(remote: RemoteBrowser): Promise<void> {
  const captionsAre = (raised: boolean) =>
    waitUntil(`the captions are ${raised ? 'above the bar' : 'low'}`, async () => {
      if (raised) await hover(remote, '.controls-ground');
      const now = await remote.evaluate<Captions | null>(CAPTIONS);
      return now?.raised === raised && now.resting === !raised;
    });
  await captionsAre(true);
  await captionsAre(false);
}

it.each([
  ['Firefox ESR', startFirefox],
  ['WebKitGTK', startWebKit],
])('a viewer of %s signs up, watches a film and live television', async (_name, start) => {
  browser = await start();
  await browser.resize(360, 740);
  const handset = newHandset(product);
  await browser.open(product.site);
  const remote = browser;
  const isAt = (path: string) =>
    waitUntil(`the page ${path}`, () =>
      remote.evaluate<boolean>(`location.pathname.startsWith(${JSON.stringify(path)})`),
    );
  await press(browser, 'main a[href*="/video/"]');
  await isAt('/video/');
  await press(browser, 'main button', /^Watch/);
  await isAt('/enter-number');
  await press(browser, 'input[type=tel]');
  await type(browser, handset.typed);
  await press(browser, 'button', /^Submit/);
  await press(browser, 'input[type=radio]');
  await press(browser, 'button', /^Submit/);
  await press(browser, 'input[autocomplete=one-time-code]');
  await type(browser, await handset.otp());
  await press(browser, 'button', /^Accept/);
  await isAt('/subscribe/complete');
  await press(browser, 'main a', /^Start watching/);

  const film = await plays(browser, 1);
  // A hole at the start or between two segments would stand here.
  expect(film.buffered).toEqual([[0, expect.closeTo(film.buffered[0]?.[1] ?? 0)]]);
  expect((await plays(browser, 30)).frames).toBeGreaterThan(200);
  await captionsFollowControls(browser);

  // Ahead of what was played, also in the short film of a demo with few shots.
  const end = await browser.evaluate<number>('document.querySelector("video").duration');
  const to = end - Math.min(8, end / 4);
  await browser.evaluate(`(document.querySelector('video').currentTime = ${to}, null)`);
  expect((await plays(browser, 2)).time).toBeGreaterThan(to);

  await browser.open(`${product.site}/live`);
  await press(browser, 'main button, main a', /^Watch live/);
  await plays(browser, 5);
});
