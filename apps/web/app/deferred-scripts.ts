const MODULE_PRELOAD = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const START = '<script type="module" async="">';
const END = '</script>';
const MANIFEST = /^\s*import "([^"]+)";/m;
const ROUTE = /^\s*import \* as (route\d+) from "([^"]+)";/gm;
const MODULES = /window\.__reactRouterRouteModules = (\{[^}]*\});/;
const ENTRY = /^\s*import\("([^"]+)"\);/m;

interface Start {
  readonly manifest: string;
  readonly routes: readonly { readonly name: string; readonly address: string }[];
  readonly modules: string;
  readonly entry: string;
}

/**
 * Puts the page's own scripts behind what is seen. As React Router writes a page, its head names a
 * hundred kilobytes of script before the first picture; on a slow network they share the line. Here
 * the last lines of the page ask for them with a low priority; on a watch page that is already
 * starting to play, once the first picture is there. `styles` is a style sheet that comes with
 * them: nothing is taken over before it is there (or cannot be had). A page of another shape (a new
 * React Router) is left as it is.
 */
export function deferScripts(html: string, styles?: string): string {
  const from = html.indexOf(START);
  const to = html.indexOf(END, from);
  const start = from < 0 || to < 0 ? undefined : readStart(html.slice(from + START.length, to));
  if (!start) return html;
  // Only the head names scripts ahead: a whole page is long.
  const headEnd = html.indexOf('</head>');
  const head = html.slice(0, headEnd);
  const preloads = [...head.matchAll(MODULE_PRELOAD)].map(([, address]) => address ?? '');
  const text = startText(start, preloads, styles);
  return `${head.replace(MODULE_PRELOAD, '')}${html.slice(headEnd, from)}${START}${text}${html.slice(to)}`;
}

function readStart(text: string): Start | undefined {
  const manifest = MANIFEST.exec(text)?.[1];
  const modules = MODULES.exec(text)?.[1];
  const entry = ENTRY.exec(text)?.[1];
  if (!manifest || !modules || !entry) return undefined;
  const routes = [...text.matchAll(ROUTE)].map(([, name = '', address = '']) => ({
    name,
    address,
  }));
  return { manifest, routes, modules, entry };
}

function startText(
  { manifest, routes, modules, entry }: Start,
  preloads: readonly string[],
  styles: string | undefined,
): string {
  const scripts = [manifest, ...routes.map(({ address }) => address)].map(
    (address) => `import("${address}")`,
  );
  const imports = [...scripts, ...(styles ? [sheetText(styles)] : [])].join(',');
  const names = routes.map(({ name }) => name).join(',');
  return `const load=()=>{
for(const href of ${JSON.stringify(preloads)})document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",fetchPriority:"low",href}));
Promise.all([${imports}]).then(([,${names}])=>{window.__reactRouterRouteModules=${modules};import("${entry}")})};
(window.bonisaPlay?window.bonisaPlay.underWay:Promise.resolve()).then(load,load)`;
}

/** A promise of a style sheet. */
function sheetText(address: string): string {
  return `new Promise((done)=>document.head.append(Object.assign(document.createElement("link"),{rel:"stylesheet",href:${JSON.stringify(address)},onload:done,onerror:done})))`;
}
