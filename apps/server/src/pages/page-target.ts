/** What a request asks for, once everything that must not matter has been left out. */
export interface PageTarget {
  /** The path and the allowed part of the query: what the renderer is asked for. */
  readonly address: string;
  /** Whether the answer may be kept for others. */
  readonly cacheable: boolean;
  /** Whether it is a page of the subscription flow. */
  readonly flow: boolean;
}

/** What a path that cannot be read is treated as: nothing lives there. */
const NOWHERE = '/not-found';

/** The only query parameters that a page may depend on: which part of a list or show, and which loaders React Router wants. */
const ALLOWED: Readonly<Record<string, RegExp>> = {
  page: /^[1-9][0-9]{0,3}$/,
  season: /^(0|[1-9][0-9]{0,3})$/,
  genre: /^[a-z0-9-]{1,80}$/,
  index: /^$/,
  _routes: /^[\w/.:*-]{1,80}(,[\w/.:*-]{1,80}){0,7}$/,
};

const FLOW = /^\/(enter-number|subscribe)(\/|\.data$|$)/;
const NEVER_KEPT = /^\/(test|search)(\/|\.data$|$)/;

/** Reads a request's address (`/video/isibane?play=1`) into what a page is made from. Never throws. */
export function pageTarget(url: string): PageTarget {
  const mark = url.indexOf('?');
  const path = readable(mark < 0 ? url : url.slice(0, mark));
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  const kept = Object.entries(ALLOWED).flatMap(([name, shape]) => {
    const value = query.get(name);
    return value !== null && shape.test(value) ? [`${name}=${encodeURIComponent(value)}`] : [];
  });
  const flow = FLOW.test(path);
  return {
    address: kept.length > 0 ? `${path}?${kept.join('&')}` : path,
    cacheable: !flow && !NEVER_KEPT.test(path),
    flow,
  };
}

function readable(path: string): string {
  if (path.length > 512 || path.startsWith('//') || path.includes('\\')) return NOWHERE;
  try {
    return decodeURIComponent(path).includes('\0') ? NOWHERE : path;
  } catch {
    return NOWHERE;
  }
}
