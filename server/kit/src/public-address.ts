import { lookup as lookUp } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { addressListOf, holds } from './address-list.ts';

/** Networks that are not the public internet: ours, a neighbour's, or nobody's. */
const NOT_PUBLIC = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4');

/** Only what IANA has given out as global unicast is public; these parts of it are not. */
const GLOBAL_UNICAST = new BlockList();
GLOBAL_UNICAST.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6');

/** The networks of this machine itself. */
export const LOOPBACK = ['127.0.0.0/8', '::1'] as const;

/**
 * Whether an address is on the public internet. An IPv4 address that is written as an IPv6 one is
 * none.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  if (NOT_PUBLIC.check(address, kind)) return false;
  return family === 4 || GLOBAL_UNICAST.check(address, 'ipv6');
}

/** A host that leads to our own network, or nowhere. */
export class AddressRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AddressRefusedError';
  }
}

export type LookUp = (host: string) => Promise<readonly { address: string; family: number }[]>;

const lookUpAll: LookUp = (host) => lookUp(host, { all: true });

/**
 * All addresses of a host, each of them public or in the `allowed` networks. Throws
 * {@link AddressRefusedError} if one is not: a name that leads to two places is not trusted with
 * either.
 */
export async function publicAddressesOf(
  host: string,
  { allowed = [], resolve = lookUpAll }: { allowed?: readonly string[]; resolve?: LookUp } = {},
): Promise<readonly { address: string; family: number }[]> {
  const literal = host.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  const found =
    family === 0
      ? await resolve(host).catch(() => {
          throw new AddressRefusedError('the name of the host leads nowhere');
        })
      : [{ address: literal, family }];
  const own = addressListOf(allowed);
  const isAllowed = (address: string): boolean => holds(own, address) || isPublicAddress(address);
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
    throw new AddressRefusedError('the host is not on the public internet');
  return found;
}
