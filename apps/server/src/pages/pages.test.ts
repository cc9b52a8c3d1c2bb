import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { PageData } from '@bonisa/contract/page-data.port';
import type { SiteConfig } from '@bonisa/contract/site-config';
import { registerErrors } from '@bonisa/kit/http/errors';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPages } from './pages.ts';

/**
 * A build as `react-router build` writes it, with a renderer that returns the address it got. Like
 * ours it finds nothing for names that begin with `no-`, and renders the page of missing addresses
 * on request only. `/video/slow-…` waits until the test releases it.
 */
const SERVER_BUILD = `
const page = (id, path, query = []) => ({ id, path, parentId: 'root', module: { default: 1, loader: 1, handle: { query } } });
const pages = [page('fails', 'fails'), page('cookie', 'cookie'), page('number', 'enter-number'), page('channels', 'channels'),
  page('video', 'video/:slug'), page('missing', '*'), page('category', 'channel/:slug/:category', ['page', 'genre'])];
export const routes = Object.fromEntries([{ id: 'root', module: { loader: 1 } }, { ...page('home'), index: true }, ...pages].map((one) => [one.id, one]));
export const assets = { routes: { root: { module: '/assets/root-aaaaaaaa.js' }, video: { module: '/assets/video.route-b_-bbbbb.js' }, missing: { module: '/assets/missing-cccccccc.js' } } };
export const entry = { module: { createPageHandler: (build, context) => async (request, { missingPages, language }) => {
  const { pathname, search } = new URL(request.url);
  globalThis.asked.push(pathname + search);
  if (pathname.startsWith('/video/slow-')) await new Promise((resolve) => globalThis.held.push(resolve));
  const html = { 'content-type': 'text/html; charset=utf-8' };
  if (pathname === '/fails') { context.reportError(new Error('told')); return new Response('<p>error</p>', { status: 500, headers: html }); }
  if (pathname === '/cookie') return new Response('<p>c</p>', { headers: { ...html, 'set-cookie': 'a=b' } });
  const status = /^\\/(video|channel\\/[^/]*)\\/(no-|-)|^\\/not-found/.test(pathname) ? 404 : 200;
  if (status === 404 && !missingPages) return new Response(null, { status });
  globalThis.rendered += 1;
  const body = '<!DOCTYPE html><script>start()</script><p>' + pathname + search + ' ' + context.config.brand.name + ' in ' + language + '</p>' + 'x'.repeat(2000);
  return new Response(body, { status, headers: html });
} } };`;

const SCRIPT = 'export const answer = 42;';
const config: SiteConfig = {
  brand: { name: 'Bonisa', carrier: 'Demo', supportNumber: '080', supportEmail: '' },
  packages: [],
  publicUrl: 'http://site.example',
  demo: true,
};

/** What a browser with the cookie of a preview is shown. */
const VIEW = {
  id: '1',
  as: 'subscriber',
  packageId: null,
  at: new Date('2026-11-24T08:00:00Z'),
  ...{ isNow: false, mayPlay: true },
  path: '/',
  until: new Date(0),
} as const;

/** The addresses that the renderer above got. */
const world = globalThis as unknown as { rendered: number; asked: string[]; held: (() => void)[] };
const clock = { at: 0, now: () => new Date(clock.at) };
let folder: string;
let app: FastifyInstance;
let version = 1;
const told: unknown[] = [];
const published: string[] = [];
/** A file that only another build has. */
const OTHER = '/assets/other-12345678.css';
const outcomes: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await mkdir(join(folder, 'client/.vite'), { recursive: true });
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'client/.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'client/assets/a-1234.js'), SCRIPT);
  await writeFile(join(folder, 'client/assets/a-1234.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'server/index.js'), SERVER_BUILD);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  Object.assign(world, { rendered: 0, asked: [], held: [] });
  app = Fastify({ trustProxy: true });
  registerErrors(app);
  await app.register(
    await createPages({
      pageData: {} as PageData,
      config,
      catalogueVersion: () => version,
      clock,
      plain: config.brand,
      buildDir: folder,
      builds: {
        publish: async (_app, files) => {
          published.push(...files.keys());
          return { stop: () => undefined };
        },
        find: async (_app, path) =>
          path === OTHER ? { identity: Buffer.from('other'), br: Buffer.from('short') } : undefined,
      },
      cacheBytes: 1_000_000,
      limitByAddress: true,
      preview: {
        of: ({ headers }) => (headers['x-preview'] ? VIEW : undefined),
        dataAt: () => ({}) as PageData,
      },
      onRender: (outcome) => outcomes.push(outcome),
      csp: { 'script-src': ["'sha256-guard'"] },
      reportError: (error) => told.push(error),
    }),
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  version += 1;
  // Resets the budget of every network.
  clock.at += 3_600_000;
  Object.assign(world, { rendered: 0, asked: [], held: [] });
  outcomes.length = 0;
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers });
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('the hosting of pages', () => {
  it('gives a previewing browser a page of its own with a bar, which no cache holds', async () => {
    await get('/video/isibane');
    const shown = await get('/video/isibane', { 'x-preview': '1' });
    expect(shown.body).toContain('Preview: as subscriber, at Tuesday, 24 November 2026');
    expect(shown.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect((await get('/video/no-such', { 'x-preview': '1' })).statusCode).toBe(404);
    const viewer = await get('/video/isibane');
    expect(viewer.headers['x-page-cache']).toBe('hit');
    expect(viewer.body).not.toContain('Preview');
  });

  it('serves a complete page with its own policy, and caches it', async () => {
    const first = await get('/video/isibane?play=1');
    const second = await get('/video/isibane?utm=x');
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain('/video/isibane Bonisa');
    expect(first.headers['content-security-policy']).toMatch(
      /script-src 'self' 'sha256-[^']+' 'sha256-guard';/,
    );
    expect(second.headers['content-security-policy']).toBe(
      first.headers['content-security-policy'],
    );
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(world.rendered).toBe(1);
  });

  it('sends a page compressed, and 304 to a client that has it', async () => {
    const answer = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<p>/ Bonisa in en</p>');
    const again = await get('/', { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
    const data = await get('/video/isibane.data', { 'if-none-match': '*' });
    expect([data.statusCode, data.headers['x-page-version']]).toEqual([304, 'aaaaaaaa.b_-bbbbb']);
    expect((await get('/other.data')).headers['x-page-version']).toBe('aaaaaaaa.cccccccc');
    expect(again.body).toBe('');
  });

  it('lets no browser or CDN cache the flow, and renders it once', async () => {
    for (const url of ['/enter-number?return=/x', '/enter-number', '/enter-number?a=1']) {
      expect((await get(url)).headers['cache-control']).toBe('no-store');
    }
    expect(world.rendered).toBe(1);
  });

  it('does not cache errors or cookies, and logs them', async () => {
    const failed = await get('/fails');
    expect(failed.statusCode).toBe(500);
    expect(failed.headers['cache-control']).toBe('no-store');
    expect(told).toHaveLength(1);
    expect((await get('/cookie')).headers['cache-control']).toBe('no-store');
  });

  it("serves the build's files as immutable, compressed at build time, and no other files", async () => {
    const file = await get('/assets/a-1234.js', { 'accept-encoding': 'br' });
    expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(file.rawPayload).toString()).toBe(SCRIPT);
    expect((await get('/assets/a-1234.js')).body).toBe(SCRIPT);
    expect(
      (await get('/assets/a-1234.js', { 'if-none-match': String(file.headers.etag) })).statusCode,
    ).toBe(304);
    expect(published).toEqual(['/assets/a-1234.js']);
    expect((await get('/assets/nothing.js')).statusCode).toBeGreaterThanOrEqual(400);
    for (const path of [
      '/.vite/manifest.json',
      '/assets/a-1234.js.br',
      '/assets/../../server/index.js',
      '/package.json',
    ]) {
      const answer = await get(path);
      expect(answer.body).not.toContain('createPageHandler');
      expect(['{}', '{"type":"module"}', SCRIPT]).not.toContain(answer.body);
    }
  });

  it('serves a file that only the build of another process has, as its own', async () => {
    const { headers, body } = await get(OTHER, { 'accept-encoding': 'br' });
    expect(body).toBe('short');
    expect(headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get(OTHER, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('redirects a form that was sent without scripts to its page, without its fields in the address', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/enter-number?return=/x',
      payload: 'msisdn=0821234567',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/enter-number');
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/',
          payload: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode,
    ).toBeGreaterThanOrEqual(400);
  });

  it('answers HEAD without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });
});

describe('the renders that one client can cause', () => {
  it('are one for all spellings of an address and for parameters that its route does not read', async () => {
    const queries = Array.from(
      { length: 100 },
      (_, at) => `?x${at}=${at}&page=${at}&season=${at}&genre=g${at}&_routes=r${at}&play=1`,
    );
    for (const query of queries) expect((await get(`/${query}`)).statusCode).toBe(200);
    for (const query of queries) await get(`/video/isibane${query}`);
    for (const query of [
      '?page=2&genre=a',
      '?genre=a&page=2',
      '?x=1&page=2&page=3&genre=a&genre=b',
    ])
      await get(`/channel/a/b${query}`);
    expect(world.asked).toEqual(['/', '/video/isibane', '/channel/a/b?page=2&genre=a']);
    expect(outcomes).toEqual(['made', 'made', 'made']);
  });

  it('are none for other spellings of a path, which are redirected permanently on this site', async () => {
    for (const path of [
      '/Video/Isibane',
      '/video/isibane/',
      '//video//isibane',
      '/%76ideo/isiban%65',
    ]) {
      const answer = await get(`${path}?play=1`);
      expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
        308,
        '/video/isibane?play=1',
        '',
      ]);
      expect(answer.headers['cache-control']).toBe('public, max-age=86400');
    }
    expect((await get('//evil.example/video')).headers.location).toBeUndefined();
    expect((await get('//evil.example')).statusCode).toBe(404);
    expect(world.asked).toEqual(['/not-found']);
  });

  it('include data requests for existing routes only', async () => {
    for (let at = 0; at < 50; at += 1) await get(`/video/isibane.data?_routes=invented${at},video`);
    for (let at = 0; at < 50; at += 1) await get(`/video/isibane.data?_routes=invented${at}&index`);
    expect(world.asked).toEqual(['/video/isibane.data?_routes=video', '/video/isibane.data']);
  });

  it('are one for all missing addresses of a route', async () => {
    const missing = await Promise.all(
      Array.from({ length: 20 }, (_, at) => get(`/video/no-${at}`)),
    );
    for (let at = 0; at < 200; at += 1) expect((await get(`/nowhere/${at}`)).statusCode).toBe(404);
    for (let at = 0; at < 200; at += 1)
      expect((await get(`/video/no_slug${at}`)).statusCode).toBe(404);
    expect(new Set(missing.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(missing[0]?.body).toContain('/video/- Bonisa');
    expect(missing[0]?.headers['cache-control']).toBe('no-store');
    expect(world.rendered).toBe(2);
  });

  it('are limited by network: cached pages are served to everybody, and others are not delayed', async () => {
    const attack = async (address: string, count: number) => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, at) => get(`/video/v${at}`, from(address))),
      );
      return answers.filter(({ statusCode }) => statusCode === 200).length;
    };
    expect(await attack('203.0.113.7', 10)).toBe(10);
    for (let at = 0; at < 50; at += 1) await get(`/video/no-${at}`, from('203.0.113.7'));
    const refused = await get('/video/new', from('203.0.113.7'));
    expect([
      refused.statusCode,
      refused.headers['retry-after'],
      refused.headers['cache-control'],
    ]).toEqual([429, '1', 'no-store']);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.headers['content-security-policy']).toContain("default-src 'none'");
    expect(refused.body).toContain('Please try again');
    const data = await get('/video/new.data', from('203.0.113.7'));
    expect([data.statusCode, data.headers['retry-after'], data.json().code]).toEqual([
      429,
      '1',
      'too_many_requests',
    ]);
    expect(await attack('203.0.113.7', 10)).toBe(10);
    expect((await get('/video/new', from('203.0.113.8'))).statusCode).toBe(200);
    clock.at += 1000;
    expect((await get('/video/newer', from('203.0.113.7'))).statusCode).toBe(200);
    expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(2);
  });

  it('count for a /64 of IPv6 as one network', async () => {
    for (let at = 0; at < 60; at += 1) await get(`/video/no-${at}`, from(`2001:db8::${at}`));
    expect((await get('/video/new', from('2001:db8::ffff'))).statusCode).toBe(429);
    expect((await get('/video/new', from('2001:db8:0:1::1'))).statusCode).toBe(200);
  });

  it('wait in a bounded queue with room for others, and a client beyond it learns when to retry', async () => {
    const slow = (at: number, address: string) => get(`/video/slow-${at}`, from(address));
    const letGo = async (count: number) => {
      for (let done = 0; done < count; done += 1) {
        while (world.held.length === 0) await turnOfLoop();
        world.held.shift()?.();
      }
    };
    // Two are rendered, 32 of one network wait, and the next is refused.
    const waiting = Array.from({ length: 34 }, (_, at) => slow(at, '203.0.113.7'));
    while (world.held.length < 2) await turnOfLoop();
    const refused = await slow(34, '203.0.113.7');
    expect([
      refused.statusCode,
      refused.headers['retry-after'],
      refused.headers['content-type'],
    ]).toEqual([503, '2', 'text/html; charset=utf-8']);
    // Of three requests for one page one is rendered, and another network finds room.
    const others = [slow(100, '203.0.113.8'), slow(100, '203.0.113.9'), slow(100, '203.0.113.7')];
    await letGo(35);
    for (const answer of await Promise.all([...waiting, ...others]))
      expect(answer.statusCode).toBe(200);
    expect(world.asked.filter((address) => address === '/video/slow-100')).toHaveLength(1);
    // It did not wait for all earlier ones.
    expect(world.asked.indexOf('/video/slow-100')).toBeLessThan(10);
    expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(1);
  });
});

describe('a page in another language', () => {
  const inLanguage = (language: string, headers: Record<string, string> = {}) =>
    get('/channels', { cookie: `a=b; bonisa_language=${language}`, ...headers });

  it('is rendered once for each language, and given to no reader of another', async () => {
    for (const language of ['en', 'zu', 'en', 'st', 'zu', 'st', 'en'])
      expect((await inLanguage(language)).body).toContain(`Bonisa in ${language}`);
    expect((await get('/channels')).body).toContain('Bonisa in en');
    expect(world.rendered).toBe(3);
  });

  it('is another version: what a browser holds in one language is not confirmed in another', async () => {
    const { etag } = (await inLanguage('st')).headers;
    const same = await inLanguage('st', { 'if-none-match': String(etag) });
    const other = await inLanguage('zu', { 'if-none-match': String(etag) });
    expect([same.statusCode, other.statusCode]).toEqual([304, 200]);
    expect(same.headers.vary).toBe('accept-encoding, cookie');
  });

  it('is held by no cache but the browser, and every page says that it differs by cookie', async () => {
    const english = await get('/channels');
    const other = await inLanguage('af');
    expect(english.headers['cache-control']).toContain('s-maxage');
    expect(other.headers['cache-control']).toBe('private, max-age=0');
    for (const { headers } of [english, other])
      expect(headers.vary).toBe('accept-encoding, cookie');
  });

  it('says in its language that an address has no page', async () => {
    expect((await get('/video/no-such', { cookie: 'bonisa_language=xh' })).body).toContain('in xh');
    expect((await get('/video/no-such')).body).toContain('in en');
  });
});
