// F10, Watching: a film with its sound in two languages, from the file to the ear. The two sounds
// are tones of 440 and 880 Hz, and the page's own Web Audio says which one is heard.
// `AUDIO_SCREENSHOTS=folder` keeps the screens.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CAPS } from '@bonisa/domain/playback/data-choice';
import { megabytesOf } from '@bonisa/domain/playback/megabytes';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceOptions, gotoUsable, launchChromium } from '../harness/chromium.ts';
import { waitForPlayback } from '../harness/playback.ts';
import { axeViolations, sidewaysScroll } from '../harness/screen-faults.ts';
import {
  createBrowser,
  DRIZZLE_IMPORTS,
  demo,
  freePorts,
  freshFolder,
  type Process,
  startProcess,
  waitUntil,
  waitUntilReady,
} from './process.test-kit.ts';
import { SAMPLE_CATALOGUE } from './sample-film.test-kit.ts';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const HLS_JS = readFileSync(require.resolve('hls.js'), 'utf8');
const SHAKA = readFileSync(require.resolve('shaka-player'), 'utf8');
const SERVER = join(import.meta.dirname, '../../apps/server/src');
/** Debian's FFmpeg; `.ci/run` installs it. Without it these tests are counted as skipped. */
const FFMPEG = '/usr/bin/ffmpeg';
const VIEWER = '0821234567';
const SLOW = 120_000;
const ISIZULU = 440;
const ENGLISH = 880;
const { folder, remove } = freshFolder();

let ports: Awaited<ReturnType<typeof freePorts>>;
let product: Process;
let browser: Browser;
let phone: BrowserContext;
let page: Page;
/** The folders of the media that the page asked for, and what its play calls said. */
const fetched: string[] = [];
const asked: (string | undefined)[] = [];
const site = (): string => `http://localhost:${ports.site}`;

/** Writes a film and its fields. The English sound is silent at its end, so that it weighs less. */
function film(films: string, name: string, title: string, isBilingual: boolean, seconds: number) {
  const zulu = `sine=frequency=${ISIZULU}:sample_rate=48000:duration=${seconds}`;
  const english = `sine=frequency=${ENGLISH}:sample_rate=48000:duration=${seconds * 0.6}`;
  const sound = isBilingual
    ? [
        ...['-map', '2:a', '-map', '1:a'],
        ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=zul'],
        ...['-disposition:a:0', '0', '-disposition:a:1', 'default'],
      ]
    : ['-map', '1:a'];
  execFileSync(FFMPEG, [
    ...['-v', 'error', '-f', 'lavfi', '-i', `testsrc2=size=256x144:rate=25:duration=${seconds}`],
    ...[zulu, english].flatMap((source) => ['-f', 'lavfi', '-i', source]),
    ...['-map', '0:v', ...sound, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
    join(films, `${name}.mkv`),
  ]);
  const fields = {
    ...{ title, synopsis: `${title}, in one line.`, description: `The whole of ${title}.` },
    ...{ year: 2026, ratingAge: 'PG', ratingAdvice: [], languages: ['zu'] },
    ...{ genre: 'drama', channel: 'ekhaya', published: true },
  };
  writeFileSync(join(films, `${name}.json`), JSON.stringify(fields));
}

async function isShown(slug: string): Promise<boolean> {
  const answer = await createBrowser(site()).call('GET', `/content/v1/video?slug=${slug}`);
  return answer.status === 200;
}

async function otp(): Promise<string> {
  const carrier = createBrowser(`http://127.0.0.1:${ports.carrier}`);
  let code = '';
  await expect
    .poll(
      async () => {
        const path = `/sim/handsets/27${VIEWER.slice(1)}/messages`;
        const texts = (await carrier.call('GET', path)).body as { text: string }[];
        const text = texts.find((one) => one.text.includes('OTP'))?.text ?? '';
        code = /\b\d{4}\b/.exec(text)?.[0] ?? '';
        return code;
      },
      { timeout: SLOW },
    )
    .toMatch(/^\d{4}$/);
  return code;
}

async function open(path: string): Promise<void> {
  await gotoUsable(page, `${site()}${path}`);
}

async function subscribe(): Promise<void> {
  await open('/enter-number');
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await page.getByLabel('Mobile number').fill(VIEWER);
  await submit.click();
  await page.getByRole('radio', { name: /^Weekly/ }).check();
  await submit.click();
  await page.getByLabel('OTP', { exact: true }).fill(await otp());
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.waitForURL('**/subscribe/complete');
}

/** The viewer touches the page, without which a browser plays no sound. */
async function touch(): Promise<void> {
  await page.getByRole('heading', { level: 1 }).click();
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.muted = false;
  });
}

/** Waits until the loudest pitch that the element plays is this one, in hertz. */
async function hear(hertz: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const video = document.querySelector('video') as HTMLVideoElement & { ear?: AnalyserNode };
    if (!video.ear) {
      const context = new AudioContext();
      video.ear = context.createAnalyser();
      video.ear.fftSize = 8192;
      context.createMediaElementSource(video).connect(video.ear);
    }
    const levels = new Float32Array(video.ear.frequencyBinCount);
    video.ear.getFloatFrequencyData(levels);
    const loudest = levels.indexOf(Math.max(...levels));
    const pitch = (loudest * video.ear.context.sampleRate) / video.ear.fftSize;
    return Math.abs(pitch - wanted) < 15;
  }, hertz);
}

const timeOf = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

async function settings() {
  await page.locator('#stage').hover();
  await page.getByRole('button', { name: 'Settings' }).click();
  return page.getByRole('dialog', { name: 'Settings' });
}

/** What the play call answers this viewer. */
async function play(data: Record<string, unknown>) {
  const answer = await phone.request.post(`${site()}/api/play`, { data });
  return { status: answer.status(), body: await answer.json() };
}

async function keepScreen(name: string): Promise<void> {
  const to = process.env.AUDIO_SCREENSHOTS;
  if (!to) return;
  mkdirSync(to, { recursive: true });
  const size = page.viewportSize();
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.screenshot({ path: join(to, `${name}-${width}.png`) });
  }
  if (size) await page.setViewportSize(size);
}

type HlsJs = new (
  options: object,
) => { loadSource(from: string): void; attachMedia(video: HTMLVideoElement): void };
type ShakaPlayer = new () => {
  attach(video: HTMLVideoElement): Promise<void>;
  load(from: string): Promise<void>;
};

/** Plays a playlist in another player; false where the browser does not have it. */
function playIn(player: 'hls.js' | 'Shaka Player' | 'native', playlist: string): Promise<boolean> {
  return page.evaluate(
    async ({ which, from }) => {
      const { Hls, shaka } = globalThis as unknown as {
        Hls: HlsJs;
        shaka: { Player: ShakaPlayer };
      };
      const video = document.createElement('video');
      document.body.replaceChildren(video);
      if (which === 'hls.js') {
        const hls = new Hls({ enableWorker: false });
        hls.loadSource(from);
        hls.attachMedia(video);
      } else if (which === 'Shaka Player') {
        const own = new shaka.Player();
        await own.attach(video);
        await own.load(from);
      } else {
        if (video.canPlayType('application/vnd.apple.mpegurl') === '') return false;
        video.src = from;
      }
      await video.play();
      return true;
    },
    { which: player, from: playlist },
  );
}

describe.runIf(existsSync(FFMPEG))('a film in two languages', () => {
  beforeAll(async () => {
    const films = join(folder, 'films');
    mkdirSync(films);
    film(films, 'two-voices', 'Two voices', true, 40);
    film(films, 'two-more', 'Two more', true, 20);
    film(films, 'one-voice', 'One voice', false, 10);
    writeFileSync(join(films, 'catalogue.json'), JSON.stringify(SAMPLE_CATALOGUE));
    ports = await freePorts();
    const variables = demo(ports, join(folder, 'data'), { LIMITS: 'off' });
    // The first start makes the database that an import needs.
    product = startProcess(variables);
    await waitUntilReady(product, ports);
    product.child.kill('SIGTERM');
    await product.ended;
    const program = join(SERVER, 'commands/import.process.ts');
    await run(process.execPath, ['--import', DRIZZLE_IMPORTS, program, films], {
      env: { PATH: process.env.PATH ?? '', ...variables, INIT_CWD: folder },
      cwd: folder,
    });
    product = startProcess(variables);
    await waitUntilReady(product, ports);
    browser = await launchChromium();
    phone = await browser.newContext(deviceOptions('phone', browser.version()));
    phone.setDefaultTimeout(SLOW);
    page = await phone.newPage();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/api/play') asked.push(request.postDataJSON().audio_language);
      const media = /^\/media\/s\/[^/]+\/[^/]+\/([^/]+)\/\d+\.m4s$/.exec(pathname)?.[1];
      if (media) fetched.push(media);
    });
    for (const slug of ['two-voices', 'two-more', 'one-voice'])
      await waitUntil(`${slug} is shown`, product, () => isShown(slug), 400_000);
  });
  afterAll(async () => {
    await browser?.close();
    product?.child.kill('SIGTERM');
    await product?.ended;
    remove();
  });

  it('says its languages, and is heard in the one that the viewer chooses, at the same place', async () => {
    await subscribe();
    await open('/video/two-voices');
    await page.getByRole('definition').filter({ hasText: 'isiZulu, English' }).waitFor();
    await keepScreen('title');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Watch/ })
      .click();
    await waitForPlayback(page);
    await hear(ISIZULU);
    expect([...new Set(fetched)].filter((name) => name.includes('-'))).toEqual([]);
    expect(asked).toEqual([undefined]);

    const sheet = await settings();
    const group = sheet.getByRole('group', { name: 'Audio language' });
    const languages = group.getByRole('radio');
    expect(await languages.count()).toBe(2);
    await expect.poll(() => group.getByRole('radio', { name: 'isiZulu' }).isChecked()).toBe(true);
    expect(await axeViolations(page, 'the sheet')).toEqual([]);
    expect(await sidewaysScroll(page, 'the sheet')).toEqual([]);
    await group.scrollIntoViewIfNeeded();
    await keepScreen('sheet');
    fetched.length = 0;
    const before = await timeOf();
    await group.getByRole('radio', { name: 'isiZulu' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => group.getByRole('radio', { name: 'English' }).isChecked()).toBe(true);
    await hear(ENGLISH);
    const after = await timeOf();
    expect(after).toBeGreaterThanOrEqual(before);
    expect(after).toBeLessThan(before + 15);
    expect(asked).toEqual([undefined, 'en']);
    expect(fetched.filter((name) => name.endsWith('-en')).length).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await waitForPlayback(page);
    // What was there already in the first language is not heard after a step back either.
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 0.5;
    });
    await waitForPlayback(page);
    await hear(ENGLISH);
  });

  it('is heard in the language that was chosen last, from the first moment of the next play', async () => {
    fetched.length = 0;
    asked.length = 0;
    await open('/video/two-more?play=1');
    await waitForPlayback(page);
    await touch();
    await hear(ENGLISH);
    expect(asked).toEqual(['en']);
    expect(fetched.every((name) => name.endsWith('-en'))).toBe(true);
    const sheet = await settings();
    await expect.poll(() => sheet.getByRole('radio', { name: 'English' }).isChecked()).toBe(true);

    // A film that has one language has nothing to choose, and plays all the same.
    await open('/video/one-voice?play=1');
    await waitForPlayback(page);
    await touch();
    await hear(ISIZULU);
    const other = await settings();
    expect(await other.getByRole('group', { name: 'Audio language' }).count()).toBe(0);
    await page.getByRole('definition').filter({ hasText: 'isiZulu' }).first().waitFor();
  });

  it('costs in each language what the page says and what its files weigh', async () => {
    const visitor = createBrowser(site());
    const { body: video } = await visitor.call('GET', '/content/v1/video?slug=two-voices');
    const english = (video.audioCosts as Record<string, number[]>).en;
    expect(video.languages).toMatchObject([{ code: 'zu' }, { code: 'en', name: 'English' }]);
    for (const [audio_language, costs] of [
      ['zu', video.costs],
      ['en', english],
    ] as const)
      for (const [at, max_height] of CAPS.entries()) {
        const answer = await play({ video: 'two-voices', max_height, audio_language });
        expect(answer.body.megabytes, `${audio_language} ${max_height}`).toBe(costs?.[at]);
      }
    // Sound alone differs most.
    const { body } = await play({ video: 'two-voices', max_height: 0, audio_language: 'en' });
    const [part] = body.media.parts as { base: string; runs: [number, number][] }[];
    const count = (part?.runs ?? []).reduce((sum, [segments]) => sum + segments, 0);
    const files = ['init.mp4', ...Array.from({ length: count }, (_, at) => `${at}.m4s`)];
    let bytes = 0;
    for (const file of files) {
      const answer = await fetch(new URL(`${part?.base}audio-en/${file}`, site()));
      expect(answer.status).toBe(200);
      bytes += (await answer.arrayBuffer()).byteLength;
    }
    // With the headers of each answer, which count at least 250 bytes.
    expect(body.megabytes).toBe(megabytesOf(bytes + files.length * 250));
    expect(body.megabytes / video.costs[0]).toBeLessThan(0.9);
  });

  it('has playlists of one language each, and refuses another one by its name', async () => {
    const { body } = await play({ video: 'two-voices', audio_language: 'en-ZA' });
    expect(body).toMatchObject({
      audio_language: 'en',
      audio_languages: [{ language: 'zu', label: 'isiZulu' }, { label: 'English' }],
    });
    const at = (name: string) => body.playlist.replace(/[^/]+$/, name);
    expect(body.playlist).toBe(at('master-en.m3u8'));
    const textOf = async (path: string) => (await fetch(`${site()}${path}`)).text();
    expect(await textOf(body.playlist)).toContain('/144p-en.m3u8');
    expect(await textOf(at('144p-en.m3u8'))).toContain('/144p-en/0.m4s');
    expect(await textOf(at('master.m3u8'))).toContain('/144p.m3u8');
    const refused = await fetch(`${site()}${at('master-fr.m3u8')}`);
    expect([refused.status, await refused.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found', description: expect.stringContaining("'fr'") }),
    ]);
    const wrong = await play({ video: 'two-voices', audio_language: '../en' });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
      400,
      expect.stringContaining('audio_language'),
    ]);
  });

  it('is heard in the language of its playlist by hls.js, Shaka Player and the browser alone', async () => {
    await open('/video/two-voices');
    await page.getByRole('heading', { level: 1 }).click();
    for (const script of [HLS_JS, SHAKA]) await page.evaluate(script);
    for (const [audio_language, hertz] of [
      ['en', ENGLISH],
      ['zu', ISIZULU],
    ] as const) {
      const { playlist } = (await play({ video: 'two-voices', audio_language })).body;
      expect(await playIn('hls.js', playlist)).toBe(true);
      await hear(hertz);
      expect(await playIn('Shaka Player', playlist)).toBe(true);
      await hear(hertz);
      // Chromium plays HLS by itself since version 142.
      if (await playIn('native', playlist)) await hear(hertz);
    }
  });
});
