import { DEFAULT_LANGUAGE, type Language } from '@bonisa/domain/languages';
import { type EncodedBody, encodeBody, weightOf } from '@bonisa/kit/http/encoded-body';
import type { BackgroundQueue } from '@bonisa/kit/jobs/background-queue';
import {
  contentSecurityPolicy,
  inlineHashes,
  type PageSources,
} from './content-security-policy.ts';
import { PAGE_VERSION_HEADER } from './page-version.ts';

/** A finished page: its bytes and its headers. */
export interface PageEntry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: EncodedBody;
  /** Whether it may be sent to others than those who waited for it. */
  readonly kept: boolean;
}

/** Headers that are copied from the renderer; we set all others. */
const PASSED_ON = [
  'content-type',
  'link',
  'location',
  'set-cookie',
  'x-remix-response',
  'x-remix-reload-document',
  'x-robots-tag',
];
/** Home has 1.2 % more bytes than by 9, in a ninth of the time: a busy site has it sooner. */
const BROTLI_EFFORT = 6;

const CACHING = {
  any: 'public, max-age=0, s-maxage=15, stale-while-revalidate=60',
  // A CDN that keys by the address alone must not give it to readers of another language.
  browser: 'private, max-age=0',
} as const;

export interface EntryOptions {
  /** Sources of the policy beside the page's own. */
  readonly sources: PageSources;
  /** The address of media and pictures; undefined: the site's own. */
  readonly mediaUrls?: readonly string[] | undefined;
  /** Whether browsers and CDNs may cache it. */
  readonly shared: boolean;
  /** Other caches than the browser's keep only the default language (docs/delivery.md). */
  readonly language: Language;
  /**
   * Whether it is the one page for all missing addresses of a route: cached although its status is
   * 404.
   */
  readonly isMissingPage?: boolean;
  /** The version of the page's scripts, for answers to React Router's data requests. */
  readonly version?: string | undefined;
  /** Runs the expensive compression of a cached page. */
  readonly background?: BackgroundQueue | undefined;
}

/** Turns the renderer's response into bytes that can be sent any number of times. */
export async function pageEntry(response: Response, options: EntryOptions): Promise<PageEntry> {
  const { sources, mediaUrls, shared, language, isMissingPage = false, background } = options;
  const { version } = options;
  const text = await response.text();
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  if (version !== undefined) headers[PAGE_VERSION_HEADER] = version;
  if (headers['content-type']?.startsWith('text/html')) {
    headers['content-security-policy'] = contentSecurityPolicy(inlineHashes(text), {
      scripts: sources['script-src'],
      connects: sources['connect-src'] ?? [],
      images: sources['img-src'] ?? [],
      media: mediaUrls,
    });
  }
  const { status } = response;
  const harmless = status < 400 && !('set-cookie' in headers);
  // A browser revalidates each time (a 304 is small); a shared cache may answer for a few seconds
  // by itself.
  headers['cache-control'] =
    shared && harmless ? CACHING[language === DEFAULT_LANGUAGE ? 'any' : 'browser'] : 'no-store';
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
 * The approximate memory of a page under its key: its bytes, its headers (as objects and as lines),
 * and the key.
 */
export function weightOfPage({ headers, body }: PageEntry, key: string): number {
  const lines = Object.entries(headers).reduce(
    (sum, [name, value]) => sum + name.length + value.length,
    0,
  );
  // Two bytes a character, and a second copy for the response fast path.
  return weightOf(body) + 4 * lines + 2 * key.length;
}
