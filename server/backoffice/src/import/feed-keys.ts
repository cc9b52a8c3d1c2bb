import { createHash } from 'node:crypto';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';

/** The keys of a feed's items: a guid is unique in its own feed alone. */

const MOST_KEY = 200;

/** What says whose a feed is, the first of them that is known. */
export interface FeedNames {
  /** As the person who imports it calls it. */
  readonly named: string | undefined;
  /** The `link` of its channel. */
  readonly link: string | undefined;
  /** Where it was fetched. */
  readonly address: string | undefined;
  /** The title of its channel. */
  readonly title: string | undefined;
}

/** The source of a feed, which stays the same from one import to the next; undefined: none. */
export function feedSource({ named, link, address, title }: FeedNames): string | undefined {
  return named ?? hostOf(link) ?? hostOf(address) ?? (slugOf(title ?? '') || undefined);
}

/** The key of an item of a source. A long one ends with a hash. */
export function feedKey(source: string | undefined, guid: string): string {
  if (source === undefined) return guid;
  const key = `${source}/${guid}`;
  return key.length <= MOST_KEY
    ? key
    : `${source}/${createHash('sha256').update(guid).digest('hex')}`;
}

function hostOf(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? '') ?? URL.parse(`https://${address ?? ''}`);
  return url?.host.replace(/^www\./, '') || undefined;
}
