import { describe, expect, it } from 'vitest';
import { networkOf, shortenedAddress } from './client-network.ts';

describe('the network of an address', () => {
  it('is an IPv4 address itself, in every form', () => {
    for (const address of [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '::ffff:cb00:7107',
      '0:0:0:0:0:ffff:203.0.113.7',
    ]) {
      expect(networkOf(address)).toBe('203.0.113.7');
    }
  });

  it('is the /64 of an IPv6 address, however it is shortened', () => {
    for (const address of [
      '2001:db8:0:7::1',
      '2001:db8:0:7:ffff:eeee:1:2',
      '2001:0DB8:0000:0007::',
      '2001:db8::7:1:2:3:4',
      '2001:db8:0:7::1%eth0',
    ]) {
      expect(networkOf(address)).toBe('2001:db8:0:7::/64');
    }
    expect(networkOf('2001:db8:0:8::1')).not.toBe(networkOf('2001:db8:0:7::1'));
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
  });

  it('is the text itself for a malformed address', () => {
    expect(networkOf('')).toBe('');
    expect(networkOf('unix')).toBe('unix');
  });
});

describe('a shortened address', () => {
  it.each([
    ['196.25.1.77', '196.25.1.0/24'],
    ['::ffff:196.25.1.77', '196.25.1.0/24'],
    ['2001:db8:1:7::1', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['', null],
    ['unix', null],
  ])('of %j names a site and no connection: %j', (address, shortened) => {
    expect(shortenedAddress(address)).toBe(shortened);
  });
});
