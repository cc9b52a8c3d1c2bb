import { type PreparedBody, prepareBody } from '../platform/http/prepared-body.ts';
import { contentSecurityPolicy, inlineHashes } from './content-security-policy.ts';

/** One finished page: its bytes and the headers that belong to them. */
export interface PageEntry {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: PreparedBody;
}

/** Headers of the renderer that are passed on; all others are ours to set. */
const PASSED_ON = ['content-type', 'location', 'set-cookie', 'x-remix-response', 'x-remix-reload-document', 'x-robots-tag'];
/** Every viewer pays for these bytes, and they are compressed once for all of them. */
const BROTLI_EFFORT = 9;

export interface EntryOptions {
  /** Further sources for the page's policy: scripts, and addresses that they speak to. */
  readonly scriptSources: readonly string[];
  readonly connectSources: readonly string[];
  readonly cacheable: boolean;
}

/** Turns the renderer's answer into bytes that can be sent any number of times. */
export async function pageEntry(response: Response, { scriptSources, connectSources, cacheable }: EntryOptions): Promise<PageEntry> {
  const plain = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  if (headers['content-type']?.startsWith('text/html')) {
    const hashes = inlineHashes(plain.toString('utf8'));
    headers['content-security-policy'] = contentSecurityPolicy(hashes, { scripts: scriptSources, connects: connectSources });
  }
  const shared = cacheable && mayBeKept({ status: response.status, headers });
  // A browser asks again each time (a 304 is small); a cache between may answer for a few seconds without asking.
  headers['cache-control'] = shared ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=60' : 'no-store';
  const body = prepareBody(plain, { effort: BROTLI_EFFORT, mark: headers['content-security-policy'] ?? '' });
  return { status: response.status, headers, body };
}

/** Never an error, never an answer that sets a cookie. */
export function mayBeKept({ status, headers }: Pick<PageEntry, 'status' | 'headers'>): boolean {
  return status < 400 && !('set-cookie' in headers);
}
