import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { PageData } from '@bonisa/contract/page-data';
import type { SiteConfig } from '@bonisa/contract/site-config';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPages } from './pages.ts';

/** A build as `react-router build` leaves it, with a renderer that says what it was asked for. */
const SERVER_BUILD = `
export const entry = { module: { createPageHandler: (build, context) => async (request) => {
  const { pathname, search } = new URL(request.url);
  if (pathname === '/fails') { context.reportError(new Error('told')); return new Response('<p>error</p>', { status: 500, headers: { 'content-type': 'text/html' } }); }
  if (pathname === '/cookie') return new Response('<p>c</p>', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } });
  globalThis.rendered = (globalThis.rendered ?? 0) + 1;
  const body = '<!DOCTYPE html><script>start()</script><p>' + pathname + search + ' ' + context.config.brand.name + '</p>' + 'x'.repeat(2000);
  return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
} } };`;

const SCRIPT = 'export const answer = 42;';
const config: SiteConfig = {
  brand: { name: 'Bonisa', carrier: 'Demo', supportNumber: '080', supportEmail: '' },
  publicUrl: 'http://site.example',
  demo: true,
};

const world = globalThis as { rendered?: number };
let folder: string;
let app: FastifyInstance;
let version = 1;
const told: unknown[] = [];

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
  app = Fastify();
  await app.register(
    await createPages({
      pageData: {} as PageData,
      config,
      catalogueVersion: () => version,
      clock: { now: () => new Date(0) },
      buildDir: folder,
      cacheBytes: 1_000_000,
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
  world.rendered = 0;
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

describe('the hosting of pages', () => {
  it('serves a whole page with its own policy, and keeps it', async () => {
    const first = await get('/video/isibane?play=1');
    const second = await get('/video/isibane?utm=x');
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain('/video/isibane Bonisa');
    expect(first.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-guard';/);
    expect(second.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(world.rendered).toBe(1);
  });

  it('sends it compressed, and 304 to who has it', async () => {
    const answer = await get('/', { 'accept-encoding': 'gzip, br' });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<p>/ Bonisa</p>');
    const again = await get('/', { 'if-none-match': String(answer.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('does not keep the flow', async () => {
    const answer = await get('/enter-number?return=/x');
    expect(answer.headers['cache-control']).toBe('no-store');
    await get('/enter-number');
    expect(world.rendered).toBe(2);
  });

  it('does not keep errors or cookies, and tells the log', async () => {
    const failed = await get('/fails');
    expect(failed.statusCode).toBe(500);
    expect(failed.headers['cache-control']).toBe('no-store');
    expect(told).toHaveLength(1);
    expect((await get('/cookie')).headers['cache-control']).toBe('no-store');
  });

  it('serves the files of the build for ever, compressed when they were built, and nothing beside them', async () => {
    const file = await get('/assets/a-1234.js', { 'accept-encoding': 'br' });
    expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(file.rawPayload).toString()).toBe(SCRIPT);
    expect((await get('/assets/a-1234.js')).body).toBe(SCRIPT);
    expect((await get('/assets/a-1234.js', { 'if-none-match': String(file.headers.etag) })).statusCode).toBe(304);
    expect((await get('/assets/nothing.js')).statusCode).toBeGreaterThanOrEqual(400);
    for (const path of ['/.vite/manifest.json', '/assets/a-1234.js.br', '/assets/../../server/index.js', '/package.json']) {
      const answer = await get(path);
      expect(answer.body).not.toContain('createPageHandler');
      expect(['{}', '{"type":"module"}', SCRIPT]).not.toContain(answer.body);
    }
  });

  it('sends a form that came without any script back to its page, with nothing of it in the address', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/enter-number?return=/x',
      payload: 'msisdn=0821234567',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/enter-number');
    expect(
      (await app.inject({ method: 'POST', url: '/', payload: '{', headers: { 'content-type': 'application/json' } })).statusCode,
    ).toBeGreaterThanOrEqual(400);
  });

  it('answers HEAD without a body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  });
});
