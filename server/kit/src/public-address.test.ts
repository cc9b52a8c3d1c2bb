import { describe, expect, it } from 'vitest';
import {
  AddressRefusedError,
  isPublicAddress,
  LOOPBACK,
  publicAddressesOf,
} from './public-address.ts';

describe('an address of the public internet', () => {
  it.each(['8.8.8.8', '196.25.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    '%s is one',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '::127.0.0.1',
    '1::1',
    '64:ff9b:1::7f00:1',
    'fec0::1',
    '2001:0:7f00:1::',
    '192.168.0.1 ',
    '0177.0.0.1',
    '2130706433',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%j is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['this machine', LOOPBACK, ['127.0.0.1', '127.9.9.9', '[::1]']],
    ['own networks', ['10.20.0.0/16', 'fd00::/8'], ['10.20.3.4', '[fd12::1]']],
  ])('may be of %s where they are allowed, and of no other ever', async (_of, allowed, hosts) => {
    for (const host of hosts) {
      expect(await publicAddressesOf(host, { allowed })).toHaveLength(1);
      await expect(publicAddressesOf(host)).rejects.toThrow(AddressRefusedError);
    }
    for (const host of ['10.0.0.1', '169.254.169.254', '[fe80::1]', '0.0.0.0'])
      await expect(publicAddressesOf(host, { allowed })).rejects.toThrow(AddressRefusedError);
  });

  it('is required of every answer to a look-up of a name', async () => {
    const resolve = async (host: string) =>
      ({
        'good.example': [{ address: '8.8.8.8', family: 4 }],
        'both.example': [
          { address: '8.8.8.8', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ],
        'none.example': [],
      })[host] ?? Promise.reject(new Error('ENOTFOUND'));
    expect(await publicAddressesOf('good.example', { resolve })).toHaveLength(1);
    for (const host of ['both.example', 'none.example', 'lost.example', '127.0.0.1', '[::1]'])
      await expect(publicAddressesOf(host, { resolve })).rejects.toThrow(AddressRefusedError);
  });
});
