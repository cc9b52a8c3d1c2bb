import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { registerErrors } from '@bonisa/kit/http/errors';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestCatalogue,
  fill,
  publishEntries,
  type TestCatalogue,
} from '../catalogue.test-kit.ts';
import { iconRoutes } from './icon.routes.ts';
import { pictureRoutes } from './picture.routes.ts';
import { createPictures, type Pictures } from './picture.service.ts';
import { createPictureStore, type PictureStore } from './picture.store.ts';
import { parsePictureName, posterOf } from './picture-set.ts';

let kit: TestCatalogue;
let folder: string;
let app: FastifyInstance;
let store: PictureStore;
let pictures: Pictures;
let base: string;

beforeAll(async () => {
  kit = await createTestCatalogue();
  await fill(kit.editing);
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  store = createPictureStore({ files: createFolderStore(folder) });
  pictures = createPictures({
    reading: kit.reading,
    store,
    files: createFolderStore(folder),
    clock: kit.clock,
    catalogueVersion: kit.catalogue.currentVersion,
  });
  app = Fastify({ routerOptions: { maxParamLength: 256 } });
  registerErrors(app);
  await app.register(pictureRoutes(pictures));
  await app.register(iconRoutes());
  base = posterOf({
    seed: 'isibane',
    title: 'Isibane',
    genre: 'drama',
    emblem: null,
    ground: null,
  }).base;
});
afterAll(async () => {
  await app.close();
  await kit.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers = {}) => app.inject({ url, headers });
const change = (fields: object) =>
  publishEntries(kit.editing, [{ kind: 'video', key: 'isibane', ...fields }]);

describe('a picture over HTTP', () => {
  it.each([
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
  ])(
    'is made at its first request, as %s, and may be cached for ever',
    async (format, type, read) => {
      const answer = await get(`${base}-240.${format}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
        format: read,
        width: 240,
        height: 360,
      });
      const again = await get(`${base}-240.${format}`, {
        'if-none-match': String(answer.headers.etag),
      });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    },
  );

  it.each([
    ['an unknown width', () => `${base}-241.avif`, 404],
    ['an unknown title', () => '/pictures/poster/nothing-00000000-240.avif', 404],
    ['an unknown hash', () => '/pictures/poster/isibane-00000000-240.avif', 404],
    ['an unknown kind', () => base.replace('poster', 'poster2').concat('-240.avif'), 404],
    [
      'a kind of another owner',
      () => base.replace('poster', 'channel-landscape').concat('-320.avif'),
      404,
    ],
    ['a format that the kind has not', () => `${base}-240.jpg`, 404],
    ['a name that no picture has', () => '/pictures/poster/a.png', 400],
    ['a way out of the folder', () => '/pictures/poster/..%2f..%2fetc%2fpasswd', 400],
    ['NUL', () => '/pictures/poster/%00', 400],
    ['a very long name', () => `/pictures/poster/${'a'.repeat(200)}-00000000-240.avif`, 400],
  ])('is refused for %s', async (_, url, status) => {
    const answer = await get(url());
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      code: expect.any(String),
      description: expect.any(String),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is gone as soon as its title is withdrawn', async () => {
    expect((await get(`${base}-360.avif`)).statusCode).toBe(200);
    await change({ published: false });
    expect((await get(`${base}-360.avif`)).statusCode).toBe(404);
    await change({ published: true });
  });

  it('of an older version of its title is still served to cached pages', async () => {
    await get(`${base}-240.avif`);
    await change({ title: 'Isibani' });
    expect((await get(`${base}-240.avif`)).statusCode).toBe(200);
    expect((await get(`${base}-480.avif`)).statusCode).toBe(404);
    await change({ title: 'Isibane' });
  });

  it('is no longer made ahead when the server stops', async () => {
    const stop = new AbortController();
    const wanted = function* () {
      yield ['hero-tall', 'isibane'] as const;
      stop.abort();
      yield ['hero-wide', 'isibane'] as const;
    };
    expect(await pictures.makeAhead({ signal: stop.signal, wanted: wanted(), rests: 0 })).toBe(3);
    const art = {
      seed: 'isibane',
      title: 'Isibane',
      genre: 'drama',
      emblem: null,
      ground: null,
    } as const;
    const { heroOf } = await import('./picture-set.ts');
    expect(
      await store.read('hero-tall', `${heroOf('title', art).tall.base.split('/').at(-1)}-480.avif`),
    ).toBeDefined();
  });
});

describe('while the database ends statements', () => {
  it.each(['57014', '53200'])('(%s) a stored picture is served, and no other', async (code) => {
    const [file = ''] = `${base}-240.avif`.split('/').slice(-1);
    const name = parsePictureName(file);
    if (!name) throw new Error(`no name: ${file}`);
    await get(`${base}-240.avif`);
    const ended = new Error('query', { cause: Object.assign(new Error('ended'), { code }) });
    const without = createPictures({
      reading: { ...kit.reading, pictureArt: () => Promise.reject(ended) },
      store,
      files: createFolderStore(folder),
      clock: kit.clock,
      catalogueVersion: kit.catalogue.currentVersion,
    });
    expect(await without.find('poster', name)).toBeDefined();
    await expect(without.find('poster', { ...name, hash: '00000000' })).rejects.toBe(ended);
  });
});

describe('pictures made ahead', () => {
  it('are not made again at the next start', async () => {
    const signal = new AbortController().signal;
    const wanted = [
      ['poster', 'isibane'],
      ['channel-landscape', 'ekhaya'],
      ['category-landscape', 'nobody-in-nothing'],
    ] as const;
    expect(await pictures.makeAhead({ signal, wanted, rests: 0 })).toBeGreaterThan(1);
    const next = createPictures({
      reading: kit.reading,
      store: createPictureStore({ files: createFolderStore(folder) }),
      files: createFolderStore(folder),
      clock: kit.clock,
      catalogueVersion: kit.catalogue.currentVersion,
    });
    expect(await next.makeAhead({ signal, wanted, rests: 0 })).toBe(0);
  });
});

describe('an icon', () => {
  it.each(['mark.svg', 'icon-192.png', 'icon-512.png', 'maskable-512.png', 'apple-touch-icon.png'])(
    'is served as %s in the size of its name',
    async (name) => {
      const answer = await get(`/icons/${name}`);
      expect(answer.statusCode).toBe(200);
      const size = Number(/\d+/.exec(name)?.[0] ?? 0);
      if (size > 0) expect((await sharp(answer.rawPayload).metadata()).width).toBe(size);
    },
  );

  it('exists as favicon.ico, and not under an unknown name', async () => {
    expect((await get('/favicon.ico')).headers['content-type']).toBe('image/x-icon');
    expect((await get('/icons/nothing.png')).statusCode).toBe(404);
    expect((await get('/icons/__proto__')).statusCode).toBe(404);
  });
});
