// A contribution that ffmpeg pushes, as viewers get it: in time, across a loss, and back.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, type types } from 'hls-parser';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../../../../scripts/free-ports.ts';
import { START } from '../../app.test-kit.ts';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '../../viewer/viewer.test-kit.ts';
import { readTracks } from '../ingest/boxes.ts';

/** Debian's; `.ci/run` installs it. Without it the test is counted as skipped. */
const FFMPEG = '/usr/bin/ffmpeg';
const CHANNEL = 'radio-lamp';
/** Where viewers get files; the product answers under the same paths. */
const MEDIA_URL = 'https://media.example.org';

let product: ProductWithCatalogue;
let viewer: SignedInVisitor;
let folder: string;
let port: number;
let key: string;
let stop: () => Promise<void>;
let ticking: NodeJS.Timeout;
const publishers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-contribution-'));
  port = await freePort();
  product = await createProductWithCatalogue({
    DATA_DIR: folder,
    LIVE_INGEST_PORT: `${port}`,
    MEDIA_URL,
  });
  const began = performance.now();
  ticking = setInterval(
    () => product.clock.moveTo(new Date(START.getTime() + performance.now() - began)),
    20,
  );
  viewer = await product.signedIn();
  const { contributions } = product.app.media;
  stop = await contributions.start();
  const [channel] = (await contributions.channels()).filter(({ slug }) => slug === CHANNEL);
  key = await contributions.service.rotateKey(channel?.id ?? 0, null);
});
afterAll(async () => {
  for (const publisher of publishers) publisher.kill('SIGKILL');
  await stop();
  clearInterval(ticking);
  await product.close();
  await rm(folder, { recursive: true });
});

/** The arguments that make a small test picture; `sound` or none. */
function picture(seconds: number, sound = true): string[] {
  const tone = sound ? ['-re', '-f', 'lavfi', '-i', 'sine=440:r=48000'] : [];
  return [
    ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=15', ...tone],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-c:a', 'aac'],
    ...['-t', `${seconds}`, '-f', 'flv'],
  ];
}
const address = () => `rtmp://127.0.0.1:${port}/live/${key}`;

/** Pushes the test picture in real time. */
function push(sound = true): ChildProcess {
  const child = spawn(FFMPEG, [...picture(60, sound), address()], { stdio: 'ignore' });
  publishers.push(child);
  return child;
}

/** Pushes so many seconds of the test picture, and stays connected without any more. */
function pushNoMoreThan(seconds: number): ChildProcess {
  const all = picture(seconds).filter((argument) => argument !== '-re');
  const { stdout } = spawnSync(FFMPEG, [...all, '-'], { maxBuffer: 50_000_000 });
  const child = spawn(
    FFMPEG,
    ['-v', 'error', '-fflags', 'nobuffer', '-i', '-', '-c', 'copy', '-f', 'flv', address()],
    { stdio: ['pipe', 'ignore', 'ignore'] },
  );
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(stdout);
  publishers.push(child);
  return child;
}

/** The encoders of this process. */
async function encoders(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+)/.exec(await readFile(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = await readFile(`/proc/${name}/cmdline`, 'utf8');
      if (Number(parent) === process.pid && command.includes('live-encoder.process'))
        found.push(Number(name));
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

const get = (url: string) =>
  product.site.inject({ method: 'GET', url: url.replace(MEDIA_URL, '') });
async function play(cap?: number) {
  const answer = await viewer.send('POST', '/api/play/live', {
    channel: CHANNEL,
    take_over: true,
    ...(cap === undefined ? {} : { max_height: cap }),
  });
  return answer as unknown as {
    status: number;
    body: { playlist: string; address: string; source: string; spans: { runs: number[][] }[] };
  };
}
/** The playlist of the first rendition within a cap. */
async function mediaPlaylist(cap?: number): Promise<types.MediaPlaylist> {
  const { body } = await play(cap);
  const master = parse((await get(body.playlist)).body) as types.MasterPlaylist;
  const answer = await get(master.variants[0]?.uri ?? '');
  expect(answer.statusCode).toBe(200);
  return parse(answer.body) as types.MediaPlaylist;
}
const partsOf = (playlist: types.MediaPlaylist) => [
  ...new Set(playlist.segments.map(({ uri }) => uri.split('/').at(-3))),
];
/** Alone it takes some seconds; the encoder may share its processor with all other tests. */
const within = { timeout: 90_000, interval: 200 };

const newest = async () => (await product.app.media.contributions.service.newest())[0];
const hourCosts = async () =>
  (await product.app.media.contributions.channels()).find(({ slug }) => slug === CHANNEL)
    ?.hourCosts;

it.skipIf(!existsSync(FFMPEG))(
  'a contribution is on air before its publisher has sent eight seconds, at what it says it costs',
  async () => {
    const before = await hourCosts();
    // Of the twelve seconds that the whole may take, four are left to a busy processor.
    const publisher = pushNoMoreThan(8);
    const [segment] = (await vi.waitFor(() => mediaPlaylist(240), within)).segments;
    expect(publisher.exitCode).toBeNull();
    expect(segment?.uri.startsWith(`${MEDIA_URL}/media/s/`)).toBe(true);
    const costs = await vi.waitFor(async () => {
      const found = await hourCosts();
      expect(found).not.toEqual(before);
      return found;
    }, within);
    // The headers of two answers, init segment and segment, count as well.
    const ofCap = segment?.uri.replace('/144p/', '/240p/') ?? '';
    const { length } = (await get(ofCap)).rawPayload;
    const measured = ((length + 500) / (segment?.duration ?? 0)) * 0.0036;
    expect(Math.abs((costs?.[1] ?? 0) / measured - 1)).toBeLessThan(0.05);

    const { liveChannelId = 0 } = (await newest()) ?? {};
    await product.app.media.contributions.service.end(liveChannelId);
    expect(await hourCosts()).toEqual(before);
  },
);

it.skipIf(!existsSync(FFMPEG))(
  'a pushed contribution is played in all renditions of its size, and goes on after a loss',
  async () => {
    const first = push();
    const isOn = { picture: 'on_air', state: 'live' };
    await vi.waitFor(async () => expect(await newest()).toMatchObject(isOn), within);
    const playlist = await mediaPlaylist();
    expect(playlist.targetDuration).toBe(2);
    const master = (await get((await play()).body.playlist)).body;
    expect(master.match(/\d+p\.m3u8/g)?.sort()).toEqual(['144p.m3u8', '240p.m3u8']);
    for (const [cap, kinds] of [
      [0, ['audio']],
      [144, ['video', 'audio']],
      [240, ['video', 'audio']],
    ] as const) {
      const [segment] = (await mediaPlaylist(cap)).segments;
      const init = await get(segment?.map?.uri ?? '');
      expect(readTracks(init.rawPayload).map(({ kind }) => kind)).toEqual(kinds);
      expect((await get(segment?.uri ?? '')).rawPayload.length).toBeGreaterThan(500);
    }
    const card = (await product.app.media.contributions.channels()).find(
      ({ slug }) => slug === CHANNEL,
    );
    expect(card?.now?.title).toBe('Live broadcast');

    // A killed encoder costs a part, and neither the publisher nor the recording.
    const recording = async () =>
      (await stat(join(folder, 'contributions', `${(await newest())?.id}.flv`))).size;
    const [recorded, whole] = [await recording(), partsOf(await mediaPlaylist()).at(-1)];
    for (const pid of await encoders()) process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await newest()).toMatchObject({ ...isOn, publishers: 1 });
      expect(partsOf(await mediaPlaylist()).at(-1)).not.toBe(whole);
    }, within);
    expect(await recording()).toBeGreaterThan(recorded);

    first.kill('SIGKILL');
    await vi.waitFor(async () => expect((await newest())?.picture).toBe('away'), within);
    const before = await mediaPlaylist();
    push(false);
    const after = await vi.waitFor(async () => {
      const found = await mediaPlaylist();
      expect(partsOf(found).at(-1)).not.toBe(partsOf(before).at(-1));
      expect(await newest()).toMatchObject({ ...isOn, publishers: 2 });
      return found;
    }, within);
    expect(after.segments.some(({ discontinuity }) => discontinuity)).toBe(true);
    const shift = (after.mediaSequenceBase ?? 0) - (before.mediaSequenceBase ?? 0);
    expect(after.segments.slice(0, before.segments.length - shift).map(({ uri }) => uri)).toEqual(
      before.segments.slice(shift).map(({ uri }) => uri),
    );
  },
);
