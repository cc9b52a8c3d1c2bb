import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStaffCommand } from '@bonisa/backoffice/staff/staff-commands';
import { ASSET } from '@bonisa/content/catalogue.test-kit';
import { ROWS } from '@bonisa/content/editing/rows.test-kit';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../media.tables.ts';
import { mediaUnderWay } from '../ready-asset.test-kit.ts';
import { animatedPng, bombPng, halves, sideOf } from './pictures.test-kit.ts';

let product: TestProduct;
let folder: string;
let studio: FastifyInstance;
let authorization: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artwork-'));
  product = await createTestProduct({ LIMITS: 'off', DATA_DIR: folder });
  await mediaUnderWay(product);
  studio = await product.studio();
  await product.app.catalogue.editing.apply(ROWS);
  const scopes: Scope[] = ['catalogue:read', 'catalogue:write'];
  const command = { command: 'key' as const, name: 'artwork', scopes, days: 1 };
  const [secret] = (await runStaffCommand(product.app.staff, command)).split('\n');
  authorization = `Bearer ${secret}`;
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies.
type Body = any;

async function send(
  method: 'GET' | 'PUT' | 'PATCH' | 'DELETE' | 'POST',
  path: string,
  payload?: Buffer | object,
  type = 'image/jpeg',
): Promise<{ status: number; body: Body; bytes: Buffer }> {
  const isBytes = Buffer.isBuffer(payload);
  const answer = await studio.inject({
    method,
    url: `/studio/api/artwork/${path}`,
    headers: { authorization, ...(isBytes ? { 'content-type': type } : {}) },
    ...(payload === undefined ? {} : { payload }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    body: isJson ? answer.json() : undefined,
    bytes: answer.rawPayload,
  };
}

const put = (path: string, bytes: Buffer, type?: string) => send('PUT', path, bytes, type);
const jpeg = (width?: number, height?: number) => halves(width, height).jpeg().toBuffer();
const avif = () => halves(128, 96).avif({ effort: 0 }).toBuffer();
const DARK_LOGO = join(import.meta.dirname, 'cases', 'dark-logo-transparent.png');
/** A line of a colour in a picture of nothing. */
const drawing = (colour: string) =>
  sharp({ create: { width: 300, height: 200, channels: 4, background: '#00000000' } })
    .composite([{ input: line(colour), left: 100, top: 90 }])
    .png()
    .toBuffer();
const line = (background: string) => ({
  create: { width: 80, height: 10, channels: 4 as const, background },
});
const pictureOf = (body: Body, use: string) =>
  body.pictures.find((one: Body) => one.use === use) as Body;
const seen = async (base: string, rest: string) =>
  await product.site.inject({ url: `${base}-${rest}` });

describe('the picture of a draft', () => {
  it('is served to staff alone, and kept by no shared cache', async () => {
    const video = { ...(ROWS.find(({ kind }) => kind === 'video') as object), published: false };
    const rows = [{ ...video, key: 'v-draft', slug: 'unseen' }];
    await product.app.catalogue.editing.apply(rows as never);
    const list = await studio.inject({
      url: '/studio/api/catalogue/lists/video?state=draft',
      headers: { authorization },
    });
    const draft = list.json().data.find(({ slug }: Body) => slug === 'unseen');
    const url = String(draft.picture);
    const seenByStaff = await studio.inject({ url, headers: { authorization } });
    expect(seenByStaff.statusCode).toBe(200);
    expect(seenByStaff.headers['cache-control']).toBe('private, max-age=3600');
    expect((await sharp(seenByStaff.rawPayload).metadata()).format).toBe('webp');
    expect((await studio.inject({ url })).statusCode).toBe(401);
    expect((await product.site.inject({ url })).statusCode).toBe(404);
    const { body } = await send('GET', 'video?key=v-draft');
    expect((await seen(pictureOf(body, 'landscape').base, '320.webp')).statusCode).toBe(404);
  });
});

describe('a frame of the film', () => {
  const key = 'v-frames';
  const frames = 'video/frame';
  const made = join('files', 'media', ASSET, 'posters');

  beforeAll(async () => {
    const video = { ...(ROWS.find(({ kind }) => kind === 'video') as object), published: false };
    const rows = [{ ...video, key, slug: key, assetId: ASSET }];
    await product.app.catalogue.editing.apply(rows as never);
    await product.open.db
      .update(mediaAssets)
      .set({ posters: [{ file: 'frame-1.jpg', seconds: 3, sharpness: 9 }] })
      .where(eq(mediaAssets.id, ASSET));
    await mkdir(join(folder, made), { recursive: true });
    await writeFile(join(folder, made, 'frame-1.jpg'), await jpeg());
  });

  it('is shown by the studio itself: its people need not trust the site’s certificate', async () => {
    const { body } = await send('GET', `video?key=${key}`);
    expect(body.frames).toEqual([
      {
        file: 'frame-1.jpg',
        seconds: 3,
        url: `/studio/api/artwork/${frames}?key=${key}&file=frame-1.jpg&made=${ASSET}`,
      },
    ]);
    const shown = await studio.inject({ url: body.frames[0].url, headers: { authorization } });
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(1200);
    expect((await send('GET', `${frames}?key=${key}&file=other.jpg`)).status).toBe(404);
    expect((await studio.inject({ url: body.frames[0].url })).statusCode).toBe(401);
  });

  it('becomes the picture of the title', async () => {
    const { body } = await send('POST', frames, { key, file: 'frame-1.jpg' });
    expect(body).toMatchObject({ drawn: false, given: [{ use: 'all' }] });
  });
});

describe('a picture that is given to a title', () => {
  it('replaces every drawn picture, cut around its focal point', async () => {
    const drawn = (await send('GET', 'video?key=v-1')).body;
    expect(drawn).toMatchObject({ drawn: true, given: [], key: 'v-1' });
    const { status, body } = await put('video?key=v-1&x=0.1&y=0.5', await jpeg());
    expect(status).toBe(200);
    expect(body).toMatchObject({ drawn: false, given: [{ use: 'all', width: 1200, height: 800 }] });
    expect(body.pictures.map(({ use, drawn }: Body) => [use, drawn])).toEqual(
      ['poster', 'landscape', 'hero-tall', 'hero-wide', 'share'].map((use) => [use, false]),
    );
    expect(body.thumbhash).not.toBe(drawn.thumbhash);
    expect(body.accent).not.toBe(drawn.accent);
    for (const { use, base, widths, formats } of body.pictures) {
      expect(base).not.toBe(pictureOf(drawn, use).base);
      const picture = await seen(base, `${widths[0]}.${formats[0]}`);
      expect([use, picture.statusCode]).toEqual([use, 200]);
      expect((await sharp(picture.rawPayload).metadata()).width).toBe(widths[0]);
    }
    const poster = await seen(pictureOf(body, 'poster').base, '240.webp');
    expect(await sideOf(poster.rawPayload)).toBe('left');
    expect(poster.headers['cache-control']).toContain('immutable');
  });

  it('is what viewers see, at an address that changes with the focal point', async () => {
    const before = (await send('GET', 'video?key=v-1')).body;
    const moved = await send('PATCH', 'video', { key: 'v-1', x: 0.9, y: 0.5 });
    const { base } = pictureOf(moved.body, 'poster');
    expect(base).not.toBe(pictureOf(before, 'poster').base);
    expect(await sideOf((await seen(base, '240.webp')).rawPayload)).toBe('right');
    const page = await product.app.catalogue.reading.pictureArt('title', 'umuzi', new Date());
    expect(page?.artwork?.all).toMatchObject({ x: 0.9 });
  });

  it('keeps the accent that an editor chose, through each upload', async () => {
    const video = ROWS.find(({ kind }) => kind === 'video') as object;
    const row = { ...video, key: 'v-accent', slug: 'accent', published: false };
    const { apply } = product.app.catalogue.editing;
    await apply([{ ...row, accent: '#b03060' }] as never);
    const accents: string[] = [(await send('GET', 'video?key=v-accent')).body.accent];
    for (const [use, width] of [
      ['poster', 500],
      ['all', 510],
      ['landscape', 520],
    ] as const)
      accents.push((await put(`video?key=v-accent&use=${use}`, await jpeg(width))).body.accent);
    accents.push((await send('DELETE', 'video?key=v-accent&use=landscape')).body.accent);
    accents.push((await send('DELETE', 'video?key=v-accent')).body.accent);
    expect(accents).toEqual(Array(6).fill('#b03060'));
  });

  it('keeps its placeholder and its accent when the title gets another name', async () => {
    const before = (await send('GET', 'video?key=v-1')).body;
    await product.app.catalogue.editing.apply([
      { kind: 'video', key: 'v-1', title: 'Umuzi wethu' },
    ]);
    const after = (await send('GET', 'video?key=v-1')).body;
    expect([after.thumbhash, after.accent]).toEqual([before.thumbhash, before.accent]);
    expect(after.pictures).toEqual(before.pictures);
  });

  it('changes nothing when it is given again, also twice at once', async () => {
    const bytes = await jpeg();
    const twice = await Promise.all([1, 2].map(() => put('show?key=lamp', bytes)));
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const version = product.app.catalogue.service.currentVersion();
    expect((await put('show?key=lamp', bytes)).body).toEqual(twice[0]?.body);
    expect(product.app.catalogue.service.currentVersion()).toBe(version);
  });

  it('may be one of its own for a single use, and is drawn again when it is taken away', async () => {
    const own = await put('video?key=v-1&use=poster', await halves().rotate(90).png().toBuffer());
    expect(pictureOf(own.body, 'poster').from).toBe('poster');
    expect(pictureOf(own.body, 'landscape').from).toBe('all');
    const less = await send('DELETE', 'video?key=v-1&use=all');
    expect(pictureOf(less.body, 'landscape').drawn).toBe(true);
    expect(less.body).toMatchObject({ drawn: false });
    const none = await send('DELETE', 'video?key=v-1');
    expect(none.body).toMatchObject({ drawn: true, given: [] });
    expect((await send('PATCH', 'video', { key: 'v-1', x: 0, y: 0 })).status).toBe(404);
  });
});

describe('pictures of other entries', () => {
  it.each([
    ['channel?key=c-1', ['landscape', 'hero-tall', 'hero-wide', 'share']],
    [`category?key=${encodeURIComponent('c-1/family')}`, ['landscape', 'hero-tall']],
    ['episode?key=e-1', ['landscape', 'share']],
    ['slide?key=v-1', ['hero-tall', 'hero-wide']],
    ['liveChannel?key=first-live', ['landscape', 'hero-tall', 'hero-wide']],
  ])('are given to %s in the kinds that its screens need', async (path, uses) => {
    const channels = [
      { kind: 'slide', title: 'v-1', eyebrow: 'New', published: true },
      { kind: 'liveCategory', slug: 'news', title: 'News', published: true },
      {
        ...{ kind: 'liveChannel', slug: 'first-live', title: 'Live', tagline: 'Live.' },
        ...{ description: 'Live.', category: 'news', genre: 'drama', languages: ['zu'] },
        ...{ slots: [], published: true },
      },
    ];
    const written = await product.app.catalogue.editing.apply(channels);
    expect(written.problems).toEqual([]);
    const { status, body } = await put(path, await jpeg(2400, 1600));
    expect([status, body.drawn]).toEqual([200, false]);
    for (const use of uses) {
      const { base, widths, formats } = pictureOf(body, use);
      const found = await seen(base, `${widths[0]}.${formats.at(-1)}`);
      expect([use, found.statusCode]).toEqual([use, 200]);
    }
  });

  it('are shown to editors before viewers may see the entry', async () => {
    await product.app.catalogue.editing.apply([{ kind: 'show', key: 'lamp', published: false }]);
    const { body } = await put('show?key=lamp', await jpeg());
    expect((await seen(pictureOf(body, 'poster').base, '360.webp')).statusCode).toBe(404);
    const shown = await send('GET', 'show/picture?key=lamp&use=poster');
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 360 });
    const original = await send('GET', 'show/original?key=lamp');
    expect(await sharp(original.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200 });
    expect((await send('GET', 'channel/picture?key=c-1&use=poster')).status).toBe(404);
  });
});

describe('what a file says about itself', () => {
  it('is not believed: its content decides, and neither type nor key leads anywhere', async () => {
    const png = await halves().png().toBuffer();
    expect((await put('show?key=lamp', png, 'text/html')).status).toBe(200);
    expect((await put('show?key=lamp', png, 'application/json')).status).toBe(200);
    expect((await put('show?key=..%2F..%2Fetc', png)).status).toBe(404);
    expect((await put('person?key=lindiwe', png)).status).toBe(400);
    expect((await put('show?key=v-1', png)).status).toBe(404);
    expect((await put('show?key=lamp&x=2', png)).status).toBe(400);
    expect((await put('show?key=lamp&use=banner', png)).status).toBe(400);
  });

  it('is taken as WebP, AVIF, CMYK and turned, and its place of taking goes', async () => {
    const gps = { IFD0: { Copyright: 'Thandi' }, IFD3: { GPSLatitude: '26/1 12/1 0/1' } };
    const turned = await halves(1200, 800).withExif(gps).withMetadata({ orientation: 6 }).jpeg();
    const { body } = await put('show?key=lamp', await turned.toBuffer());
    expect(body.given[0]).toMatchObject({ width: 800, height: 1200 });
    const original = (await send('GET', 'show/original?key=lamp')).bytes;
    const { exif, orientation, xmp } = await sharp(original).metadata();
    expect([exif, orientation, xmp]).toEqual([undefined, undefined, undefined]);
    const inks = await halves(300, 200).toColourspace('cmyk').jpeg().toBuffer();
    const others = [inks, await halves(300, 200).webp().toBuffer(), await avif()];
    for (const bytes of others) expect((await put('show?key=lamp', bytes)).status).toBe(200);
    const space = (await sharp((await send('GET', 'show/original?key=lamp')).bytes).metadata())
      .space;
    expect(space).toBe('srgb');
  });

  it.each([
    // A dark drawing on nothing would vanish on the ground of the pages.
    ['a dark drawing', () => readFile(DARK_LOGO), 200],
    ['a light drawing', () => drawing('#fff3e0'), 30],
    ['nothing at all', () => drawing('#00000000'), 30],
  ])('gets a ground under its transparent parts that shows it: %s', async (_name, make, light) => {
    expect((await put('show?key=lamp', Buffer.from(await make()))).status).toBe(200);
    const original = (await send('GET', 'show/original?key=lamp')).bytes;
    const [corner = 0] = await sharp(original)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(corner > 100).toBe(light > 100);
  });

  it.each([
    [
      'an SVG with a script',
      () => '<svg onload="alert(1)"><script/></svg>',
      'unsupported_media_type',
    ],
    ['a page of HTML', () => '<!doctype html><script>1</script>', 'unsupported_media_type'],
    ['a GIF', () => 'GIF89a.......', 'unsupported_media_type'],
    ['text', () => 'hello', 'unsupported_media_type'],
    ['nothing', () => '', 'invalid_request'],
    ['a cut JPEG', async () => (await jpeg()).subarray(0, 4000), 'picture_unreadable'],
    [
      'a JPEG of noise',
      () => Buffer.from(`ffd8ff${'5a'.repeat(900)}`, 'hex'),
      'picture_unreadable',
    ],
    ['a cut AVIF', async () => (await avif()).subarray(0, 400), 'picture_unreadable'],
    ['a bomb of 900 million pixels', () => bombPng(30_000, 30_000), 'picture_size_refused'],
    ['a picture of 8 by 8', async () => await jpeg(8, 8), 'picture_size_refused'],
    [
      'an animated PNG',
      async () => animatedPng(await halves(64, 64).png().toBuffer()),
      'picture_animated',
    ],
    ['an animated WebP', animatedWebp, 'picture_animated'],
    ['more than 24 MB', () => Buffer.alloc(24 * 1024 * 1024 + 1, 0xff), 'payload_too_large'],
  ])('is refused by name: %s', async (_name, make, code) => {
    const before = (await send('GET', 'channel?key=c-1')).body;
    const refused = await put('channel?key=c-1', Buffer.from((await make()) as Buffer));
    expect([refused.body.code, refused.status < 500]).toEqual([code, true]);
    expect(JSON.stringify(refused.body)).not.toContain('scratch');
    expect((await send('GET', 'channel?key=c-1')).body).toEqual(before);
  });

  it('leaves nothing behind on the disk of the server', async () => {
    const scratch = join(folder, 'scratch', 'artwork');
    expect(await readdir(scratch)).toEqual([]);
  });
});

async function animatedWebp(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 9), Buffer.alloc(64 * 64 * 3, 200)]);
  const raw = { width: 64, height: 128, channels: 3 as const, pageHeight: 64 };
  return await sharp(frames, { raw }).webp({ loop: 0 }).toBuffer();
}

it('a picture that no entry shows is removed after a year, and not before', async () => {
  const { body } = await put('episode?key=e-1&use=share', await halves(300, 200).png().toBuffer());
  const id = body.given.find(({ use }: Body) => use === 'share').id;
  const kept = (await send('GET', 'show?key=lamp')).body.given[0].id;
  await send('DELETE', 'episode?key=e-1&use=share');
  const { service } = product.app.artwork;
  await service.purge();
  product.clock.by(364 * 24 * 3600);
  await service.purge();
  expect(await service.stored(id)).toBeDefined();
  product.clock.by(2 * 24 * 3600);
  await service.purge();
  expect(await service.stored(id)).toBeUndefined();
  expect(await service.stored(kept)).toBeDefined();
});
