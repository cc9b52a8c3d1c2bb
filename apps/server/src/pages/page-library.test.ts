// A page that cannot be rendered now: visitors get the last copy, or a refusal that says when to
// try again, and never the page of an error.
import type { PageData } from '@bonisa/contract/page-data.port';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageLibrary, type RefusedRender, type WebBuild } from './page-library.ts';
import type { PageTarget } from './page-target.ts';

const MINUTE = 60_000;
const HTML = { 'content-type': 'text/html; charset=utf-8' };

afterEach(() => void vi.useRealTimers());

/** An error of the driver, as drizzle passes it on. */
const ended = (code: string): Error =>
  new Error('Failed query', { cause: Object.assign(new Error('ended'), { code }) });

const target = (address: string): PageTarget => ({
  address,
  movedTo: undefined,
  exists: true,
  missing: '/not-found',
  pattern: '/video/:slug',
  branch: [],
  isData: false,
  shared: true,
  flow: false,
});

/**
 * A library before a renderer that does as React Router does: the error of a loader makes a page of
 * status 500.
 */
function setUp() {
  const world = { now: 0, failing: undefined as Error | undefined, held: false, rendered: 0 };
  const reported: unknown[] = [];
  const refused: RefusedRender[] = [];
  const build: WebBuild = {
    routes: {},
    assets: { routes: {} },
    entry: {
      module: {
        renderPlainPage: () => '',
        createPageHandler:
          (_build, { reportError }) =>
          async () => {
            world.rendered += 1;
            if (world.held) await new Promise(() => undefined);
            if (!world.failing) return new Response(`page ${world.rendered}`, { headers: HTML });
            reportError(world.failing);
            // The renderer reports it once more, as an error of its own.
            reportError(new Error(world.failing.message));
            return new Response('an error page', { status: 500, headers: HTML });
          },
      },
    },
  };
  const library = createPageLibrary(build, {
    pageData: {} as PageData,
    config: {
      brand: { name: 'Bonisa', carrier: 'Demo', supportNumber: '080', supportEmail: '' },
      packages: [],
      publicUrl: 'http://site.example',
      demo: true,
    },
    ownScripts: new Set(),
    catalogueVersion: () => 1,
    clock: { now: () => new Date(world.now) },
    csp: { 'script-src': [] },
    cacheBytes: 1_000_000,
    limitByAddress: false,
    reportError: (error) => reported.push(error),
    onBusy: (one) => refused.push(one),
    stale: { away: () => false, onStale: () => undefined },
  });
  const ask = (address = '/video/isibane', client = '203.0.113.7') =>
    library.pageFor(target(address), client, 'en');
  return { world, reported, refused, ask };
}

const text = ({ entry }: Awaited<ReturnType<ReturnType<typeof setUp>['ask']>>) =>
  entry.body.plain.toString();

describe.each(['57014', '55P03', '53100', '53200'])(
  'a loader whose statement ends (%s)',
  (code) => {
    it('is answered 503 and reported once, and its page is not cached', async () => {
      const { world, reported, ask } = setUp();
      const error = ended(code);
      world.failing = error;
      await expect(ask()).rejects.toMatchObject({ status: 503, retryAfter: 5, cause: error });
      expect(reported).toEqual([error]);
      world.failing = undefined;
      expect(text(await ask())).toBe('page 2');
    });

    it('is answered with the last copy, where there is one', async () => {
      const { world, ask } = setUp();
      await ask();
      Object.assign(world, { now: 5 * MINUTE, failing: ended(code) });
      const found = await ask();
      expect([text(found), found.stale]).toEqual(['page 1', true]);
      world.failing = undefined;
      expect(await ask()).toMatchObject({ hit: false, stale: false });
    });
  },
);

it('the error of a loader that no repeat mends is still the page of an error', async () => {
  const { world, ask } = setUp();
  await ask();
  Object.assign(world, { now: 5 * MINUTE, failing: ended('42P01') });
  expect(await ask()).toMatchObject({ entry: { status: 500 }, stale: false });
});

describe('a render that takes too long', () => {
  it('is refused with its reason, or answered with the last copy', async () => {
    vi.useFakeTimers();
    const { world, refused, ask } = setUp();
    await ask();
    Object.assign(world, { now: 5 * MINUTE, held: true });
    const [known, unknown] = [ask(), ask('/video/umuzi')];
    const failed = expect(unknown).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await known).toMatchObject({ stale: true });
    await failed;
    const one = { reason: 'too_slow', page: '/video/:slug' };
    expect(refused).toEqual([one, one]);
  });
});

describe('a full queue', () => {
  it('refuses a page with its reason, or answers with the last copy', async () => {
    const { world, refused, ask } = setUp();
    await ask();
    Object.assign(world, { now: 5 * MINUTE, held: true });
    // Two are rendered, and 32 of one network wait.
    for (let at = 0; at < 34; at += 1) ask(`/video/held-${at}`).catch(() => undefined);
    expect(await ask()).toMatchObject({ stale: true });
    await expect(ask('/video/umuzi')).rejects.toMatchObject({ status: 503, retryAfter: 2 });
    const one = { reason: 'queue_full', page: '/video/:slug' };
    expect(refused).toEqual([one, one]);
  });
});
