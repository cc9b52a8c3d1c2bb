// A contribution that ffmpeg pushes, as viewers get it: in time, across a loss, and back.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
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
  product = await createProductWithCatalogue({ DATA_DIR: folder, LIVE_INGEST_PORT: `${port}` });
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

/** Pushes a small test picture in real time; `sound` or none. */
function push(sound = true): ChildProcess {
  const tone = sound ? ['-re', '-f', 'lavfi', '-i', 'sine=440:r=48000'] : [];
  const child = spawn(
    FFMPEG,
    [
      ...['-v', 'error', '-re', '-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=15', ...tone],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '15', '-c:a', 'aac', '-t', '60'],
      ...['-f', 'flv', `rtmp://127.0.0.1:${port}/live/${key}`],
    ],
    { stdio: 'ignore' },
  );
  publishers.push(child);
  return child;
}

const get = (url: string) => product.site.inject({ method: 'GET', url });
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

it.skipIf(!existsSync(FFMPEG))(
  'a pushed contribution is played in all renditions of its size, and goes on after a loss',
  async () => {
    expect((await play()).status).toBe(404);
    const first = push();
    await vi.waitFor(async () => expect((await play()).status).toBe(200), within);
    const playlist = await vi.waitFor(() => mediaPlaylist(), within);
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

    first.kill('SIGKILL');
    const newest = async () => (await product.app.media.contributions.service.newest())[0];
    await vi.waitFor(async () => expect((await newest())?.picture).toBe('away'), within);
    const before = await mediaPlaylist();
    push(false);
    const after = await vi.waitFor(async () => {
      const found = await mediaPlaylist();
      expect(partsOf(found).length).toBe(partsOf(before).length + 1);
      return found;
    }, within);
    expect(await newest()).toMatchObject({ publishers: 2, picture: 'on_air', state: 'live' });
    expect(after.segments.some(({ discontinuity }) => discontinuity)).toBe(true);
    const shift = (after.mediaSequenceBase ?? 0) - (before.mediaSequenceBase ?? 0);
    expect(after.segments.slice(0, before.segments.length - shift).map(({ uri }) => uri)).toEqual(
      before.segments.slice(shift).map(({ uri }) => uri),
    );
  },
);
