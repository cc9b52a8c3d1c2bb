// R4 S5: installable, and with a page to show without a network.
import { runInNewContext } from 'node:vm';
import { iconsOf } from '@bonisa/artwork/brand-mark';
import { LANGUAGES, languageTag } from '@bonisa/domain/languages';
import { AppError } from '@bonisa/kit/http/app-error';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createBusyPage } from '../busy-page.ts';
import { PLAIN_WORDS } from '../plain-words.ts';
import { installableRoutes } from './installable.routes.ts';
import { offlinePage } from './offline-page.ts';
import { serviceWorkerText } from './service-worker.ts';

const BRAND = { name: 'Vula <TV>', supportNumber: '0800 111 222' };
const DEMO = new URL('../../../../../packages/demo-content/', import.meta.url);
const KAROO = new URL('brands/karoo-play', DEMO).pathname;

async function site(brand = BRAND) {
  const app = Fastify();
  await app.register(await installableRoutes(brand));
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

/** The id of the page that asks. */
const PAGE = 'page';

interface Told {
  readonly request: { readonly mode: string; readonly method: string; readonly url: string };
  readonly preloadResponse: Promise<unknown>;
  readonly resultingClientId: string;
  respondWith(answer: Promise<unknown>): void;
  waitUntil(work: Promise<unknown>): void;
}

interface Message {
  readonly data: string;
  readonly source: { readonly id: string };
  readonly ports: readonly { postMessage(size: unknown): void }[];
}

/** The service worker with a network and a cache of the test's. */
async function worker(
  network: () => Promise<Response>,
  add: (request: { url: string }) => Promise<void> = async () => undefined,
) {
  const listeners = new Map<string, (event: Told | Message) => void>();
  const kept = { match: async () => 'the offline page', open: async () => ({ add }) };
  const text = await serviceWorkerText('abc');
  runInNewContext(text, {
    addEventListener: (name: string, listener: (event: Told | Message) => void) =>
      listeners.set(name, listener),
    caches: kept,
    fetch: network,
    Request: class {
      readonly url: string;
      constructor(url: string) {
        this.url = url;
      }
    },
    URL,
  });
  const ask = async (
    path: string,
    { mode = 'navigate', method = 'GET', preloaded = undefined as unknown } = {},
  ) => {
    let answer: Promise<unknown> | undefined;
    const request = { mode, method, url: `https://bonisa.example${path}` };
    listeners.get('fetch')?.({
      request,
      preloadResponse: Promise.resolve(preloaded),
      resultingClientId: PAGE,
      respondWith: (given) => (answer = given),
      waitUntil: () => undefined,
    });
    return answer && { answer: await answer };
  };
  const sizeOf = (id: string) => {
    let size: unknown;
    const port = { postMessage: (told: unknown) => (size = told) };
    listeners.get('message')?.({ data: 'page-bytes', source: { id }, ports: [port] });
    return size;
  };
  return Object.assign(ask, { sizeOf });
}

describe('a notification', () => {
  it('closes when it is pressed, and opens the page that it names', async () => {
    const listeners = new Map<string, (event: unknown) => void>();
    const opened: string[] = [];
    let isClosed = false;
    runInNewContext(await serviceWorkerText('abc'), {
      addEventListener: (name: string, listener: (event: unknown) => void) =>
        listeners.set(name, listener),
      clients: { openWindow: (address: string) => opened.push(address) },
    });
    listeners.get('notificationclick')?.({
      notification: {
        data: { address: '/live/music/ngoma-non-stop' },
        close: () => (isClosed = true),
      },
      waitUntil: () => undefined,
    });
    expect([isClosed, opened]).toEqual([true, ['/live/music/ngoma-non-stop']]);
  });
});

describe('the manifest', () => {
  it('has what a phone needs to offer the installation: name, start page, existing icons', async () => {
    const get = await site();
    const answer = await get('/manifest.webmanifest');
    expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect((await get('/manifest.en.webmanifest')).body).toBe(answer.body);
    const manifest = answer.json();
    expect(manifest).toMatchObject({
      name: BRAND.name,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#120c1c',
    });
    const icons: { src: string; sizes: string; purpose: string }[] = manifest.icons;
    for (const { src } of icons)
      expect([...iconsOf().keys()]).toContain(src.replace('/icons/', ''));
    for (const wanted of ['192x192 any', '512x512 any', '512x512 maskable'])
      expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toContain(wanted);
  });
});

it.each(LANGUAGES)('speaks %s in the manifest, offline and when it is busy', async (language) => {
  const get = await site();
  const manifest = (await get(`/manifest.${language}.webmanifest`)).json();
  const offline = await get('/offline', { cookie: `bonisa_language=${language}` });
  const tag = languageTag(language);
  expect([manifest.lang, offline.headers['content-language']]).toEqual([tag, tag]);
  expect(offline.body).toContain(`<html lang="${tag}">`);
  expect(offline.headers['cache-control']).toContain('private');
  const { oneMoment, offline: title, browse, tryAgain } = PLAIN_WORDS[language];
  expect(manifest.shortcuts[0].name).toBe(browse);
  for (const words of [title, tryAgain]) expect(offline.body).toContain(`>${words}<`);
  const app = Fastify();
  const sendBusy = createBusyPage(BRAND);
  const refusal = new AppError('unavailable', 'Full.');
  app.get('/', (_request, reply) => sendBusy(refusal, reply, language));
  const busy = await app.inject('/');
  expect(busy.statusCode).toBe(503);
  expect(busy.body).toContain(`<h1>${oneMoment}</h1>`);
  expect(busy.body.includes('Full.')).toBe(language === 'en');
  // Renewals go on while pages are refused: neither page denies it.
  const { changesNothing, goesOn } = PLAIN_WORDS[language];
  const afterColon = (words: string) => words.slice(words.indexOf(':'));
  expect(busy.body).toContain(changesNothing);
  expect(afterColon(changesNothing)).toBe(afterColon(goesOn));
});

describe('the offline page', () => {
  it("is one file in the brand's name, whose own script its policy allows", async () => {
    const answer = await (await site())('/offline');
    expect(answer.body).toContain('You are offline');
    expect(answer.body).toContain('Vula &#60;TV&#62;');
    expect(answer.body).toContain('tel:0800111222');
    // A renewal needs no phone that is online: the page must not deny it.
    expect(answer.body).not.toMatch(/nothing is taken/i);
    expect(answer.body).toContain('it goes on, and its price is taken when it is due');
    expect(answer.body).not.toMatch(/src=|<link|<img|https?:\/\/(?!www\.w3\.org)/);
    expect(answer.headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^']+';.*style-src 'self' 'sha256-/,
    );
    expect(Buffer.byteLength(answer.body)).toBeLessThan(5000);
  });

  it('writes the name of a brand with a folder as the brand writes it', () => {
    const { brand } = readConfig({ BRAND_DIR: KAROO });
    expect(offlinePage(brand, 'en')).not.toContain('lowercase');
    expect(offlinePage(BRAND, 'en')).toContain('text-transform:lowercase');
  });

  it('makes a new service worker only when it changes', async () => {
    const text = async (brand = BRAND) => (await (await site(brand))('/sw.js')).body;
    expect(await text()).toBe(await text());
    expect(await text({ ...BRAND, supportNumber: '0800 333 444' })).not.toBe(await text());
    const get = await site();
    const first = await get('/sw.js');
    expect(first.headers['cache-control']).toContain('max-age=0');
    expect((await get('/sw.js', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(
      304,
    );
  });
});

describe('the service worker', () => {
  const offline = () => Promise.reject(new TypeError('no network'));

  it('shows the offline page for a page that cannot be fetched', async () => {
    const ask = await worker(offline);
    for (const path of ['/', '/channels', '/show/isibane?season=2', '/profile/account'])
      expect(await ask(path)).toEqual({ answer: 'the offline page' });
  });

  it("answers from the network whenever there is one, with the browser's preload if it has arrived", async () => {
    const fresh = new Response('fresh');
    const preloaded = new Response('preloaded');
    const ask = await worker(async () => fresh);
    expect((await ask('/'))?.answer).toBe(fresh);
    expect((await ask('/', { preloaded }))?.answer).toBe(preloaded);
  });

  it('tells a page what came over the network for it', async () => {
    const ask = await worker(offline);
    const preloaded = new Response('page', { headers: { 'content-length': '2345' } });
    await ask('/', { preloaded });
    expect(ask.sizeOf(PAGE)).toBe(2345);
    expect(ask.sizeOf('another')).toBeUndefined();
  });

  it('keeps the page anew when the viewer chooses another language', async () => {
    const kept: string[] = [];
    const answer = new Response(null, { status: 303 });
    const ask = await worker(
      async () => answer,
      async ({ url }) => void kept.push(url),
    );
    expect(await ask('/language', { method: 'POST' })).toEqual({ answer });
    await expect.poll(() => kept).toEqual(['/offline']);
  });

  it('ignores the flow, calls, media and all requests that are no navigation', async () => {
    const ask = await worker(offline);
    for (const path of [
      '/enter-number?return=/',
      '/subscribe/confirm',
      '/subscribe/complete',
      '/api/viewer',
      '/media/x.m3u8',
      '/docs',
      '/test',
    ])
      expect(await ask(path)).toBeUndefined();
    expect(await ask('/', { mode: 'cors' })).toBeUndefined();
    expect(await ask('/', { method: 'POST' })).toBeUndefined();
  });
});
