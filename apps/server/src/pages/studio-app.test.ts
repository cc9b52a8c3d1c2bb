import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createTestApp } from '@bonisa/kit/http/http-app.test-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { studioApp } from './studio-app.ts';

const SCRIPT = 'console.info("the studio")';
const folder = mkdtempSync(join(tmpdir(), 'bonisa-studio-'));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(
    join(folder, 'index.html'),
    '<head><meta name="studio-settings" content="{}"><title>Studio</title></head>',
  );
  const mount = studioApp({
    config: {
      brand: { name: 'A "<B>"' },
      publicUrl: 'https://site.example',
      mode: 'production',
    },
    clock: { now: () => new Date('2026-11-26T08:17:00.000Z') },
    carriers: { all: [{ terms: { id: 'karoo', name: 'Karoo Mobile' } }] },
    staff: { sessions: { of: async ({ headers }: FastifyRequest) => headers['x-person'] } },
    builds: {
      publish: async () => ({ stop: () => undefined }),
      find: async (app, path) =>
        app === 'studio' && path === '/assets/old-12345678.js'
          ? { identity: Buffer.from('old') }
          : undefined,
    },
    buildDir: folder,
  });
  app = await createTestApp((server) => mount({ server, register: () => undefined }));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const PERSON = { 'x-person': 'Naledi' };

it('sends who is not signed in to the sign-in, with the way back', async () => {
  expect((await get('/')).headers.location).toBe('/sign-in');
  const answer = await get('/videos?search=a');
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    '/sign-in?return=%2Fvideos%3Fsearch%3Da',
  ]);
});

it("serves one document with the brand's name and a policy without inline code and styles", async () => {
  const { body, headers } = await get('/videos/some-film', PERSON);
  expect(body).toContain('<title>A &quot;&lt;B&gt;&quot; studio</title>');
  expect(body).toContain('&quot;siteUrl&quot;:&quot;https://site.example&quot;');
  expect(body).toContain('&quot;now&quot;:&quot;2026-11-26T08:17:00.000Z&quot;');
  expect(body).toContain('&quot;carriers&quot;:{&quot;karoo&quot;:&quot;Karoo Mobile&quot;}');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self'; style-src 'self';");
  expect(policy).toContain("img-src 'self' data: blob:; frame-src https://site.example;");
  expect(policy).not.toMatch(/unsafe|\*/);
  expect(headers['cache-control']).toBe('no-store');
});

it('serves the files of the build compressed and for good, without a session', async () => {
  const answer = await get('/assets/main-1a2b.js', { 'accept-encoding': 'br' });
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get('/assets/main-1a2b.js')).body).toBe(SCRIPT);
});

it('answers an unknown call or file with a named refusal and no document', async () => {
  expect((await get('/assets/old-12345678.js')).body).toBe('old');
  for (const path of ['/studio/api/nothing', '/assets/gone-9z.js'])
    expect((await get(path, PERSON)).json()).toMatchObject({ code: 'not_found' });
});

it('has the icon that browsers ask for, without a session', async () => {
  const { statusCode, headers } = await get('/favicon.ico');
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/x-icon']);
});
