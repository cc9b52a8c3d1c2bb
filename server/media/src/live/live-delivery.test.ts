// Live HLS computed from schedule and time, the same in any process, for those who may watch.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { createSite } from '@bonisa/kit/http/site-listener';
import { createVisitor, type TestProduct } from '@bonisa/server/app.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { parse, type types } from 'hls-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../media.tables.ts';

const PARTS = ['01890000-0000-7000-8000-0000000000a1', '01890000-0000-7000-8000-0000000000a2'];
const HOUR = 3600;

const rendition = (height: number, count: number) => ({
  height,
  pixelWidth: height * 2,
  pixelHeight: height,
  frameRate: 25,
  codecs: height > 0 ? 'avc1.64001e,mp4a.40.2' : 'mp4a.40.2',
  bandwidth: 1000 * height + 32_000,
  averageBandwidth: 900 * height + 30_000,
  bytes: 900 * height + 30_000,
  segments: Array.from({ length: count }, (_, at) => ({
    start: at * 2,
    duration: at === count - 1 ? 1.5 : 2,
    bytes: 100,
  })),
});
const HEIGHTS = [0, 240, 360, 720];

let product: ProductWithCatalogue;
let viewer: SignedInVisitor;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-live-'));
  product = await createProductWithCatalogue({ DATA_DIR: folder });
  const now = product.clock.now();
  const shared = { reference: null, state: 'ready', createdAt: now, readyAt: now } as const;
  const [first = '', second = ''] = PARTS;
  await product.open.db.insert(mediaAssets).values([
    {
      ...shared,
      id: first,
      title: 'a',
      durationMs: 5500,
      renditions: HEIGHTS.map((height) => rendition(height, 3)),
      captions: [],
    },
    {
      ...shared,
      id: second,
      title: 'b',
      durationMs: 7500,
      renditions: HEIGHTS.map((height) => rendition(height, 4)),
      captions: [],
    },
    {
      ...shared,
      id: ASSET,
      title: 'both',
      durationMs: 13_000,
      renditions: HEIGHTS.map((height) => ({
        ...rendition(height, 0),
        bytes: 2 * (900 * height + 30_000),
      })),
      captions: [{ language: 'en-ZA', label: 'English' }],
      partIds: PARTS,
    },
  ]);
  viewer = await product.signedIn();
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

const play = async (by = viewer, body: object = {}) => {
  const answer = await by.send('POST', '/api/play/live', {
    channel: 'radio-lamp',
    take_over: true,
    ...body,
  });
  expect(answer.status).toBe(200);
  return answer.body as Record<string, never> & {
    playlist: string;
    two_hours_playlist: string;
    address: string;
    now: number;
    source: string;
    spans: Span[];
  };
};
interface Span {
  readonly number: number;
  readonly starts_at: number;
  readonly parts: { readonly base: string; readonly first: number; readonly durations: number[] }[];
  readonly runs: [number, number, number, number, number][];
  readonly programmes: { readonly title: string }[];
  readonly captions: { readonly src: string; readonly starts_at: number }[];
}
const get = (url: string, site: TestProduct['site'] = product.site) =>
  site.inject({ method: 'GET', url });
const mediaPlaylist = async (url: string, site?: TestProduct['site']) => {
  const answer = await get(url, site);
  expect(answer.statusCode).toBe(200);
  return {
    headers: answer.headers,
    text: answer.body,
    read: parse(answer.body) as types.MediaPlaylist,
  };
};
const inMinutes = async (playlist: string): Promise<string> => {
  const master = parse((await get(playlist)).body) as types.MasterPlaylist;
  return master.variants[0]?.uri ?? '';
};

describe('the playlists of a linear channel', () => {
  it('hold whole segments that were on air, up to now, with their times of day', async () => {
    const { playlist } = await play();
    const { read, headers } = await mediaPlaylist(await inMinutes(playlist));
    expect(headers['content-type']).toBe('application/vnd.apple.mpegurl');
    expect(headers['cache-control']).toBe('public, max-age=2');
    expect(read.endlist).toBe(false);
    expect(read.targetDuration).toBe(2);
    let at = 0;
    for (const segment of read.segments) {
      if (segment.programDateTime) at = segment.programDateTime.getTime();
      at += segment.duration * 1000;
    }
    const lag = product.clock.now().getTime() - at;
    expect(lag).toBeGreaterThanOrEqual(0);
    expect(lag).toBeLessThan(2000);
    const seconds = read.segments.reduce((sum, { duration }) => sum + duration, 0);
    expect(seconds).toBeGreaterThan(55);
  });

  it('can be read by a player of another origin, their refusals as well', async () => {
    const { playlist, address } = await play();
    const media = await inMinutes(playlist);
    const wrong = media.replace(/\.[^/]{49}/, `.${'A'.repeat(49)}`);
    for (const [url, status] of [
      [playlist, 200],
      [media, 200],
      [`${address}now`, 200],
      [wrong, 403],
      [wrong.replace(/[^/]+$/, 'live.m3u8'), 403],
      [wrong.replace(/[^/]+$/, 'now'), 403],
    ] as const) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers['access-control-allow-origin']], url).toEqual([status, '*']);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(headers['timing-allow-origin']).toBe('*');
    }
  });

  it('agree from one reading to the next, whatever the time between them', async () => {
    const address = await inMinutes((await play()).playlist);
    let before: types.MediaPlaylist | undefined;
    for (const seconds of [0, 1, 1, 2, 3, 5, 7, 30, 1, 40]) {
      product.clock.by(seconds);
      const { read } = await mediaPlaylist(address);
      // hls.js goes through as many places with each segment.
      expect(read.discontinuitySequenceBase).toBeLessThan(300_000);
      if (before) {
        const shift = (read.mediaSequenceBase ?? 0) - (before.mediaSequenceBase ?? 0);
        expect(shift).toBeGreaterThanOrEqual(0);
        const shared = before.segments.slice(shift);
        expect(read.segments.slice(0, shared.length).map(({ uri }) => uri)).toEqual(
          shared.map(({ uri }) => uri),
        );
        const passed = before.segments
          .slice(1, shift + 1)
          .filter(({ discontinuity }) => discontinuity).length;
        expect(read.discontinuitySequenceBase).toBe(
          (before.discontinuitySequenceBase ?? 0) + passed,
        );
      }
      before = read;
    }
  });

  it('are the same in another process, byte for byte', async () => {
    const address = await inMinutes((await play()).playlist);
    const again = product.again();
    const site = await createSite({ ...again.site, pages: () => undefined });
    const [here, there] = [await mediaPlaylist(address), await mediaPlaylist(address, site)];
    expect(there.text).toBe(here.text);
    await site.close();
    await again.scheduler.stop();
  });

  it('reach two hours back on demand', async () => {
    const { two_hours_playlist: playlist } = await play();
    const { read } = await mediaPlaylist(await inMinutes(playlist));
    const seconds = read.segments.reduce((sum, { duration }) => sum + duration, 0);
    expect(seconds).toBeGreaterThan(2 * HOUR - 5);
    expect(seconds).toBeLessThanOrEqual(2 * HOUR);
  });

  it('name no rendition above the cap, and sound alone for a cap of 0', async () => {
    const names = async (cap: number) => {
      const { playlist } = await play(viewer, { max_height: cap });
      return (await get(playlist)).body.match(/(?<=^\/.*)\d+p\.m3u8/gm);
    };
    expect(await names(360)).toEqual(['360p.m3u8', '240p.m3u8', '0p.m3u8']);
    expect(await names(0)).toEqual(['0p.m3u8']);
    const { playlist } = await play(viewer, { max_height: 360 });
    expect((await get(playlist.replace('live', '720p'))).statusCode).toBe(404);
  });

  it('end within a minute of signing out, and for a title’s token at once', async () => {
    const other = await product.signedIn();
    const { playlist } = await play(other);
    const address = await inMinutes(playlist);
    expect((await get(address)).statusCode).toBe(200);
    await other.call('signOut');
    product.clock.by(59);
    expect((await get(address)).json()).toMatchObject({ code: 'not_entitled' });
    const title = await viewer.send('POST', '/api/play', { video: 'isibane', take_over: true });
    const token = String(title.body.playlist).split('/')[3];
    expect((await get(`/media/l/${token}/live.m3u8`)).json()).toMatchObject({
      code: 'signature_invalid',
    });
  });
});

describe('the play call of a live channel', () => {
  it('describes what is on air now as the playlist has it, with programme and captions', async () => {
    const { playlist, spans, now, address, source } = await play();
    const { read } = await mediaPlaylist(await inMinutes(playlist));
    expect(now).toBe(product.clock.now().getTime());
    const [span] = spans as [Span];
    const onAir: { readonly startsAt: number; readonly file: string }[] = [];
    let at = span.starts_at;
    for (const [part, first, count, gap] of span.runs) {
      at += gap * 1000;
      const { base = '', durations = [], first: from = 0 } = span.parts[part] ?? {};
      for (let index = first; index < first + count; index++) {
        onAir.push({ startsAt: at, file: `${base}360p/${index}.m4s` });
        at += (durations[index - from] ?? 0) * 1000;
      }
    }
    const last = read.segments.at(-1);
    const same = onAir.findLast(({ startsAt }) => startsAt + 2000 <= now || startsAt + 1500 <= now);
    expect(onAir.map(({ file }) => file)).toContain(
      last?.uri.replace(/-\d+-[0-9a-f]+(?=\.m4s)/, ''),
    );
    expect(same).toBeDefined();
    expect(span.programmes.map(({ title }) => title)).toEqual(['Day 4']);
    expect(span.captions[0]?.src).toMatch(/\/captions\/en-za\.vtt$/);
    expect((await get(`${address}${span.number}.json`)).json()).toEqual(span);
    expect((await get(`${address}${span.number - 30}.json`)).statusCode).toBe(404);
    expect((await get(`${address}now`)).json()).toEqual({ now, source });
    const known = await get(`${address}${span.number}.json?source=${source}`);
    expect(known.headers['cache-control']).toBe('public, max-age=60');
    const other = await get(`${address}${span.number}.json?source=other`);
    expect(other.headers['cache-control']).toBe('public, max-age=0');
  });

  it('refuses a visitor by its reason, and does not know another channel', async () => {
    const visitor = createVisitor(product.site);
    expect(await play(visitor as SignedInVisitor)).toEqual({
      entitled: false,
      reason: 'visitor',
    });
    const unknown = await viewer.send('POST', '/api/play/live', { channel: 'nowhere' });
    expect(unknown.status).toBe(404);
  });
});
