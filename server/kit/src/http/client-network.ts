import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network of an address, for limits: an IPv4 address itself, or the /64 of an IPv6 address (a
 * home or phone gets a whole /64 and may use any address in it). An IPv4 address in IPv6 form
 * counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  const plain = address.split('%', 1)[0] ?? '';
  if (isIPv4(plain) || !isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const [, , , , , mark, high = 0, low = 0] = groups;
  const isMapped = mark === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/**
 * An address shortened so that it names a site and not a person's connection: the /24 of an IPv4
 * address, the /48 of an IPv6 address. `null` where it is none.
 */
export function shortenedAddress(address: string): string | null {
  const network = networkOf(address);
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  if (!network.endsWith('/64')) return null;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, head = '', a = 0, b = 0, c = 0, d = 0] = dotted ?? [];
  const pair = (high: string | number, low: string | number): string =>
    (Number(high) * 256 + Number(low)).toString(16);
  const text = dotted ? `${head}${pair(a, b)}:${pair(c, d)}` : address;
  const [before = '', after] = text.split('::');
  const read = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [read(before), read(after ?? '')];
  return [...first, ...Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}
