import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import type { EntryContext } from 'react-router';
import type { PageStart } from './page-scripts.tsx';
import { asScriptText } from './seo/structured-data.tsx';

/** How often a page whose line is lost asks for its scripts again, every three seconds. */
const TRIES_AGAIN = 40;

interface Starting {
  readonly styles?: string | undefined;
  readonly untilNeed?: string;
  readonly data?: string | undefined;
}

/**
 * Makes the texts that start React Router in the browser, from what it hands to `entry.server.tsx`.
 * They set the same globals as React Router's own `<Scripts>` (`page-start.test.tsx` compares the
 * two), but load the page's scripts last and with a low priority; on a watch page that starts to
 * play they wait for the first picture, and with `untilNeed` for a visit or a press that needs them
 * (`browser/first-need.ts`): it is the text of the script that runs until then. `styles` is the
 * address of a style sheet that loads with them: hydration waits until it is there, or has failed.
 * `data` is what the loaders found, as React Router serialised it.
 * `window.bonisaRenew` is for scripts that did not load: if the site has the page's build no more
 * (it stores each for two weeks), the document is loaded again, once.
 */
export function pageStart(
  { manifest, serverHandoffString, staticHandlerContext }: EntryContext,
  { styles, untilNeed = '', data = '' }: Starting,
): PageStart {
  const routes = staticHandlerContext.matches.map(({ route: { id } }) => {
    const built = manifest.routes[id];
    if (!built) throw new Error(`the build has no route ${id}`);
    return { id, built, modules: modulesOf(built) };
  });
  const preloads = new Set([
    manifest.url,
    manifest.entry.module,
    ...manifest.entry.imports,
    ...routes.flatMap(({ built, modules }) => [...modules, ...(built.imports ?? [])]),
  ]);
  // The manifest sets a global and has no exports.
  const addresses = [manifest.url, ...routes.flatMap(({ modules }) => modules)];
  const imports = addresses.map((address) => `import(${JSON.stringify(address)})`);
  if (styles) imports.push(loadSheet(styles));
  const names = routes.flatMap(({ modules }, at) => modules.map((_, part) => nameOf(at, part)));
  const routeModules = routes.map(
    ({ id, modules }, at) =>
      `${JSON.stringify(id)}:${joined(modules.map((_, n) => nameOf(at, n)))}`,
  );
  return {
    context: `${untilNeed}{const context=window.__reactRouterContext=${serverHandoffString};context.stream=new ReadableStream({start(controller){context.streamController=controller;controller.enqueue(${asScriptText(data)});controller.close()}}).pipeThrough(new TextEncoderStream())}`,
    load: `window.bonisaRenew=()=>fetch(${JSON.stringify(manifest.url)},{method:"HEAD",cache:"no-store"}).then(({status})=>{if(status===404&&performance.getEntriesByType("navigation")[0]?.type!=="reload")location.reload()},()=>{});
const load=(fetchPriority)=>{
for(const href of ${JSON.stringify([...preloads])})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",fetchPriority,href}));
start(${TRIES_AGAIN})};
const start=(left)=>Promise.all([${imports.join()}]).then(([,${names.join()}])=>{window.__reactRouterRouteModules={${routeModules.join()}};return import(${JSON.stringify(manifest.entry.module)})}).catch((error)=>{window.bonisaEarlyPress?.onFailure();window.bonisaRenew();if(left)setTimeout(start,3000,left-1);throw error});
const begin=()=>load("low");
if(window.bonisaPlay)window.bonisaPlay.underWay.then(begin,begin);else ${untilNeed ? 'window.bonisaEarlyPress.whenNeeded(load)' : 'begin()'}`,
  };
}

type Manifest = EntryContext['manifest'];

/**
 * The manifest with the scripts of a language: those in `own` stand in a folder of the language
 * (`build-tools/words.ts`).
 */
export function inLanguage(
  manifest: Manifest,
  language: Language,
  own: ReadonlySet<string>,
): Manifest {
  if (language === DEFAULT_LANGUAGE) return manifest;
  return JSON.parse(JSON.stringify(manifest), (_, value) =>
    own.has(value) ? value.replace('/assets/', `/assets/${language}/`) : value,
  );
}

type BuiltRoute = NonNullable<EntryContext['manifest']['routes'][string]>;

/** The modules of a route, the main one last, as React Router merges them. */
function modulesOf(route: BuiltRoute): readonly string[] {
  return [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((address) => address !== undefined);
}

function nameOf(route: number, part: number): string {
  return part === 0 ? `route${route}` : `route${route}_${part}`;
}

/** One module as it is, several merged. */
function joined(names: readonly string[]): string {
  const [first = ''] = names;
  return names.length === 1 ? first : `{${names.map((name) => `...${name}`).join()}}`;
}

/** A promise of a style sheet, which resolves after a failure too. */
function loadSheet(address: string): string {
  return `new Promise((done)=>document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",href:${JSON.stringify(address)},onload:done,onerror:done})))`;
}
