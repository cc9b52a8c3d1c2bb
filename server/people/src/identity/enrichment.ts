import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { addressListOf, holds } from '@bonisa/kit/address-list';

/** The headers in which the carrier's proxy sends the number and its own secret. */
const NUMBER_HEADER = 'x-msisdn';
const SECRET_HEADER = 'x-enrichment-secret';

/** Every known header in which carriers name a subscriber, in the spelling of {@link spelling}. */
const ENRICHMENT_HEADERS = new Set([
  NUMBER_HEADER,
  SECRET_HEADER,
  'msisdn',
  'he-msisdn',
  'x-he-msisdn',
  'x-up-calling-line-id',
  'x-up-subno',
  'x-nokia-msisdn',
  'x-wap-msisdn',
  'x-3gpp-msisdn',
  'x-h3g-msisdn',
  'x-wap-3gpp-imsi',
  'x-3gpp-imsi',
  'x-imsi',
  'imsi',
  'x-network-info',
  'x-wsb-identity',
  'x-vodafone-3gpp-msisdn',
  'x-mtn-msisdn',
  'x-msp-msisdn',
  'x-msp-clid',
  'x-fh-msisdn',
  'x-hts-clid',
  'x-orange-id',
  'x-acr',
  'user-identity-forward-msisdn',
]);

/** Servers may read an underscore as a dash, so both count as the same. */
function spelling(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Whether carriers name a subscriber in a header of this name, in any spelling. */
export function isEnrichmentHeader(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const plain = spelling(name);
  const isOne = ENRICHMENT_HEADERS.has(plain) || plain.endsWith('-msisdn');
  // Clients choose the names.
  if (judged.size < MOST_JUDGED) judged.set(name, isOne);
  return isOne;
}

/** Each request has a dozen names, nearly always the same ones. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 1000;

/** One carrier's listener. */
export interface EnrichmentSource {
  readonly carrierId: string;
  readonly secret: string | undefined;
  /** Accepted as well, while the carrier changes its secret. */
  readonly next?: string | undefined;
  /** Addresses or networks of the carrier's proxy. */
  readonly from: readonly string[];
}

/** A number that a carrier's listener vouches for. */
export interface Enriched {
  readonly msisdn: Msisdn;
  readonly carrierId: string;
}

/**
 * Makes the function that takes a request's enrichment: it answers the number that a carrier's own
 * listener vouches for, else `undefined`, and in either case takes every such header, in any
 * spelling, out of the request before anything else can see it. Where a carrier has a secret and
 * addresses configured both must fit; where it has neither, it is not believed.
 */
export function createEnrichment(
  sources: readonly EnrichmentSource[],
): (request: IncomingMessage) => Enriched | undefined {
  const listeners = sources.map((source) => ({
    ...source,
    allowed: source.from.length > 0 ? addressListOf(source.from) : undefined,
  }));
  return (request) => {
    if (!isEnriched(request)) return undefined;
    const number = single(request, NUMBER_HEADER);
    const secret = single(request, SECRET_HEADER);
    strip(request);
    if (number === undefined) return undefined;
    const listener = listeners.find(
      (candidate) =>
        (candidate.secret || candidate.allowed) &&
        (!candidate.secret || isSecretOf(candidate, secret)) &&
        (!candidate.allowed || holds(candidate.allowed, request.socket.remoteAddress)),
    );
    const msisdn = listener && parseMsisdn(number);
    return listener && msisdn ? { msisdn, carrierId: listener.carrierId } : undefined;
  };
}

function isEnriched({ rawHeaders }: IncomingMessage): boolean {
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (isEnrichmentHeader(rawHeaders[i] ?? '')) return true;
  return false;
}

/** The header's value if it came exactly once. A second copy is not the proxy's. */
function single(request: IncomingMessage, wanted: string): string | undefined {
  const found: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    if (spelling(request.rawHeaders[i] ?? '') === wanted)
      found.push(request.rawHeaders[i + 1] ?? '');
  }
  return found.length === 1 ? found[0] : undefined;
}

function strip(request: IncomingMessage): void {
  const { headers } = request;
  for (const name of Object.keys(headers)) if (isEnrichmentHeader(name)) delete headers[name];
  const kept: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const name = request.rawHeaders[i] ?? '';
    if (!isEnrichmentHeader(name)) kept.push(name, request.rawHeaders[i + 1] ?? '');
  }
  request.rawHeaders = kept;
}

function isSecretOf({ secret, next }: EnrichmentSource, presented: string | undefined): boolean {
  return [secret, next].some(
    (candidate) => candidate !== undefined && sameSecret(presented, candidate),
  );
}

function sameSecret(secret: string | undefined, expected: string): boolean {
  if (secret === undefined) return false;
  const a = Buffer.from(secret);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
