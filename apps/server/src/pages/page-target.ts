import type { PageParameter } from '@bonisa/contract/page-query';
import { type PageRoute, type PageRoutes, pathOf } from './page-routes.ts';

/** The target of a request, without everything that makes no difference. */
export interface PageTarget {
  /**
   * The canonical path with the query parameters that the route reads: the renderer's address and
   * the cache key.
   */
  readonly address: string;
  /**
   * The canonical address of the page if the request spelled its path differently: a path of this
   * site with the request's own query.
   */
  readonly movedTo: string | undefined;
  /** False if no route or slug can match: no lookup is needed. */
  readonly exists: boolean;
  /**
   * An address of the same route without a page: its page serves for all that are missing there. A
   * route without slugs has the one of unknown addresses.
   */
  readonly missing: string;
  /** The pattern of the route: `/video/:slug`. */
  readonly pattern: string;
  /** The routes of the page, as React Router matches them. */
  readonly branch: readonly string[];
  /** Whether it is one of React Router's data requests, not a document. */
  readonly isData: boolean;
  /** Whether a browser or a CDN may cache the response. */
  readonly shared: boolean;
  /** Whether it is a page of the subscription flow. */
  readonly flow: boolean;
}

export type PageTargets = (url: string) => PageTarget;

/** None of our addresses is nearly as long; a longer one is not read. */
const LONGEST_PATH = 512;
const LONGEST_QUERY = 4096;
/** No slug has this shape, so no title can have this address. */
const NO_SLUG = '-';
const NOWHERE = '/not-found';

/** The shapes of values. A value of another shape is ignored. */
const SHAPES: Readonly<Record<PageParameter, RegExp>> = {
  // The first page has no number in its address.
  page: /^([2-9]|[1-9][0-9]{1,3})$/,
  season: /^(0|[1-9][0-9]{0,3})$/,
  genre: /^[a-z0-9-]{1,80}$/,
  // A window of the guide: a day and an hour in South Africa.
  from: /^20[0-9]{2}-[01][0-9]-[0-3][0-9]t(00|03|06|09|12|15|18|21)$/,
  // What a viewer enters the flow for; other returns are the browser's alone.
  return: /^\/(video|show|episode|live\/[a-z0-9-]{1,80})\/[a-z0-9-]{1,80}(\?play=1)?$/,
  // What a viewer searches: any text of one line.
  q: /^[^\p{C}]{1,100}$/u,
  language: /^[a-z]{2,3}(-[a-z0-9]{2,8})?$/i,
  // A watch page that starts to play.
  play: /^1$/,
};

/**
 * Pages that are rendered for each request: the subscription flow, the page that shows a request's
 * headers, and searches, which differ each time.
 */
const FLOW = new Set(['enter-number', 'subscribe']);
const NOT_SHARED = new Set([...FLOW, 'test', 'search']);

/**
 * Makes the function that reads a request's address (`/Video/isibane/?play=1`) and returns its
 * target. It never throws. However an address is spelled (case, slashes, percent-encoding, order
 * and number of parameters, parameters that its route does not read), each page has one `address`.
 */
export function createPageTargets(find: PageRoutes): PageTargets {
  return (url) => {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark);
    const read = segmentsOf(path);
    if (!read) return nowhere(false, find.missing);
    const { segments, isData } = read;
    const match = find(segments);
    if (!match) return nowhere(isData, find.missing);
    const { route, exact: exists } = match;
    const suffix = isData ? (segments.length === 0 ? '_.data' : '.data') : '';
    const hasSlugs = route.segments.some((part) => part.startsWith(':'));
    const missing = hasSlugs
      ? pathOf(route.segments.map((part) => (part.startsWith(':') ? NO_SLUG : part))) + suffix
      : missingAddress(isData);
    const [first = ''] = segments;
    const page = pathOf(segments);
    return {
      address: exists ? `${page}${suffix}${canonicalQuery(query, route, isData)}` : missing,
      // React Router's client sends data requests: it follows no redirect to another one.
      movedTo:
        isData || page === path || !exists ? undefined : page + (isPrintable(query) ? query : ''),
      exists,
      missing,
      pattern: pathOf(route.segments),
      branch: route.branch,
      isData,
      shared: exists && !NOT_SHARED.has(first),
      flow: FLOW.has(first),
    };
  };
}

const missingAddress = (isData: boolean): string => (isData ? `${NOWHERE}.data` : NOWHERE);

function nowhere(isData: boolean, branch: readonly string[]): PageTarget {
  const missing = missingAddress(isData);
  return {
    address: missing,
    movedTo: undefined,
    exists: false,
    missing,
    pattern: NOWHERE,
    branch,
    isData,
    shared: false,
    flow: false,
  };
}

/**
 * The path's segments, decoded and in lower case, as all our addresses are; `undefined` if the path
 * is malformed.
 */
function segmentsOf(path: string): { segments: string[]; isData: boolean } | undefined {
  if (path.length > LONGEST_PATH || !path.startsWith('/')) return undefined;
  const segments = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  if (segments.some((part) => part === undefined || part === '.' || part === '..'))
    return undefined;
  const known = segments as string[];
  const last = known.at(-1) ?? '';
  if (!last.endsWith('.data')) return { segments: known, isData: false };
  // React Router requests `/_.data` for a page whose path ends in a slash; `/_root.data` is its
  // older name for the home page.
  const isFolder = last === '_.data' || (last === '_root.data' && known.length === 1);
  return {
    segments: isFolder
      ? known.slice(0, -1)
      : [...known.slice(0, -1), last.slice(0, -'.data'.length)],
    isData: true,
  };
}

function decoded(part: string): string | undefined {
  try {
    return (part.includes('%') ? decodeURIComponent(part) : part).toLowerCase();
  } catch {
    // Not percent-encoded UTF-8: none of our addresses.
    return undefined;
  }
}

/**
 * The parameters that the route reads, in a fixed order, and the loaders that a data request names,
 * if not all.
 */
function canonicalQuery(
  query: string,
  { query: names, loaders }: PageRoute,
  isData: boolean,
): string {
  if (query.length <= 1 || query.length > LONGEST_QUERY || (names.length === 0 && !isData))
    return '';
  const given = new URLSearchParams(query);
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value !== null && SHAPES[name].test(value)
      ? [`${name}=${name === 'q' ? encodeURIComponent(value) : value}`]
      : [];
  });
  const wanted = new Set(isData ? (given.get('_routes')?.split(',') ?? []) : []);
  const loaded = loaders.filter((id) => wanted.has(id));
  if (loaded.length > 0 && loaded.length < loaders.length)
    kept.push(`_routes=${loaded.map(encodeURIComponent).join(',')}`);
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}

const isPrintable = (text: string): boolean => /^[!-~]*$/.test(text);
