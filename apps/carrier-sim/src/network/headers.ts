/**
 * How the mobile network changes the headers of a request: it removes everything with which a
 * client could pretend to be enriched, in any spelling, and then adds the carrier's own enrichment.
 */

/**
 * Headers in which carriers and gateways name a subscriber (reference: header enrichment practice),
 * in lower case with dashes.
 */
const ENRICHMENT_NAMES = new Set([
  'x-enrichment-secret',
  'x-network-info',
  'x-up-subno',
  'x-up-bear-type',
  'x-up-bearer-type',
  'x-bearer-type',
  'x-jphone-uid',
  'x-nokia-alias',
  'x-nokia-bearer',
  'x-nokia-ipaddress',
  'x-nokia-gateway-id',
  'x-sdp-msisdn',
  'x-acr',
  'x-forwarded-msisdn',
]);

/** A header whose name contains a word for a subscriber's number or SIM is an enrichment header. */
const ENRICHMENT_WORDS = [
  'msisdn',
  'calling-line-id',
  'callinglineid',
  'imsi',
  'imei',
  'subscriber',
  'enrichment',
  'network-info',
  'mobile-number',
  'phone-number',
  'x-wap-',
  'x-3gpp-',
  'x-h3g-',
];

/**
 * Headers of one connection and not of the request (RFC 9110, section 7.6.1). `te` is removed as
 * well, because no trailers are supported.
 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Headers about the origin of a request; a client of this network may not set them. */
const FORWARDING = new Set([
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]);

/**
 * Whether a header claims to be a network's enrichment, in any case and with dashes or underscores.
 */
export function isEnrichment(name: string): boolean {
  const plain = name
    .trim()
    .toLowerCase()
    .replaceAll(/[_.\s]/g, '-');
  return ENRICHMENT_NAMES.has(plain) || ENRICHMENT_WORDS.some((word) => plain.includes(word));
}

/** The site behind the network, as the network addresses it. */
export interface SiteAddress {
  /** The site's public address, such as `http://localhost:3000`. */
  publicUrl: URL;
  /** Whether an origin is the network's own address, under which the visitor sees the site. */
  isOwn: (origin: URL) => boolean;
}

/**
 * The headers of the request to the site. `Host`, and `Origin` and `Referer` with the network's own
 * address, become the site's; a foreign `Origin` stays foreign, so that the site can refuse it.
 * @param raw names and values in turn, as Node's `rawHeaders`.
 * @param enrichment the carrier's own headers; empty while no handset is carried.
 */
export function forwardedHeaders(
  raw: readonly string[],
  site: SiteAddress,
  enrichment: Record<string, string>,
): string[] {
  const connection = new Set(namedByConnection(raw));
  const headers: string[] = ['host', site.publicUrl.host];
  for (const [name, value] of pairs(raw)) {
    const lower = name.toLowerCase();
    if (lower === 'host' || HOP_BY_HOP.has(lower) || connection.has(lower)) continue;
    if (FORWARDING.has(lower) || isEnrichment(lower)) continue;
    headers.push(name, lower === 'origin' || lower === 'referer' ? asSite(value, site) : value);
  }
  for (const [name, value] of Object.entries(enrichment)) headers.push(name, value);
  return headers;
}

/**
 * The headers of the answer to the visitor: a redirect to the site leads to the network's address
 * of the site.
 */
export function returnedHeaders(
  headers: Record<string, string | string[] | undefined>,
  sites: readonly URL[],
  own: string,
): Record<string, string | string[]> {
  const returned: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    returned[name] =
      name === 'location' && typeof value === 'string' ? asOwn(value, sites, own) : value;
  }
  return returned;
}

function asSite(value: string, { publicUrl, isOwn }: SiteAddress): string {
  if (!URL.canParse(value)) return value;
  const url = new URL(value);
  return isOwn(url) ? publicUrl.origin + value.slice(url.origin.length) : value;
}

function asOwn(location: string, sites: readonly URL[], own: string): string {
  if (!URL.canParse(location)) return location;
  const { origin } = new URL(location);
  return sites.some((site) => site.origin === origin)
    ? own + location.slice(origin.length)
    : location;
}

function namedByConnection(raw: readonly string[]): string[] {
  return [...pairs(raw)]
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim());
}

function* pairs(raw: readonly string[]): Generator<[name: string, value: string]> {
  for (let index = 0; index + 1 < raw.length; index += 2)
    yield [raw[index] ?? '', raw[index + 1] ?? ''];
}
