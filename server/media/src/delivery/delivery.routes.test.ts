import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { FileStoreError } from '@bonisa/kit/files/file-store';
import { createHttpApp } from '@bonisa/kit/http/http-app';
import { createResponseFastPath, type ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import type { FastifyInstance } from 'fastify';
import * as HLS from 'hls-parser';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Rendition } from '../asset.ts';
import { writeBox } from '../ingest/boxes.ts';
import { storedAsset } from '../stored-asset.test-kit.ts';
import { fileAddress, playlistAddress } from './delivery.addresses.ts';
import { deliveryRoutes } from './delivery.routes.ts';
import { createDeliveryService } from './delivery.service.ts';
import { createMediaSigning } from './media.signing.ts';
import { createSegmentCache } from './segment-cache.ts';

const ID = '01990a00-0000-7000-8000-000000000001';
const OTHER = '01990a00-0000-7000-8000-000000000002';
const COMPOSED = '01990a00-0000-7000-8000-000000000003';
const PART = '01990a00-0000-7000-8000-000000000004';
const BOTH = '01990a00-0000-7000-8000-000000000005';
const AV1_FILES = '01990a00-0000-7000-8000-000000000006';
const HOUR = 3_600_000;
const START = new Date('2026-11-20T14:00:00Z');
let now = START;
let signedOut = false;
let isAway = false;

const rendition = (height: number): Rendition => ({
  height,
  pixelWidth: height * 2,
  pixelHeight: height,
  frameRate: 25,
  codecs: 'avc1.64001e,mp4a.40.2',
  bandwidth: height * 1000,
  averageBandwidth: height * 900,
  bytes: height * 100,
  segments: [
    { start: 0, duration: 2, bytes: 1000 },
    { start: 2, duration: 1, bytes: 500 },
  ],
});
const asset = storedAsset(START, {
  id: ID,
  title: 'A clip',
  durationMs: 3000,
  renditions: [240, 360, 480, 720].map(rendition),
  captions: [{ language: 'en-ZA', label: 'English' }],
});
/** The same clip with AV1 renditions. */
const both: typeof asset = {
  ...asset,
  id: BOTH,
  av1: {
    filesId: AV1_FILES,
    renditions: [240, 360, 480, 720].map((height) => ({
      ...rendition(height),
      codecs: 'av01.0.01M.08,mp4a.40.2',
      bandwidth: height * 600,
    })),
  },
};
const HIDDEN = { language: 'en-ZA', label: 'English', filesId: null, isDefault: false };
const SECOND_PART = writeBox('mdat', Buffer.from('second part'));
const FILES: Record<string, Buffer> = {
  [`${AV1_FILES}/480p/0.m4s`]: Buffer.from('in AV1'),
  [`${ID}/360p/init.mp4`]: Buffer.from('init'),
  [`${ID}/360p/0.m4s`]: Buffer.from('0123456789'),
  [`${PART}/360p/init.mp4`]: writeBox('moov'),
  [`${PART}/360p/0.m4s`]: SECOND_PART,
  [`${ID}/captions/en-za.vtt`]: Buffer.from('WEBVTT\n\n'),
  [`${ID}/storyboard/tiles.webp`]: Buffer.from('tiles'),
};

const signing = createMediaSigning(randomBytes(32));
let app: FastifyInstance;
let fastPath: ResponseFastPath;

beforeAll(async () => {
  fastPath = createResponseFastPath();
  app = await createHttpApp({ logger: pino({ level: 'silent' }), trustProxy: [], fastPath });
  const delivery = createDeliveryService({
    signing,
    findPlayable: async (slug) => ({ captions: slug === 'hidden' ? [HIDDEN] : null }),
    mayStillPlay: async ({ session }) => session === 'of-7' && !signedOut,
    clock: { now: () => now },
    cache: createSegmentCache(1_000_000),
    findAsset: async (id) =>
      id === ID
        ? { ...asset, parts: [asset] }
        : id === BOTH
          ? { ...both, parts: [both] }
          : id === COMPOSED
            ? { ...asset, id, parts: [asset, { ...asset, id: PART }] }
            : id === OTHER
              ? { ...asset, id, state: 'processing', parts: [] }
              : undefined,
    store: {
      load: async (id, path) => {
        if (isAway) throw new FileStoreError('away', 'the file store does not answer');
        const bytes = FILES[`${id}/${path}`];
        return bytes && { bytes, size: bytes.length, etag: '"1-2"', modified: new Date(0) };
      },
    },
  });
  deliveryRoutes(delivery, fastPath)({ server: app });
});
beforeEach(() => {
  now = START;
  signedOut = false;
});
afterAll(() => app.close());

const later = (hours: number): Date => new Date(START.getTime() + hours * HOUR);
const token = (cap?: number, assetId = ID): string =>
  signing.playlistToken({ assetId, viewer: '7', session: 'of-7', until: later(4), cap });
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });
/** A request and a response that nobody reads. */
const requestOf = (url: string) => {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { url, method: 'GET' });
  return [request, new ServerResponse(request)] as const;
};
const addressesIn = (playlist: string): string[] =>
  playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const refusal = async (url: string) => {
  const answer = await get(url);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({
    code: expect.any(String),
    description: expect.any(String),
  });
  return [answer.statusCode, answer.json<{ code: string }>().code];
};

describe('files while the store is away', () => {
  it('come from memory, and the others are refused by name and for a time', async () => {
    const address = (file: string): string =>
      fileAddress(signing.segmentKey(ID, START), ID, '360p', file);
    expect((await get(address('0.m4s'))).statusCode).toBe(200);
    isAway = true;
    expect((await get(address('0.m4s'))).statusCode).toBe(200);
    const refused = await get(address('9.m4s'));
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.json()).toMatchObject({ code: 'unavailable', retry_after: 5 });
    isAway = false;
    expect((await get(address('9.m4s'))).statusCode).toBe(404);
  });
});

describe('playlists', () => {
  it('name the captions that an editor chose, each a playlist of one file', async () => {
    const tokenOf = (title: string) =>
      signing.playlistToken({ assetId: ID, viewer: '7', session: 'of-7', until: later(4), title });
    const namesIn = async (title: string) => {
      const { body } = await get(playlistAddress(tokenOf(title), 'master'));
      return (HLS.parse(body) as HLS.types.MasterPlaylist).variants[0]?.subtitles.length;
    };
    expect(await namesIn('film')).toBe(1);
    expect(await namesIn('hidden')).toBe(0);

    const at = playlistAddress(tokenOf('film'), 'master').replace('master', 'captions-en-za');
    const captions = HLS.parse((await get(at)).body) as HLS.types.MediaPlaylist;
    expect((await get(captions.segments[0]?.uri ?? '')).body).toBe('WEBVTT\n\n');
  });

  it('link from the playlist token to every file, and sign each line separately', async () => {
    const master = await get(playlistAddress(token(), 'master'));
    expect(master.statusCode).toBe(200);
    expect(master.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-store',
    });
    expect(
      [...master.body.matchAll(/RESOLUTION=\d+x(\d+)/g)].map((match) => Number(match[1])),
    ).toEqual([360, 240, 480, 720]);
    const [first = ''] = addressesIn(master.body);
    const media = await get(first);
    expect(media.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'no-store',
    });
    const init = /MAP:URI="([^"]+)"/.exec(media.body)?.[1] ?? '';
    const segments = addressesIn(media.body);
    expect(segments).toHaveLength(2);
    expect((await get(init)).body).toBe('init');
    expect((await get(segments[0] ?? '')).body).toBe('0123456789');
  });

  it('list AV1 after H.264 under the same cap, and name the files in AV1', async () => {
    const master = await get(playlistAddress(token(480, BOTH), 'master'));
    const { variants } = HLS.parse(master.body) as HLS.types.MasterPlaylist;
    expect(
      variants.map(({ codecs, resolution }) => [codecs?.slice(0, 4), resolution?.height]),
    ).toEqual([
      ['avc1', 360],
      ['avc1', 240],
      ['avc1', 480],
      ['av01', 240],
      ['av01', 360],
      ['av01', 480],
    ]);
    const media = HLS.parse(
      (await get(variants.at(-1)?.uri ?? '')).body,
    ) as HLS.types.MediaPlaylist;
    expect(media.segments.map(({ duration }) => duration)).toEqual([2, 1]);
    expect((await get(media.segments[0]?.uri ?? '')).body).toBe('in AV1');
    const address = (height: number, id = BOTH) =>
      playlistAddress(token(480, id), { height, codec: 'av1' });
    expect(await refusal(address(720))).toEqual([404, 'not_found']);
    expect(await refusal(address(480, ID))).toEqual([404, 'not_found']);
    const alone = await get(playlistAddress(token(0, BOTH), 'master'));
    expect(alone.body).not.toContain('av01');
  });

  it('sign the files of each part of a composition by the part itself', async () => {
    const master = await get(playlistAddress(token(undefined, COMPOSED), 'master'));
    const media = await get(addressesIn(master.body)[0] ?? '');
    expect(media.body.match(/^#EXT-X-DISCONTINUITY$/gm)).toHaveLength(1);
    const inits = [...media.body.matchAll(/MAP:URI="([^"]+)"/g)].map((match) => match[1] ?? '');
    const bodies = await Promise.all(inits.map(async (init) => (await get(init)).body));
    expect(bodies).toEqual(['init', writeBox('moov').toString()]);
    const segments = addressesIn(media.body);
    expect(segments).toHaveLength(4);
    // Parts have one timeline, so the address says where this one starts.
    expect(segments[2]).toMatch(/\/0-\d+-[0-9a-f]{16}\.m4s$/);
    expect((await get(segments[2] ?? '')).rawPayload.equals(SECOND_PART)).toBe(true);
    expect((await refusal((segments[2] ?? '').replace(PART, ID)))[0]).toBe(403);
    // Nobody but a playlist says to where a segment is moved.
    expect((await refusal((segments[2] ?? '').replace(/0-\d+-/, '0-1-')))[0]).toBe(404);
  });

  it('offer no rendition above the cap, but always the lowest one', async () => {
    const heights = async (cap: number) =>
      [...(await get(playlistAddress(token(cap), 'master'))).body.matchAll(/x(\d+),/g)].map(
        (match) => Number(match[1]),
      );
    expect(await heights(480)).toEqual([360, 240, 480]);
    expect(await heights(100)).toEqual([240]);
    expect(await refusal(playlistAddress(token(360), { height: 720, codec: 'h264' }))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('refuse an invalid token and an expired token', async () => {
    expect(await refusal('/media/p/nothing/master.m3u8')).toEqual([403, 'signature_invalid']);
    expect(await refusal(playlistAddress(`${token()}x`, 'master'))).toEqual([
      403,
      'signature_invalid',
    ]);
    const address = playlistAddress(token(), { height: 360, codec: 'h264' });
    expect((await get(address)).statusCode).toBe(200);
    now = later(4);
    expect(await refusal(address)).toEqual([403, 'signature_expired']);
  });

  // Interfaces 'Watching': a playlist stops answering after sign-out; a segment stays valid for its
  // bucket.
  it('answer not_entitled once the viewer may no longer watch', async () => {
    const address = playlistAddress(token(), { height: 360, codec: 'h264' });
    const [segment = ''] = addressesIn((await get(address)).body);
    signedOut = true;
    for (const playlist of [address, playlistAddress(token(), 'master')])
      expect(await refusal(playlist)).toEqual([403, 'not_entitled']);
    expect((await get(segment)).statusCode).toBe(200);
  });

  it('answer not_found for unknown playlists, other renditions and media that are not ready', async () => {
    for (const name of [
      'index.m3u8',
      '360.m3u8',
      '1080p.m3u8',
      '..%2fmaster.m3u8',
      '99999p.m3u8',
    ]) {
      expect(await refusal(`/media/p/${token()}/${name}`)).toEqual([404, 'not_found']);
    }
    expect(await refusal(playlistAddress(token(undefined, OTHER), 'master'))).toEqual([
      404,
      'not_found',
    ]);
  });
});

describe('files', () => {
  const address = (file = '0.m4s', folder = '360p', id = ID): string =>
    fileAddress(signing.segmentKey(ID, START), id, folder, file);

  it('allow every cache to store them until their address expires', async () => {
    const answer = await get(address());
    expect(answer.statusCode).toBe(200);
    // 14:00 is in the six-hour bucket from 12:00; the address also holds in the next bucket.
    expect(answer.headers).toMatchObject({
      'cache-control': `public, max-age=${10 * 3600}, immutable`,
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': '10',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    now = new Date('2026-11-20T23:59:59Z');
    expect((await get(address())).headers['cache-control']).toBe('public, max-age=1, immutable');
    now = new Date('2026-11-21T00:00:00Z');
    expect(await refusal(address())).toEqual([403, 'signature_expired']);
  });

  it('have the content type that browsers expect', async () => {
    expect((await get(address('init.mp4'))).headers['content-type']).toBe('video/mp4');
    expect((await get(address('en-za.vtt', 'captions'))).headers['content-type']).toBe(
      'text/vtt; charset=utf-8',
    );
    const tiles = await get(address('tiles.webp', 'storyboard'));
    expect(tiles.headers['content-type']).toBe('image/webp');
  });

  it('answer byte ranges with 206 and a known entity tag with 304', async () => {
    const part = await get(address(), { range: 'bytes=2-4' });
    expect([
      part.statusCode,
      part.body,
      part.headers['content-range'],
      part.headers['content-length'],
    ]).toEqual([206, '234', 'bytes 2-4/10', '3']);
    const etag = String(part.headers.etag);
    const beyond = await get(address(), { range: 'bytes=10-' });
    expect([
      beyond.statusCode,
      beyond.headers['content-range'],
      beyond.json<{ code: string }>().code,
    ]).toEqual([416, 'bytes */10', 'range_not_satisfiable']);
    expect((await get(address(), { 'if-none-match': `"x", W/${etag}` })).statusCode).toBe(304);
    expect((await get(address(), { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(
      200,
    );
    expect((await get(address(), { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
    const head = await app.inject({ method: 'HEAD', url: address() });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '10']);
  });

  it('come from memory before any routing, with the same headers, while their address is valid', async () => {
    const routed = await get(address('init.mp4'));
    let isRouted = false;
    const before = fastPath.before(
      () => {
        isRouted = true;
      },
      () => undefined,
    );
    before(...requestOf(address('init.mp4')));
    expect(isRouted).toBe(false);
    const ready = await fetch((await app.listen({ port: 0 })) + address('init.mp4'));
    expect(await ready.text()).toBe(routed.body);
    for (const [name, value] of Object.entries(routed.headers))
      if (!['date', 'x-correlation-id', 'connection'].includes(name))
        expect(ready.headers.get(name), name).toBe(value);
    expect(ready.headers.get('x-correlation-id')).toHaveLength(36);
    for (const path of [address('init.mp4', '360p', OTHER), `${address('init.mp4')}/x`]) {
      isRouted = false;
      before(...requestOf(path));
      expect(isRouted, path).toBe(true);
    }
    now = new Date('2026-11-21T00:00:00Z');
    isRouted = false;
    before(...requestOf(address('init.mp4')));
    expect(isRouted).toBe(true);
  });

  it('refuse a segment key of another asset and an invented one', async () => {
    expect(await refusal(address('0.m4s', '360p', OTHER))).toEqual([403, 'signature_invalid']);
    expect(await refusal(fileAddress('82338-AAAA', ID, '360p', '0.m4s'))).toEqual([
      403,
      'signature_invalid',
    ]);
  });

  it('answer not_found for every path outside an asset', async () => {
    for (const [folder, file] of [
      ['360p', '9.m4s'],
      ['361p', '0.m4s'],
      ['..', '0.m4s'],
      ['%2e%2e', '0.m4s'],
      ['360p', '..%2f..%2fsecrets.json'],
      ['360p%2f..', '0.m4s'],
      ['360p', '0.m4s%00'],
    ] as const) {
      const answer = await get(address(file, folder));
      expect([400, 404], `${folder}/${file}`).toContain(answer.statusCode);
      expect(answer.json()).toHaveProperty('code');
    }
    expect(await refusal(address('0.m4s', '360p', 'not-an-id'))).toEqual([404, 'not_found']);
  });
});
