// The page starts React Router in its own way. These tests compare it with React Router's own
// `<Scripts>`, so that a new version which starts differently fails here.
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  type EntryContext,
  Outlet,
  Scripts,
  ServerRouter,
} from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { PageScripts, PageStartContext } from './page-scripts.tsx';
import { pageStart } from './page-start.ts';

const HANDOFF = '{"basename":"/","ssr":true,"isSpaMode":false}';
const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

/** The context that React Router passes to `entry.server.tsx` for `/home`. */
async function entryContext(Layout: () => React.ReactNode): Promise<EntryContext> {
  const handler = createStaticHandler([
    { id: 'root', path: '', children: [{ id: 'home', path: 'home' }] },
  ]);
  const staticHandlerContext = await handler.query(new Request('http://localhost/home'));
  const route = {
    hasAction: false,
    hasLoader: false,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: false,
  };
  return {
    staticHandlerContext,
    serverHandoffString: HANDOFF,
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    ssr: true,
    isSpaMode: false,
    future: {},
    renderMeta: {},
    manifest: {
      version: '1',
      url: '/assets/manifest-1.js',
      entry: { module: '/assets/entry-1.js', imports: ['/assets/framework-1.js'] },
      routes: {
        root: { ...route, id: 'root', path: '', module: '/assets/root-1.js' },
        home: {
          ...route,
          id: 'home',
          parentId: 'root',
          path: 'home',
          module: '/assets/home-1.js',
          clientLoaderModule: '/assets/home-loader-1.js',
          imports: ['/assets/shared-1.js'],
        },
      },
    },
    routeModules: {
      root: {
        default: () => (
          <html lang="en">
            <body>
              <Outlet />
              <Layout />
            </body>
          </html>
        ),
      },
      home: { default: () => <p>home</p> },
    },
  } as unknown as EntryContext;
}

interface Rendered {
  /** The text of the classic script. */
  readonly context: string;
  /** The text of the module. */
  readonly load: string;
  readonly html: string;
}

function scriptsOf(html: string): Rendered {
  const found = [...html.matchAll(SCRIPT)].map(([, attributes = '', text = '']) => ({
    attributes,
    text,
  }));
  const textOf = (isModule: boolean) =>
    found.find(({ attributes }) => attributes.includes('type="module"') === isModule)?.text ?? '';
  return { html, context: textOf(false), load: textOf(true) };
}

let theirs: Rendered;
let ours: Rendered;
beforeAll(async () => {
  const url = 'http://localhost/home';
  theirs = scriptsOf(
    renderToString(<ServerRouter context={await entryContext(() => <Scripts />)} url={url} />),
  );
  const context = await entryContext(PageScripts);
  ours = scriptsOf(
    renderToString(
      <PageStartContext value={pageStart(context, {})}>
        <ServerRouter context={context} url={url} />
      </PageStartContext>,
    ),
  );
});

/** The globals that a script sets. */
function globalsOf(text: string): Record<string, unknown> {
  const window: Record<string, unknown> = {};
  new Function('window', text)(window);
  return window;
}

const addressesIn = (text: string): string[] =>
  [...new Set(text.match(/\/assets\/[\w-]+\.js/g))].toSorted();

describe('the start of a page', () => {
  it("sets the same globals as React Router's own scripts", () => {
    const context = globalsOf(ours.context).__reactRouterContext as Record<string, unknown>;
    expect(context).toMatchObject(JSON.parse(HANDOFF));
    expect(context.stream).toBeInstanceOf(ReadableStream);
    expect(context.streamController).toBeInstanceOf(ReadableStreamDefaultController);
    const reference = globalsOf(theirs.context).__reactRouterContext as Record<string, unknown>;
    expect(Object.keys(context)).toEqual(Object.keys(reference));
    expect(Object.keys(globalsOf(theirs.context))).toEqual(['__reactRouterContext']);
  });

  it("imports the modules that React Router's own scripts import, the entry last", () => {
    const imported = addressesIn(theirs.load);
    expect(imported).toHaveLength(5);
    expect(addressesIn(ours.load.slice(ours.load.indexOf('Promise.all')))).toEqual(imported);
    expect(ours.load).toContain(
      '.then(([,route0,route1,route1_1])=>{window.__reactRouterRouteModules={"root":route0,"home":{...route1,...route1_1}};return import("/assets/entry-1.js")})',
    );
    // The shape that the line above expects.
    expect(theirs.load.replace(/\s+/g, ' ')).toMatch(
      /^import "\/assets\/manifest-1\.js";? import \* as route0 from "\/assets\/root-1\.js"; import \* as route1_clientLoader from .*; import \* as route1_main from .*; const route1 = \{\.\.\.route1_clientLoader,\.\.\.route1_main\}; window\.__reactRouterRouteModules = \{"root":route0,"home":route1\}; import\("\/assets\/entry-1\.js"\);$/,
    );
  });

  it('preloads the same scripts, but from the end of the page and with a low priority', () => {
    const preloaded = [...theirs.html.matchAll(/rel="modulepreload" href="([^"]+)"/g)];
    expect(ours.html).not.toContain('rel="modulepreload" href');
    expect(addressesIn(ours.load)).toEqual(preloaded.map(([, href = '']) => href).toSorted());
    expect(ours.load).toContain('load("low")');
  });

  /** Runs a page's `load` and tells with which priorities it has asked for its files. */
  function run(load: string, window: object): string[] {
    const asked: string[] = [];
    const text = load
      .replace(/for\(const href[^\n]*\n/, 'ask(fetchPriority);')
      .replaceAll('import(', 'bring(');
    const bring = () => new Promise(() => undefined);
    new Function('window', 'ask', 'bring', text)(window, (one: string) => asked.push(one), bring);
    return asked;
  }

  it('waits where it is told to for the first need, and for no press elsewhere', async () => {
    const { load } = pageStart(await entryContext(PageScripts), { untilNeed: '0;' });
    let begin: ((priority: string) => void) | undefined;
    const whenNeeded = (given: typeof begin) => {
      begin = given;
    };
    const asked = run(load, { bonisaEarlyPress: { whenNeeded } });
    expect(asked).toEqual([]);
    begin?.('high');
    expect(asked).toEqual(['high']);
    expect(run(ours.load, {})).toEqual(['low']);
  });

  it('waits for a video that is about to start', async () => {
    let shown = () => {};
    const underWay = new Promise<void>((resolve) => {
      shown = resolve;
    });
    const asked = run(ours.load, { bonisaPlay: { underWay } });
    await Promise.resolve();
    expect(asked).toEqual([]);
    shown();
    await vi.waitFor(() => expect(asked).toEqual(['low']));
  });

  it('asks again for scripts that a lost line kept away, and not for ever', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const failing = ours.load
      .replaceAll('import(', 'bring(')
      .replace(/for\(const href[^\n]*\n/, '')
      .replace('throw error', '0');
    const bring = () => {
      asked += 1;
      return Promise.reject(new TypeError('no network'));
    };
    new Function('window', 'bring', failing)({}, bring);
    await vi.advanceTimersByTimeAsync(4_000);
    const inOneTry = asked / 2;
    expect(inOneTry).toBeGreaterThan(2);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(asked).toBe(41 * inOneTry);
    vi.useRealTimers();
  });

  it('loads the document again, once, if the site has the build no more', async () => {
    const reload = vi.fn();
    const asked: unknown[][] = [];
    /** What the page does after a failure, if the site answers `status` for its manifest. */
    const renew = async (status: number | Error, type: string): Promise<void> => {
      const window: { bonisaRenew?: () => Promise<void> } = {};
      const answer = async (...words: unknown[]) => {
        asked.push(words);
        if (status instanceof Error) throw status;
        return { status };
      };
      const performance = { getEntriesByType: () => [{ type }] };
      const text = ours.load.slice(0, ours.load.indexOf('const load='));
      const names = ['window', 'fetch', 'performance', 'location'];
      new Function(...names, text)(window, answer, performance, { reload });
      await window.bonisaRenew?.();
    };
    for (const known of [200, 503, new TypeError('no network')]) await renew(known, 'navigate');
    await renew(404, 'reload');
    expect(reload).not.toHaveBeenCalled();
    await renew(404, 'navigate');
    await renew(404, 'back_forward');
    expect(reload).toHaveBeenCalledTimes(2);
    expect(asked[0]).toEqual(['/assets/manifest-1.js', { method: 'HEAD', cache: 'no-store' }]);
  });

  it('waits for a style sheet that loads with the scripts', async () => {
    expect(ours.load).not.toContain('stylesheet');
    const { load } = pageStart(await entryContext(PageScripts), {
      styles: '/assets/further-1.css',
    });
    expect(load).toMatch(
      /Promise\.all\(\[.*rel:"stylesheet",href:"\/assets\/further-1\.css",onload:done,onerror:done.*\]\)\.then\(\(\[,route0,route1,route1_1\]\)/,
    );
  });

  it('throws for a route that is not in the build', async () => {
    const context = await entryContext(PageScripts);
    expect(() =>
      pageStart({ ...context, manifest: { ...context.manifest, routes: {} } }, {}),
    ).toThrow('the build has no route root');
  });
});
