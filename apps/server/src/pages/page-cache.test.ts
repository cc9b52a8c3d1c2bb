import { describe, expect, it } from 'vitest';
import { createPageCache, mayBeKept, type PageEntry } from './page-cache.ts';

function entry(text: string, more: Partial<PageEntry> = {}): PageEntry {
  const plain = Buffer.from(text);
  return { status: 200, headers: {}, etag: `"${text}"`, plain, brotli: plain, gzip: plain, ...more };
}

function setUp(options: { maxBytes?: number } = {}) {
  const world = { version: 1, now: 1_000_000 };
  const cache = createPageCache({ version: () => world.version, clock: { now: () => new Date(world.now) }, maxAgeMs: 60_000, ...options });
  let made = 0;
  const render = async () => entry(`made ${++made}`);
  return { world, cache, render, made: () => made };
}

describe('the page cache', () => {
  it('makes a page once and serves it from then on', async () => {
    const { cache, render, made } = setUp();
    expect((await cache.get('/', render)).hit).toBe(false);
    expect((await cache.get('/', render)).hit).toBe(true);
    expect(made()).toBe(1);
  });

  it('makes a page once for all who ask at the same time', async () => {
    const { cache, render, made } = setUp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => cache.get('/', render)));
    expect(made()).toBe(1);
    expect(new Set(answers.map(({ entry: { etag } }) => etag)).size).toBe(1);
  });

  it('forgets everything when the catalogue moves', async () => {
    const { cache, world, render, made } = setUp();
    await cache.get('/', render);
    world.version = 2;
    await cache.get('/', render);
    expect(made()).toBe(2);
    expect(cache.size).toBe(1);
  });

  it('does not keep a page that was being made while the catalogue moved', async () => {
    const { cache, world, render } = setUp();
    await cache.get('/', async () => {
      world.version = 2;
      return entry('old');
    });
    expect((await cache.get('/', render)).hit).toBe(false);
  });

  it('makes a page anew after its time, also when the clock was moved back', async () => {
    const { cache, world, render, made } = setUp();
    await cache.get('/', render);
    world.now += 61_000;
    await cache.get('/', render);
    world.now -= 1_000_000;
    await cache.get('/', render);
    expect(made()).toBe(3);
  });

  it('never keeps an error or an answer that sets a cookie', async () => {
    expect(mayBeKept({ status: 404, headers: {} })).toBe(false);
    expect(mayBeKept({ status: 500, headers: {} })).toBe(false);
    expect(mayBeKept({ status: 200, headers: { 'set-cookie': 'a=b' } })).toBe(false);
    expect(mayBeKept({ status: 200, headers: {} })).toBe(true);
    const { cache, render } = setUp();
    await cache.get('/', async () => entry('gone', { status: 404 }));
    expect((await cache.get('/', render)).hit).toBe(false);
  });

  it('lets the next one try where making failed', async () => {
    const { cache, render } = setUp();
    const failing = () => Promise.reject(new Error('no database'));
    await expect(cache.get('/', failing)).rejects.toThrow('no database');
    expect((await cache.get('/', render)).entry.status).toBe(200);
  });

  it('stays within its bytes: the longest unused page leaves first', async () => {
    const { cache } = setUp({ maxBytes: 9_000 });
    const page = async () => entry('x'.repeat(600));
    await cache.get('/a', page);
    await cache.get('/b', page);
    await cache.get('/c', page);
    await cache.get('/a', page);
    await cache.get('/d', page);
    expect(cache.bytes).toBeLessThanOrEqual(9_000);
    expect((await cache.get('/a', page)).hit).toBe(true);
    expect((await cache.get('/b', page)).hit).toBe(false);
  });
});
