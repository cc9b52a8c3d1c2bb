import { describe, expect, it } from 'vitest';
import { deferScripts } from './deferred-scripts.ts';

const PAGE = `<html><head><link rel="modulepreload" href="/assets/entry-1.js"/><link rel="modulepreload" href="/assets/root-1.js"/><link rel="preload" as="image"/></head><body>
<script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/home-1.js";
  
  window.__reactRouterRouteModules = {"root":route0,"routes/home.route":route1};

import("/assets/entry-1.js");</script></body></html>`;

describe("a page's own scripts", () => {
  const text =
    /<script type="module" async="">([\s\S]*)<\/script>/.exec(deferScripts(PAGE))?.[1] ?? '';

  it('are not named before what is seen', () => {
    expect(deferScripts(PAGE)).not.toContain('rel="modulepreload"');
    expect(deferScripts(PAGE)).toContain('<link rel="preload" as="image"/>');
    expect(text).not.toMatch(/^import /m);
  });

  it('are all asked for, with a low priority, and start in the right order', () => {
    expect(text).toContain('["/assets/entry-1.js","/assets/root-1.js"]');
    expect(text).toContain(
      'Promise.all([import("/assets/manifest-1.js"),import("/assets/root-1.js"),import("/assets/home-1.js")])',
    );
    expect(text).toContain(
      '.then(([,route0,route1])=>{window.__reactRouterRouteModules={"root":route0,"routes/home.route":route1};import("/assets/entry-1.js")})',
    );
    expect(text).toContain('fetchPriority:"low"');
  });

  it('wait for a style sheet that comes with them', () => {
    expect(text).not.toContain('stylesheet');
    const styled = deferScripts(PAGE, '/assets/further-1.css');
    expect(styled).toMatch(
      /Promise\.all\(\[.*rel:"stylesheet",href:"\/assets\/further-1\.css",onload:done,onerror:done.*\]\)\.then\(\(\[,route0,route1\]\)/,
    );
  });

  it('wait for a video that is about to start', () => {
    expect(text).toContain('window.bonisaPlay?window.bonisaPlay.underWay:Promise.resolve()');
  });

  it('are left alone on a page of another shape', () => {
    const other = PAGE.replace('window.__reactRouterRouteModules', 'window.__other');
    expect(deferScripts(other)).toBe(other);
    expect(deferScripts('<p>hello</p>')).toBe('<p>hello</p>');
  });
});
