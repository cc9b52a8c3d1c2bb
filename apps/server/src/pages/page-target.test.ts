import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageTarget } from './page-target.ts';

describe('what a page is made from', () => {
  it('is the path and the allowed part of the query', () => {
    expect(pageTarget('/video/isibane?play=1&utm_source=sms').address).toBe('/video/isibane');
    expect(pageTarget('/channel/mzansi/drama?page=2&x=1').address).toBe('/channel/mzansi/drama?page=2');
    expect(pageTarget('/channel/mzansi/drama?genre=crime-stories&page=2').address).toBe('/channel/mzansi/drama?page=2&genre=crime-stories');
    expect(pageTarget('/show/isibane?season=0&play=1').address).toBe('/show/isibane?season=0');
    expect(pageTarget('/_root.data?index&_routes=routes%2Fhome.route').address).toBe('/_root.data?index=&_routes=routes%2Fhome.route');
  });

  it('leaves out values that no page of ours has', () => {
    expect(pageTarget('/a?page=0').address).toBe('/a');
    expect(pageTarget('/a?page=-1&_routes=%3Cscript%3E').address).toBe('/a');
    expect(pageTarget('/a?page=1e9').address).toBe('/a');
    expect(pageTarget('/a?season=01&genre=Drama').address).toBe('/a');
    expect(pageTarget('/a?season=-1&genre=..%2Fx').address).toBe('/a');
  });

  it('never keeps the flow, the search or the header page', () => {
    for (const path of ['/enter-number', '/enter-number.data', '/subscribe/confirm', '/subscribe/complete.data', '/test', '/search']) {
      expect(pageTarget(path).cacheable).toBe(false);
    }
    expect(pageTarget('/subscribe/confirm').flow).toBe(true);
    expect(pageTarget('/subscribers').flow).toBe(false);
    expect(pageTarget('/').cacheable).toBe(true);
  });

  it('finds nothing at a path that cannot be read or that looks like another host', () => {
    for (const path of ['/%E0%A4%A', '/a%00b', '//evil.example/x', '/\\evil', `/${'a'.repeat(600)}`]) {
      expect(pageTarget(path).address).toBe('/not-found');
    }
  });

  it('never throws, and always stays on this site', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { address } = pageTarget(`/${text}`);
        expect(new URL(`https://site.example${address}`).host).toBe('site.example');
      }),
    );
  });
});
