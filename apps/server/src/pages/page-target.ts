import type { PageParameter } from '@bonisa/contract/page-query';
import { type PageRoute, type PageRoutes, pathOf } from './page-routes.ts';

/** What a request asks for, once everything that must not matter has been left out. */
export interface PageTarget {
  /**
   * The canonical path and the part of the query that the route reads: what the renderer is asked
   * for, and the key of the answer.
   */
  readonly address: string;
  /**
   * Where the same page lives, if the request spelled its path otherwise: a path of this site with
   * the request's own query.
   */
  readonly movedTo: string | undefined;
  /** False where no route or no slug can be meant: nothing needs to be looked up. */
  readonly exists: boolean;
  /**
   * An address of the same route at which nothing can live: its page stands for all that are
   * missing there.
   */
  readonly missing: string;
  /** Whether it is one of React Router's data requests, not a document. */
  readonly isData: boolean;
  /** Whether a browser or a CDN may keep the answer. */
  readonly shared: boolean;
  /** Whether it is a page of the subscription flow. */
  readonly flow: boolean;
}

export type PageTargets = (url: string) => PageTarget;

/** No address of ours comes near; what is longer is not read. */
const LONGEST_PATH = 512;
const LONGEST_QUERY = 4096;
/** No slug looks like this, so no title can take the place. */
const NO_SLUG = '-';
const NOWHERE = '/not-found';

/** The shapes of values. A value of another shape is left out, as if it were not there. */
const SHAPES: Readonly<Record<PageParameter, RegExp>> = {
  // The first page is the address without a number.
  page: /^([2-9]|[1-9][0-9]{1,3})$/,
  season: /^(0|[1-9][0-9]{0,3})$/,
  genre: /^[a-z0-9-]{1,80}$/,
};

/**
 * Pages that are asked for anew each time: the subscription flow, and the page that shows a
 * request's headers.
 */
const FLOW = new Set(['enter-number', 'subscribe']);
const NOT_SHARED = new Set([...FLOW, 'test']);

/**
 * Makes the function that reads a request's address (`/Video/isibane/?play=1`) into what a page is
 * made from. It never throws. However an address is spelled (case, slashes, percent-encoding, order
 * and number of parameters, parameters that its route does not read), there is one `address` for
 * each page.
 */
export function createPageTargets(find: PageRoutes): PageTargets {
  return (url) => {
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark);
    const read = segmentsOf(path);
    if (!read) return nowhere(false);
    const { segments, isData } = read;
    const match = find(segments);
    if (!match) return nowhere(isData);
    const { route, exact: exists } = match;
    const suffix = isData ? (segments.length === 0 ? '_.data' : '.data') : '';
    const missing =
      pathOf(route.segments.map((part) => (part.startsWith(':') ? NO_SLUG : part))) + suffix;
    const [first = ''] = segments;
    const page = pathOf(segments);
    return {
      address: exists ? `${page}${suffix}${canonicalQuery(query, route, isData)}` : missing,
      // A data request is React Router's own: it follows no redirect to another address of data.
      movedTo:
        isData || page === path || !exists ? undefined : page + (isPrintable(query) ? query : ''),
      exists,
      missing,
      isData,
      shared: exists && !NOT_SHARED.has(first),
      flow: FLOW.has(first),
    };
  };
}

function nowhere(isData: boolean): PageTarget {
  const missing = isData ? `${NOWHERE}.data` : NOWHERE;
  return {
    address: missing,
    movedTo: undefined,
    exists: false,
    missing,
    isData,
    shared: false,
    flow: false,
  };
}

/**
 * The path's parts, decoded and in lower case, as all our addresses are; `undefined` where it
 * cannot be read.
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
  // React Router asks for `/_.data` where the page's own path ends in a slash; `/_root.data` is its
  // older name for home's.
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
    // Not UTF-8 in percent-encoding: no address of ours.
    return undefined;
  }
}

/**
 * The parameters that the route reads, in a fixed order, and those of its loaders that a data
 * request wants, where not all.
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
    return value !== null && SHAPES[name].test(value) ? [`${name}=${value}`] : [];
  });
  const wanted = new Set(isData ? (given.get('_routes')?.split(',') ?? []) : []);
  const loaded = loaders.filter((id) => wanted.has(id));
  if (loaded.length > 0 && loaded.length < loaders.length)
    kept.push(`_routes=${loaded.map(encodeURIComponent).join(',')}`);
  return kept.length > 0 ? `?${kept.join('&')}` : '';
}

const isPrintable = (text: string): boolean => /^[!-~]*$/.test(text);
