import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageData } from '@bonisa/contract/page-data.port';
import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { renderFirst } from './first-render.ts';
import { createPages } from './pages.ts';

afterEach(() => void vi.useRealTimers());

const fail = (error: unknown): never => expect.unreachable(String(error));

/** A build of one page, with a renderer that notes what it is asked for. */
const SERVER_BUILD = `
export const routes = {
  root: { id: 'root', module: {} },
  home: { id: 'home', parentId: 'root', index: true, module: { default: 1 } },
};
export const assets = { routes: {} };
const render = async ({ url }) => {
  globalThis.firstAsked.push(url);
  return new Response('home');
};
export const entry = { module: { createPageHandler: () => render } };`;

const brand = { name: 'Bonisa', carrier: 'Demo', supportNumber: '080', supportEmail: '' };

it('is done before the server listens, and its page is in the cache', async () => {
  const asked: string[] = [];
  Object.assign(globalThis, { firstAsked: asked });
  const folder = await mkdtemp(join(tmpdir(), 'first-render-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await mkdir(join(folder, 'server'));
  await writeFile(join(folder, 'server/index.js'), SERVER_BUILD);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const app = Fastify();
  await app.register(
    await createPages({
      pageData: {} as PageData,
      config: { brand, packages: [], publicUrl: 'http://site.example', demo: true },
      catalogueVersion: () => 1,
      clock: { now: () => new Date(0) },
      plain: brand,
      buildDir: folder,
      builds: {
        publish: async () => ({ stop: () => undefined }),
        find: async () => undefined,
      },
      cacheBytes: 1_000_000,
      limitByAddress: true,
      csp: { 'script-src': [] },
      onFirstRenderError: fail,
    }),
  );
  await app.ready();
  expect(asked).toEqual(['http://site.example/']);
  expect((await app.inject('/')).headers['x-page-cache']).toBe('hit');
  await app.close();
  await rm(folder, { recursive: true });
});

it('waits for the page, and for five seconds at most', async () => {
  vi.useFakeTimers();
  const order: string[] = [];
  const page = Promise.withResolvers<void>();
  const first = renderFirst(() => page.promise, fail).then(() => order.push('done'));
  await vi.advanceTimersByTimeAsync(4999);
  order.push('page');
  page.resolve();
  await first;
  expect(order).toEqual(['page', 'done']);
  const never = renderFirst(() => new Promise(() => undefined), fail);
  await vi.advanceTimersByTimeAsync(5000);
  await never;
  expect(vi.getTimerCount()).toBe(0);
});

it('passes an error on, and begins all the same', async () => {
  const errors: unknown[] = [];
  await renderFirst(
    () => Promise.reject(new Error('the database is away')),
    (error) => errors.push(error),
  );
  expect(errors).toEqual([new Error('the database is away')]);
});
