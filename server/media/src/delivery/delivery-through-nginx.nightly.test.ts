// A file server in front sends what our process would send, byte for byte (docs/delivery.md).
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/free-ports.ts';
import { mediaAssets } from '../media.tables.ts';
import { readyAsset, testRendition } from '../ready-asset.test-kit.ts';
import { startNginx, type TestNginx } from './nginx.test-kit.ts';

const SEGMENT = randomBytes(500_000);
/** The headers that a player, a cache or a browser acts upon. */
const COMPARED = [
  'content-type',
  'content-length',
  'content-range',
  'accept-ranges',
  'cache-control',
  'etag',
  'last-modified',
  'access-control-allow-origin',
  'access-control-allow-headers',
  'cross-origin-resource-policy',
  'timing-allow-origin',
  'x-content-type-options',
];

let folder: string;
let product: ProductWithCatalogue;
let nginx: TestNginx;
let mediaUrl: string;
let own: string;
const asked: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-nginx-'));
  const files = join(folder, 'files');
  const port = await freePort();
  mediaUrl = `http://127.0.0.1:${port}`;
  product = await createProductWithCatalogue({
    DATA_DIR: join(folder, 'data'),
    FILE_STORE: `file://${files}`,
    MEDIA_URL: mediaUrl,
    TRUST_PROXY: '127.0.0.1',
  });
  await product.open.db.insert(mediaAssets).values(
    readyAsset(product.clock.now(), {
      renditions: [testRendition(SEGMENT.length)],
      captions: [{ language: 'en-ZA', label: 'English' }],
    }),
  );
  const store = createFolderStore(files);
  await store.put(`media/${ASSET}/360p/init.mp4`, Buffer.from('init'));
  await store.put(`media/${ASSET}/360p/0.m4s`, SEGMENT);
  await store.put(`media/${ASSET}/captions/en-za.vtt`, Buffer.from('WEBVTT\n\n'));
  await store.put(`media/${ASSET}/storyboard/tiles.webp`, Buffer.from('tiles'));
  product.site.addHook('onRequest', async (request) => void asked.push(request.url));
  await product.site.listen({ host: '127.0.0.1', port: 0 });
  const { port: site } = product.site.server.address() as AddressInfo;
  own = `http://127.0.0.1:${site}`;
  nginx = await startNginx({ port, sites: [site], folder: files });
});
afterAll(async () => {
  await nginx?.stop();
  await product?.close();
  await rm(folder, { recursive: true });
});

/** What a viewer gets from the play call: the address of the asset's folder, and the playlist. */
async function play() {
  const viewer = await product.signedIn();
  const { body } = await viewer.send('POST', '/api/play', { video: 'isibane' });
  return body as unknown as {
    playlist: string;
    captions: { src: string }[];
    media: { parts: { base: string }[] };
  };
}

async function answerOf(origin: string, path: string, init: RequestInit) {
  const response = await fetch(origin + path, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  const json = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: Object.fromEntries(
      COMPARED.filter((name) => !json || name !== 'content-length').map((name) => [
        name,
        response.headers.get(name),
      ]),
    ),
    body: json
      ? (JSON.parse(String(bytes)) as { code: string }).code
      : createHash('sha256').update(bytes).digest('hex'),
  };
}

it('names MEDIA_URL in the play call, in playlists and in the addresses of pictures', async () => {
  const { playlist, captions, media } = await play();
  expect(media.parts[0]?.base.startsWith(`${mediaUrl}/media/s/`)).toBe(true);
  expect(captions[0]?.src.startsWith(`${mediaUrl}/media/s/`)).toBe(true);
  // The right to watch is judged here, so a playlist is the site's own and in no cache.
  const lines = async (address: string) =>
    (await (await fetch(own + address)).text()).split('\n').filter((line) => /^[^#]/.test(line));
  expect(playlist).toMatch(/^\/media\/p\//);
  const [rendition = ''] = await lines(playlist);
  for (const address of await lines(rendition)) expect(address.startsWith(mediaUrl)).toBe(true);
  const video = await fetch(`${own}/content/v1/video?slug=isibane`);
  const text = await video.text();
  const pictures = text.match(/[^"]*\/pictures\/[^"]*/g) ?? [];
  expect(pictures.length, text.slice(0, 300)).toBeGreaterThan(0);
  for (const address of pictures) expect(address.startsWith(`${mediaUrl}/pictures/`)).toBe(true);
});

it('gets the same bytes, ranges, CORS headers and refusals from nginx as from our process', async () => {
  const { media } = await play();
  const base = new URL(media.parts[0]?.base ?? '').pathname;
  const [, , , key = '', asset = ''] = base.split('/');
  const etag = String((await fetch(`${own}${base}360p/0.m4s`)).headers.get('etag'));
  const other = asset.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const wrong = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  const requests: [string, RequestInit?][] = [
    [`${base}360p/init.mp4`],
    [`${base}360p/0.m4s`],
    [`${base}360p/0.m4s`, { method: 'HEAD' }],
    [`${base}captions/en-za.vtt`],
    [`${base}storyboard/tiles.webp`],
    ...['bytes=0-9', 'bytes=10000-', 'bytes=-5', 'bytes=499999-600000'].map(
      (range): [string, RequestInit] => [`${base}360p/0.m4s`, { headers: { range } }],
    ),
    ...['bytes=0-1,5-6'].map((range): [string, RequestInit] => [
      `${base}360p/0.m4s`,
      { headers: { range } },
    ]),
    [`${base}360p/0.m4s`, { headers: { 'if-none-match': etag } }],
    [`${base}360p/0.m4s`, { headers: { range: 'bytes=0-1', 'if-range': etag } }],
    [`${base}360p/0.m4s`, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } }],
    [`${base}360p/0.m4s`, { method: 'OPTIONS', headers: { origin: 'https://a.example' } }],
    [`${base}360p/0.m4s`, { method: 'POST' }],
    [`${base}360p/7.m4s`],
    [`${base}720p/0.m4s`],
    [`/media/s/${wrong}/${asset}/360p/0.m4s`],
    [`/media/s/${key}/${other}/360p/0.m4s`],
    [`/media/s/1-${'A'.repeat(43)}/${asset}/360p/0.m4s`],
    [`/media/s/${key}/${asset}/360p/..%2f0.m4s`],
    [`/media/${asset}/360p/0.m4s`],
    [`/${asset}/360p/0.m4s`],
    ['/media/check-here'],
  ];
  for (const [path, init = {}] of requests) {
    const ours = await answerOf(own, path, init);
    const name = `${init.method ?? 'GET'} ${path} ${JSON.stringify(init.headers ?? {})}`;
    expect(await answerOf(mediaUrl, path, init), name).toEqual(ours);
  }
  // nginx answers a range beyond the end itself, with a page of its own.
  const beyond = { headers: { range: 'bytes=500000-' } };
  for (const origin of [own, mediaUrl]) {
    const { status, headers } = await fetch(`${origin}${base}360p/0.m4s`, beyond);
    expect([status, headers.get('content-range')]).toEqual([416, 'bytes */500000']);
  }
  const whole = await fetch(`${mediaUrl}${base}360p/0.m4s`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(SEGMENT)).toBe(true);
});

it('asks our process about an address once a minute, and for no byte of the file', async () => {
  const { media } = await play();
  const base = media.parts[0]?.base;
  const files = ['360p/0.m4s', 'captions/en-za.vtt', 'storyboard/tiles.webp'];
  asked.length = 0;
  for (let i = 0; i < 20; i++)
    for (const file of files) {
      const answer = await fetch(`${base}${file}`);
      await answer.arrayBuffer();
      expect([file, answer.status]).toEqual([file, 200]);
    }
  expect(asked.filter((url) => url.startsWith('/media/s/'))).toEqual([]);
  expect(asked.length).toBeLessThanOrEqual(1);
});

it('passes everything else on, and paints a picture that nobody asked for before', async () => {
  expect((await fetch(`${mediaUrl}/healthz/live`)).status).toBe(200);
  const text = await (await fetch(`${own}/content/v1/video?slug=isibane`)).text();
  const base = /\/pictures\/landscape\/[a-z0-9-]+/.exec(text)?.[0];
  const first = await fetch(`${mediaUrl}${base}-320.webp`);
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const painted = Buffer.from(await first.arrayBuffer());
  asked.length = 0;
  const second = await fetch(`${mediaUrl}${base}-320.webp`);
  expect(Buffer.from(await second.arrayBuffer()).equals(painted)).toBe(true);
  for (const name of ['content-type', 'cache-control', 'cross-origin-resource-policy'])
    expect(second.headers.get(name), name).toBe(first.headers.get(name));
  for (const { headers } of [first, second]) expect(headers.get('timing-allow-origin')).toBe('*');
  expect(asked).toEqual([]);
});
