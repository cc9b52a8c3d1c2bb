import type { BackgroundQueue } from '../platform/background-queue.ts';
import { type EncodedBody, encodeBody, weightOf } from '../platform/http/encoded-body.ts';
import { contentSecurityPolicy, inlineHashes } from './content-security-policy.ts';

/** One finished page: its bytes and the headers that belong to them. */
export interface PageEntry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: EncodedBody;
  /** Whether it may be given to others than those who asked while it was made. */
  readonly kept: boolean;
}

/** Headers of the renderer that are passed on; all others are ours to set. */
const PASSED_ON = [
  'content-type',
  'location',
  'set-cookie',
  'x-remix-response',
  'x-remix-reload-document',
  'x-robots-tag',
];
/** Every viewer pays for these bytes, and they are compressed once for all of them. */
const BROTLI_EFFORT = 9;

export interface EntryOptions {
  /** Further sources for the page's policy: scripts, and addresses that they speak to. */
  readonly scriptSources: readonly string[];
  readonly connectSources: readonly string[];
  /** Whether browsers and CDNs may keep it. */
  readonly shared: boolean;
  /**
   * Whether it is the one page that stands for all missing ones of a route: kept here although its
   * status is 404.
   */
  readonly isMissingPage?: boolean;
  /** Runs the expensive compression of a cached page. */
  readonly background?: BackgroundQueue | undefined;
}

/** Turns the renderer's answer into bytes that can be sent any number of times. */
export async function pageEntry(response: Response, options: EntryOptions): Promise<PageEntry> {
  const { scriptSources, connectSources, shared, isMissingPage = false, background } = options;
  const text = await response.text();
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = contentSecurityPolicy(inlineHashes(text), {
      scripts: scriptSources,
      connects: connectSources,
    });
  }
  const { status } = response;
  const harmless = status < 400 && !('set-cookie' in headers);
  // A browser asks again each time (a 304 is small); a cache between may answer for a few seconds
  // without asking.
  headers['cache-control'] =
    shared && harmless ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=60' : 'no-store';
  const kept = harmless || (isMissingPage && status === 404);
  const mark = headers['content-security-policy'] ?? '';
  const body = encodeBody(Buffer.from(text), {
    effort: BROTLI_EFFORT,
    mark,
    background: kept ? background : undefined,
  });
  return { status, headers, body, kept };
}

/**
 * What a page takes in memory under its key, about: its bytes, its headers (as objects and as
 * lines), and the key.
 */
export function weightOfPage({ headers, body }: PageEntry, key: string): number {
  const lines = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  // Two bytes a character, and a second copy where the answer is sent before any routing.
  return weightOf(body) + 4 * lines + 2 * key.length;
}
