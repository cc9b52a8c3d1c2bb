import { AddressRefusedError, type publicAddressesOf } from '@bonisa/kit/public-address';
import { Agent, type Dispatcher, request } from 'undici';
import { ImportError } from './import-row.ts';

/**
 * Fetches a feed from the public internet. Every name is resolved here, every address of it must be
 * public, and the connection goes to one of them, so that a name cannot change in between. This
 * holds for each redirect too.
 */

const MOST_REDIRECTS = 5;
const MOST_BYTES = 256 * 1024 * 1024;
const SECONDS = 60;
const FEED = 'the feed';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** The addresses of a host that may be fetched from: {@link publicAddressesOf}, or a test's. */
export type AddressesOf = (host: string) => ReturnType<typeof publicAddressesOf>;

export interface GuardedFetchOptions {
  readonly addressesOf: AddressesOf;
  readonly mostBytes?: number;
  readonly seconds?: number;
  /** What is fetched, as refusals call it; `the feed` without it. */
  readonly what?: string;
}

/** The text at an address, as UTF-8. Throws an ImportError that names why it is refused. */
export async function fetchGuarded(url: string, options: GuardedFetchOptions): Promise<string> {
  return (await fetchGuardedBytes(url, options)).toString('utf8');
}

/** The bytes at an address. Throws an ImportError that names why it is refused. */
export async function fetchGuardedBytes(
  url: string,
  options: GuardedFetchOptions,
): Promise<Buffer> {
  const { mostBytes = MOST_BYTES, what = FEED } = options;
  return await withAnswer(url, options, {}, async ({ statusCode, body }) => {
    if (statusCode !== 200) throw new ImportError(`${what} answered ${statusCode}`);
    return await bounded(body, mostBytes, what);
  });
}

export type GuardedAnswer = Dispatcher.ResponseData;

/**
 * Asks an address of the public internet, through redirects, and hands the answer to `use`, which
 * must read its body within the time of the whole. Throws an ImportError that names why not.
 */
export async function withAnswer<Result>(
  url: string,
  {
    addressesOf,
    seconds = SECONDS,
    what = FEED,
    schemes = ['http:', 'https:'],
  }: GuardedFetchOptions & { readonly schemes?: readonly string[] },
  headers: Readonly<Record<string, string>>,
  use: (answer: GuardedAnswer) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(seconds * 1000);
  let at = url;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const target = checkedUrl(at, what, schemes);
    const addresses = await allowedAddresses(target.hostname, addressesOf, what);
    const dispatcher = new Agent({
      connect: {
        // Node tries all of them, and asks for no other kind of answer.
        lookup: (_name, _options, done) => done(null, addresses as never),
      },
    });
    try {
      const answer = await request(target, { dispatcher, signal, headers });
      const next = answer.headers.location;
      if (REDIRECTS.has(answer.statusCode) && typeof next === 'string') {
        await answer.body.dump();
        at = new URL(next, target).href;
        continue;
      }
      return await use(answer);
    } catch (error) {
      if (error instanceof ImportError) throw error;
      const why = signal.aborted ? `took longer than ${seconds} seconds` : 'could not be fetched';
      throw new ImportError(`${what} ${why}`, error);
    } finally {
      await dispatcher.destroy();
    }
  }
  throw new ImportError(`${what} redirects more than ${MOST_REDIRECTS} times`);
}

function checkedUrl(text: string, what: string, schemes: readonly string[]): URL {
  const url = URL.parse(text);
  if (!url || !schemes.includes(url.protocol)) {
    const names = schemes.map((scheme) => scheme.replace(':', '')).join(' or ');
    throw new ImportError(`${what} must be at an ${names} address`);
  }
  if (url.username || url.password)
    throw new ImportError(`the address of ${what} must not contain a password`);
  return url;
}

async function allowedAddresses(host: string, addressesOf: AddressesOf, what: string) {
  try {
    return await addressesOf(host);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    throw new ImportError(`${what} is at ${host}: ${error.message}`, error);
  }
}

async function bounded(body: AsyncIterable<Buffer>, most: number, what: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > most) throw new ImportError(`${what} has more than ${most} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
