import type { TimelineEntry } from './timeline-entry.ts';

/** One page of a timeline, from a place of the page before. */
export function timelinePage(
  all: readonly TimelineEntry[],
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): { data: TimelineEntry[]; next: string | null; total: number } {
  const from = before === undefined ? 0 : placeAfter(all, before);
  const data = all.slice(from, from + limit);
  const last = data.at(-1);
  const next = last && from + limit < all.length ? `${last.at} ${last.id}` : null;
  return { data, next, total: all.length };
}

/** After the entry of a cursor, also if it is gone or newer entries came meanwhile. */
function placeAfter(all: readonly TimelineEntry[], cursor: string): number {
  const [at = '', ...rest] = cursor.split(' ');
  const id = rest.join(' ');
  const place = all.findIndex((one) => one.at < at || (one.at === at && one.id < id));
  return place === -1 ? all.length : place;
}
