import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK, publicAddressesOf } from '@bonisa/kit/public-address';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchGuarded } from './guarded-fetch.ts';

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    if (pathname === '/feed') response.end(`<rss>${request.headers.host}</rss>`);
    else if (pathname === '/large') response.end('x'.repeat(2000));
    else if (pathname === '/silent') response.write('<rss>');
    else if (pathname === '/away')
      response.writeHead(302, { location: `http://inside.test:${port}/feed` }).end();
    else if (pathname === '/there') response.writeHead(301, { location: '/feed' }).end();
    else response.writeHead(302, { location: '/loop' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

// A name of this test stands for a public address; the machine has no other to connect to.
const outside = {
  addressesOf: (host: string) =>
    host === 'outside.test'
      ? publicAddressesOf('127.0.0.1', { allowed: LOOPBACK })
      : publicAddressesOf(host, { resolve: async () => [{ address: '10.0.0.1', family: 4 }] }),
};
const at = (path: string): string => `http://outside.test:${port}${path}`;

describe('a feed at an address', () => {
  it('is fetched, through redirects as well', async () => {
    const text = `<rss>outside.test:${port}</rss>`;
    expect(await fetchGuarded(at('/feed'), outside)).toBe(text);
    expect(await fetchGuarded(at('/there'), outside)).toBe(text);
  });

  it('is refused when its name or a redirect leads into a private network', async () => {
    const refusal = 'the feed is at inside.test: the host is not on the public internet';
    await expect(fetchGuarded(`http://inside.test:${port}/feed`, outside)).rejects.toThrow(refusal);
    await expect(fetchGuarded(at('/away'), outside)).rejects.toThrow(refusal);
  });

  it('is refused when only one of the addresses of its name is private', async () => {
    const both = ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 }));
    const addressesOf = (host: string) =>
      publicAddressesOf(host, { allowed: LOOPBACK, resolve: async () => both });
    await expect(fetchGuarded(at('/feed'), { addressesOf })).rejects.toThrow('public internet');
  });

  it('is bounded in bytes, time and redirects', async () => {
    await expect(fetchGuarded(at('/large'), { ...outside, mostBytes: 1000 })).rejects.toThrow(
      'more than 1000 bytes',
    );
    await expect(fetchGuarded(at('/silent'), { ...outside, seconds: 0.05 })).rejects.toThrow(
      'took longer',
    );
    await expect(fetchGuarded(at('/loop'), outside)).rejects.toThrow('redirects more than 5 times');
  });

  it.each(['file:///etc/passwd', 'ftp://outside.test/x', 'http://user:secret@outside.test/'])(
    'is refused as %s',
    async (url) => {
      await expect(fetchGuarded(url, outside)).rejects.toThrow(/^the (feed must|address of)/);
    },
  );

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::127.0.0.1]/',
    'http://[1::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/',
  ])('is refused at %s, without a connection', async (url) => {
    await expect(fetchGuarded(url, { addressesOf: publicAddressesOf })).rejects.toThrow(
      'public internet',
    );
  });
});
