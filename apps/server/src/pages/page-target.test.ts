import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BuiltRoute, createPageRoutes } from './page-routes.ts';
import { createPageTargets } from './page-target.ts';

const page = (id: string, parentId: string, more: Partial<BuiltRoute>): BuiltRoute => ({
  id,
  parentId,
  ...more,
  module: { default: 1, ...more.module },
});
const reads = (...query: string[]) => ({ module: { loader: 1, handle: { query } } });
const ROUTES: readonly BuiltRoute[] = [
  { id: 'root', module: { loader: 1 } },
  { id: 'layout', parentId: 'root', module: { default: 1 } },
  page('home', 'layout', { index: true, ...reads() }),
  page('channels', 'layout', { path: 'channels', ...reads() }),
  page('channel', 'layout', { path: 'channel/:slug', ...reads() }),
  page('category', 'layout', { path: 'channel/:slug/:category', ...reads('genre', 'page') }),
  page('show', 'layout', { path: 'show/:slug', ...reads('season') }),
  page('video', 'layout', { path: 'video/:slug', ...reads('play') }),
  page('live', 'layout', { path: 'live/:category?', ...reads() }),
  page('test', 'layout', { path: 'test', ...reads() }),
  page('search', 'layout', { path: 'search', ...reads('q', 'language') }),
  page('number', 'root', { path: 'enter-number' }),
  page('confirm', 'root', { path: 'subscribe/confirm' }),
  page('nothing', 'layout', { path: '*', ...reads() }),
  { id: 'robots', parentId: 'root', path: 'robots.txt', module: { loader: 1 } },
];
const targetOf = createPageTargets(
  createPageRoutes(Object.fromEntries(ROUTES.map((route) => [route.id, route]))),
);
const addressOf = (url: string) => targetOf(url).address;

describe('the target of a request', () => {
  it('names the routes of the page, and those of the missing page for an unknown address', () => {
    expect(targetOf('/video/isibane.data').branch).toEqual(['root', 'layout', 'video']);
    expect(targetOf('/video/No%20Slug.data').branch).toEqual(['root', 'layout', 'video']);
    expect(targetOf('/of-another-build.data').branch).toEqual(['root', 'layout', 'nothing']);
    expect(targetOf('/%ff').branch).toEqual(['root', 'layout', 'nothing']);
  });

  it('is the path and those query parameters that its own route reads', () => {
    expect(addressOf('/?page=2&season=1&genre=drama&q=night&utm_source=sms')).toBe('/');
    expect(addressOf('/video/isibane?page=2&play=1')).toBe('/video/isibane?play=1');
    expect(addressOf('/video/isibane?play=2')).toBe('/video/isibane');
    expect(addressOf('/channel/mzansi?page=2')).toBe('/channel/mzansi');
    expect(addressOf('/channel/mzansi/drama?page=2&x=1&season=3')).toBe(
      '/channel/mzansi/drama?page=2',
    );
    expect(addressOf('/show/isibane?season=0&play=1&page=4')).toBe('/show/isibane?season=0');
    expect(addressOf('/live?genre=drama')).toBe('/live');
    expect(addressOf('/search?language=zu&q=a+%26b')).toBe('/search?q=a%20%26b&language=zu');
    expect(addressOf('/search?q=%00&language=?')).toBe('/search');
    expect(addressOf('/robots.txt?x')).toBe('/robots.txt');
  });

  it('has its parameters once, in one order', () => {
    for (const query of [
      'genre=crime&page=2',
      'page=2&genre=crime',
      'page=2&genre=crime&page=3&genre=x',
      'x=1&genre=crime&&page=2&',
    ]) {
      expect(addressOf(`/channel/mzansi/drama?${query}`)).toBe(
        '/channel/mzansi/drama?page=2&genre=crime',
      );
    }
  });

  it('omits values that no page has, and the number of a first page', () => {
    for (const query of [
      'page=0',
      'page=1',
      'page=-1',
      'page=1e9',
      'page=02',
      'page=10000',
      'page=%3Cscript%3E',
      'genre=Drama',
      'genre=..%2Fx',
    ]) {
      expect(addressOf(`/channel/mzansi/drama?${query}`)).toBe('/channel/mzansi/drama');
    }
    expect(addressOf('/show/isibane?season=01')).toBe('/show/isibane');
  });

  it('redirects another spelling of a path to the canonical address, with its query and on this site', () => {
    for (const path of [
      '/Channel/Mzansi',
      '/channel/mzansi/',
      '/channel//mzansi',
      '//channel/mzansi',
      '///channel/mzansi//',
      '/%63hannel/mz%61nsi',
    ]) {
      expect(targetOf(`${path}?play=1&q=%20`)).toMatchObject({
        address: '/channel/mzansi',
        movedTo: '/channel/mzansi?play=1&q=%20',
      });
    }
    expect(targetOf('//').movedTo).toBe('/');
    expect(targetOf('/channel/mzansi?x=//evil.example').movedTo).toBeUndefined();
    expect(targetOf('/').movedTo).toBeUndefined();
  });

  it('of a data request is the same page, with the loaders that exist', () => {
    expect(addressOf('/_.data?index')).toBe('/_.data');
    expect(addressOf('/_root.data')).toBe('/_.data');
    expect(addressOf('/_.data?_routes=home')).toBe('/_.data?_routes=home');
    expect(addressOf('/_.data?_routes=invented')).toBe('/_.data');
    expect(addressOf('/_.data?_routes=invented,home,x,home')).toBe('/_.data?_routes=home');
    expect(addressOf('/_.data?_routes=home,root')).toBe('/_.data');
    expect(addressOf('/channel/mzansi/drama.data?_routes=category&page=3&play=1')).toBe(
      '/channel/mzansi/drama.data?page=3&_routes=category',
    );
    expect(addressOf('/Channels/_.data')).toBe('/channels.data');
    expect(targetOf('/Channels.data').movedTo).toBeUndefined();
  });

  it('knows addresses without a page without a lookup', () => {
    for (const path of [
      '/nowhere',
      '/a/b/c/d',
      '/%E0%A4%A',
      '/a%00b',
      '/../channels',
      '/%2e%2e/channels',
      '/\\evil',
      `/${'a'.repeat(600)}`,
      '*',
    ]) {
      expect(targetOf(path)).toMatchObject({
        address: '/not-found',
        exists: false,
        movedTo: undefined,
      });
    }
    expect(targetOf('//evil.example/x')).toMatchObject({
      address: '/not-found',
      movedTo: undefined,
    });
    expect(targetOf('/video/a%2Fb')).toMatchObject({
      exists: false,
      missing: '/video/-',
      movedTo: undefined,
    });
    expect(targetOf(`/video/${'a'.repeat(81)}`)).toMatchObject({
      exists: false,
      missing: '/video/-',
    });
    expect(targetOf('/channel/mzansi/no_slug')).toMatchObject({
      exists: false,
      missing: '/channel/-/-',
    });
    expect(targetOf('/video/-.data')).toMatchObject({
      exists: false,
      missing: '/video/-.data',
      isData: true,
    });
  });

  it('has the missing page of unknown addresses where its route has no slug', () => {
    expect(targetOf('/live?page=99').missing).toBe('/not-found');
    expect(targetOf('/live.data?page=99').missing).toBe('/not-found.data');
  });

  it('is never shared for the flow or the header page', () => {
    for (const path of [
      '/enter-number',
      '/enter-number.data',
      '/subscribe/confirm',
      '/subscribe/confirm.data',
      '/test',
    ]) {
      expect(targetOf(path)).toMatchObject({ shared: false, exists: true });
    }
    expect(targetOf('/subscribe/confirm').flow).toBe(true);
    expect(targetOf('/channels')).toMatchObject({ shared: true, flow: false });
  });

  it('is found without an error for any address, stays on this site, and is stable once canonical', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'channel',
        'Video',
        'live',
        'x.data',
        '%6c',
        '..',
        '',
        'show',
        'evil.example',
        '\\',
      ),
    );
    fc.assert(
      fc.property(fc.array(part), fc.string(), (parts, query) => {
        const { address, movedTo, exists } = targetOf(`/${parts.join('/')}?${query}`);
        for (const one of [address, movedTo ?? '/']) {
          expect(new URL(one, 'https://site.example').host).toBe('site.example');
          expect(one).toMatch(/^\/(?!\/)[!-~]*$/);
        }
        if (movedTo !== undefined)
          expect(targetOf(movedTo)).toMatchObject({ address, movedTo: undefined });
        if (exists) expect(targetOf(address)).toMatchObject({ address, movedTo: undefined });
      }),
      { numRuns: 500 },
    );
  });
});
