import type { PageHandle, PageParameter } from '@bonisa/contract/page-query';

/**
 * A route as the build exports it (React Router's `ServerBuild.routes`), with the fields that are
 * read here.
 */
export interface BuiltRoute {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly path?: string | undefined;
  readonly index?: boolean | undefined;
  readonly module: {
    readonly default?: unknown;
    readonly loader?: unknown;
    readonly handle?: unknown;
  };
}

/** An address that the build has a route for. */
export interface PageRoute {
  /** For example `['channel', ':slug']`; empty for home. */
  readonly segments: readonly string[];
  /** The query parameters that its loaders read, in the order of a canonical address. */
  readonly query: readonly PageParameter[];
  /** The routes of its branch, the outermost first. */
  readonly branch: readonly string[];
  /** The routes of its branch that have a loader: the only ids that a data request may name. */
  readonly loaders: readonly string[];
}

/** `exact` is false if a part of the path cannot be a slug: then no page exists there. */
export interface PageMatch {
  readonly route: PageRoute;
  readonly exact: boolean;
}

export interface PageRoutes {
  (segments: readonly string[]): PageMatch | undefined;
  /** The branch of the page for addresses that no route has. */
  readonly missing: readonly string[];
}

/** The order of parameters in a canonical address. */
const ORDER: readonly PageParameter[] = [
  'page',
  'season',
  'genre',
  'from',
  'return',
  'q',
  'language',
  'play',
];
/** The same pattern as in the catalogue's input. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_SLUG = 80;

/**
 * Turns the build's routes into a function that finds the route of a path, given as lower-case
 * segments.
 */
export function createPageRoutes(built: Readonly<Record<string, BuiltRoute>>): PageRoutes {
  const routes = Object.values(built).flatMap((route) => routesOf(route, built));
  const fixed = new Map(
    routes
      .filter(({ segments }) => !segments.some(isSlug))
      .map((route) => [pathOf(route.segments), route]),
  );
  const open = routes
    .filter(({ segments }) => segments.some(isSlug))
    .toSorted((a, b) => slugsOf(a) - slugsOf(b));

  const catchAll = Object.values(built).find(({ path }) => path === '*');
  const missing = catchAll ? branchOf(catchAll, built).map(({ id }) => id) : [];

  const find = (segments: readonly string[]): PageMatch | undefined => {
    const known = fixed.get(pathOf(segments));
    if (known) return { route: known, exact: true };
    const route = open.find(
      (one) =>
        one.segments.length === segments.length &&
        one.segments.every((part, at) => isSlug(part) || part === segments[at]),
    );
    if (!route) return undefined;
    return {
      route,
      exact: route.segments.every((part, at) => !isSlug(part) || isSlugText(segments[at] ?? '')),
    };
  };
  return Object.assign(find, { missing });
}

/** The path of these segments: `/` for none. */
export function pathOf(segments: readonly string[]): string {
  return `/${segments.join('/')}`;
}

/**
 * The addresses of a route with and without its optional part; none for a layout or for the
 * catch-all route.
 */
function routesOf(route: BuiltRoute, built: Readonly<Record<string, BuiltRoute>>): PageRoute[] {
  const branch = branchOf(route, built);
  const path = branch.flatMap((one) => (one.path ? one.path.split('/') : []));
  if ((!route.path && !route.index) || path.includes('*')) return [];
  const query = new Set(
    branch.flatMap(({ module }) => (module.handle as PageHandle | undefined)?.query ?? []),
  );
  const rest = {
    query: ORDER.filter((name) => query.has(name)),
    branch: branch.map(({ id }) => id),
    loaders: branch.filter(({ module }) => module.loader).map(({ id }) => id),
  };
  const whole: PageRoute = { segments: path.map((part) => part.replace(/\?$/, '')), ...rest };
  return path.at(-1)?.endsWith('?') ? [{ segments: path.slice(0, -1), ...rest }, whole] : [whole];
}

function branchOf(route: BuiltRoute, built: Readonly<Record<string, BuiltRoute>>): BuiltRoute[] {
  const parent = route.parentId === undefined ? undefined : built[route.parentId];
  return parent ? [...branchOf(parent, built), route] : [route];
}

const isSlug = (part: string): boolean => part.startsWith(':');
const slugsOf = ({ segments }: PageRoute): number => segments.filter(isSlug).length;

function isSlugText(text: string): boolean {
  return text.length <= LONGEST_SLUG && SLUG.test(text);
}
