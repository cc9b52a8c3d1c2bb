import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, call, startCarrier } from '../carrier-sim.test-kit.ts';

const VIDEO = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
let seen: { method?: string; url?: string; headers: IncomingHttpHeaders; bytes: number } = {
  headers: {},
  bytes: 0,
};

const site = createServer(async (incoming, response) => {
  let bytes = 0;
  for await (const chunk of incoming) bytes += chunk.length;
  seen = {
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    headers: incoming.headers,
    bytes,
  };
  if (incoming.url === '/away')
    return response
      .writeHead(302, {
        location: `http://localhost:${sitePort}/there`,
        'set-cookie': ['a=1', 'b=2'],
      })
      .end();
  const range = /^bytes=(\d+)-(\d+)$/.exec(incoming.headers.range ?? '');
  if (!range) return response.writeHead(200, { 'content-type': 'video/mp4' }).end(VIDEO);
  const [from, to] = [Number(range[1]), Number(range[2])];
  return response
    .writeHead(206, { 'content-range': `bytes ${from}-${to}/${VIDEO.length}` })
    .end(VIDEO.subarray(from, to + 1));
});
let sitePort = 0;
let carrier: Carrier;
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = site.address();
  sitePort = typeof address === 'object' && address !== null ? address.port : 0;
  carrier = await startCarrier({
    siteUrl: `http://127.0.0.1:${sitePort}`,
    publicUrl: `http://localhost:${sitePort}`,
  });
});
afterAll(async () => {
  await carrier.sim.close();
  site.closeAllConnections();
  site.close();
});

const carry = (msisdn: string | null) => carrier.call('PUT', '/sim/network', { body: { msisdn } });

describe('the mobile network', () => {
  test("names the carried handset to the site and ignores the client's claims", async () => {
    await carry('27821234567');
    await call(`${carrier.networkUrl}/any?a=b`, 'GET', {
      headers: {
        'x-msisdn': '27829999999',
        X_MSISDN: '1',
        'X-Up-Calling-Line-Id': '2',
        msisdn: '3',
      },
    });
    expect(seen).toMatchObject({
      url: '/any?a=b',
      headers: {
        'x-msisdn': '27821234567',
        'x-enrichment-secret': 'enrichment-secret',
        host: `localhost:${sitePort}`,
      },
    });
    expect(Object.keys(seen.headers).filter((name) => /msisdn|calling/.test(name))).toEqual([
      'x-msisdn',
    ]);
  });

  test('adds no enrichment while it carries no handset', async () => {
    await carry(null);
    await call(carrier.networkUrl, 'GET', {
      headers: { 'X-Enrichment-Secret': 'enrichment-secret', 'x-msisdn': '27821234567' },
    });
    expect(seen.headers).not.toHaveProperty('x-msisdn');
    expect(seen.headers).not.toHaveProperty('x-enrichment-secret');
    expect((await carrier.call('GET', '/sim/network')).body).toEqual({ msisdn: null });
  });

  test('passes bodies, ranges, redirects and cookies on', async () => {
    await call(`${carrier.networkUrl}/api`, 'POST', {
      body: { a: 'x'.repeat(100_000) },
      headers: { origin: carrier.networkUrl },
    });
    expect(seen).toMatchObject({
      method: 'POST',
      bytes: 100_008,
      headers: { origin: `http://localhost:${sitePort}` },
    });
    const part = await fetch(`${carrier.networkUrl}/clip.mp4`, {
      headers: { range: 'bytes=1000-1999' },
    });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-1999/${VIDEO.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(VIDEO.subarray(1000, 2000))).toBe(true);
    expect(Buffer.from(await (await fetch(carrier.networkUrl)).arrayBuffer()).equals(VIDEO)).toBe(
      true,
    );
    const away = await call(`${carrier.networkUrl}/away`, 'GET');
    expect([away.status, away.headers.get('location')]).toEqual([
      302,
      `${carrier.networkUrl}/there`,
    ]);
    expect(away.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('passes a malformed address on and keeps running', async () => {
    const { port } = new URL(carrier.networkUrl);
    for (const path of ['//', '///', '/\\', '//:0', '/%']) {
      const status = await new Promise((resolve) => {
        request({ port, host: '127.0.0.1', path }, (reply) =>
          resolve(reply.resume().statusCode),
        ).end();
      });
      expect([path, status]).toEqual([path, 200]);
    }
  });

  test('refuses a foreign host name and a method for itself', async () => {
    const { port } = new URL(carrier.networkUrl);
    const status = await new Promise((resolve) => {
      request({ port, host: '127.0.0.1', headers: { host: 'evil.example' } }, (reply) =>
        resolve(reply.resume().statusCode),
      ).end();
    });
    expect(status).toBe(421);
    expect((await call(carrier.networkUrl, 'PROPFIND')).status).toBe(405);
  });

  test('answers 502 while the site is away', async () => {
    const lonely = await startCarrier({ siteUrl: 'http://127.0.0.1:9' });
    expect(await call(lonely.networkUrl, 'GET')).toMatchObject({
      status: 502,
      body: { code: 'SITE_NOT_REACHED' },
    });
    await lonely.sim.close();
  });
});
