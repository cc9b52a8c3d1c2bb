import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { contentSecurityPolicy, inlineHashes } from './content-security-policy.ts';
import type { PageEntry } from './page-cache.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Headers of the renderer that are passed on; all others are ours to set. */
const PASSED_ON = ['content-type', 'location', 'set-cookie', 'x-remix-response', 'x-remix-reload-document', 'x-robots-tag'];

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
  const isHtml = headers['content-type']?.startsWith('text/html') ?? false;
  if (isHtml) {
    const hashes = inlineHashes(plain.toString('utf8'));
    headers['content-security-policy'] = contentSecurityPolicy(hashes, { scripts: scriptSources, connects: connectSources });
  }
  const shared = cacheable && response.status < 400 && !('set-cookie' in headers);
  // A browser asks again each time (a 304 is small); a cache between may answer for a few seconds without asking.
  headers['cache-control'] = shared ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=60' : 'no-store';
  const [brotliBody, gzipBody] = await compressed(plain);
  const etag = `"${createHash('sha256')
    .update(plain)
    .update(headers['content-security-policy'] ?? '')
    .digest('base64url')
    .slice(0, 22)}"`;
  return { status: response.status, headers, etag, plain, brotli: brotliBody, gzip: gzipBody };
}

/** Compressed once for all who will ask: hence well, but not so long that the first one notices. */
async function compressed(plain: Buffer): Promise<[Buffer, Buffer]> {
  if (plain.length < 512) return [plain, plain];
  return Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    zip(plain, { level: 7 }),
  ]);
}
