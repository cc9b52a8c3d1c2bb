import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  assertion,
  type Carrier,
  call,
  payment,
  startCarrier,
  startService,
  tokenRequest,
} from '../carrier-sim.test-kit.ts';

const VULA = '/carriers/vula';
let carrier: Carrier;
let service: Awaited<ReturnType<typeof startService>>;
let atKaroo: string;
let atVula: string;
let next = 0;
beforeAll(async () => {
  service = await startService();
  carrier = await startCarrier({
    siteUrl: service.url,
    publicUrl: service.url,
    inbound: { url: `${service.url}/carrier`, token: 'inbound' },
  });
  atKaroo = await carrier.token();
  atVula = await carrier.token({ root: VULA });
});
afterAll(async () => {
  await carrier.sim.close();
  await service.close();
});
let seconds = 0;
beforeEach(async () => {
  await carrier.call('DELETE', '/sim/faults');
  // After the window of the second carrier's pace.
  seconds += 10;
  const now = new Date(Date.now() + seconds * 1_000).toISOString();
  await carrier.call('POST', '/test/clock', { body: { now } });
});

const karooNumber = () => `2783000${String(next++).padStart(4, '0')}`;
const vulaNumber = () => `27619497${String(next++).padStart(3, '0')}`;
const handset = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/handsets/${msisdn}`)).body;
const change = (msisdn: string, body: object) =>
  carrier.call('PUT', `/sim/handsets/${msisdn}`, { body });
const charges = async (query = '') => (await carrier.call('GET', `/sim/charges${query}`)).body;

function pay(root: string, msisdn: string) {
  return carrier.call('POST', `${root}/carrier-billing/v0.5/payments`, {
    token: root === '' ? atKaroo : atVula,
    body: payment({ phoneNumber: `+${msisdn}` }),
  });
}

describe('the carrier of a number', () => {
  test('is the second carrier for a number in its range and the first for all others', async () => {
    expect(await handset(vulaNumber())).toMatchObject({ carrier: 'vula', airtime: '50.00' });
    expect(await handset(karooNumber())).not.toHaveProperty('carrier');
    expect(await handset('27821234567')).not.toHaveProperty('carrier');
  });

  test('is the only one that takes its payments', async () => {
    const [ours, theirs] = [karooNumber(), vulaNumber()];
    expect((await pay('', ours)).status).toBe(201);
    expect((await pay(VULA, theirs)).status).toBe(201);
    expect((await pay('', theirs)).body.code).toBe('IDENTIFIER_NOT_FOUND');
    expect((await pay(VULA, ours)).body.code).toBe('IDENTIFIER_NOT_FOUND');
    expect([(await handset(ours)).airtime, (await handset(theirs)).airtime]).toEqual([
      '45.00',
      '45.00',
    ]);
  });

  test('changes when the number is ported: a new line there, and the old one after its return', async () => {
    const msisdn = karooNumber();
    await pay('', msisdn);
    expect((await change(msisdn, { carrier: 'vula', airtime: '20.00' })).body).toMatchObject({
      carrier: 'vula',
      airtime: '20.00',
    });
    expect((await pay('', msisdn)).body.code).toBe('IDENTIFIER_NOT_FOUND');
    expect((await pay(VULA, msisdn)).status).toBe(201);
    expect((await handset(msisdn)).airtime).toBe('15.00');
    expect((await change(msisdn, { carrier: 'karoo' })).body).toMatchObject({ airtime: '45.00' });
    expect((await pay('', msisdn)).status).toBe(201);
  });

  test('cannot be a carrier that is not simulated', async () => {
    expect(await change(karooNumber(), { carrier: 'nobody' })).toMatchObject({
      status: 400,
      body: { description: 'carrier: must be one of karoo, vula.' },
    });
  });
});

describe('messages', () => {
  test('stay in the handset when its number is ported', async () => {
    const msisdn = karooNumber();
    const send = (root: string, text: string) =>
      carrier.call('POST', `${root}/messages/v1/messages`, {
        token: root === '' ? atKaroo : atVula,
        body: { to: `+${msisdn}`, text, clientReference: `${msisdn}-${text}` },
      });
    await send('', 'first');
    await change(msisdn, { carrier: 'vula' });
    await carrier.call('POST', '/test/clock', {
      body: { now: new Date(Date.now() + (seconds + 1) * 1_000).toISOString() },
    });
    await send(VULA, 'second');
    const { body } = await carrier.call('GET', `/sim/handsets/${msisdn}/messages`);
    expect(body.map(({ text }: { text: string }) => text)).toEqual(['second', 'first']);
  });

  test('of a handset reach the service with the token of its carrier', async () => {
    const msisdn = vulaNumber();
    const { status } = await carrier.call('POST', `/sim/handsets/${msisdn}/messages`, {
      body: { text: 'STOP' },
    });
    expect(status).toBe(201);
    expect(service.received.at(-1)).toMatchObject({
      path: '/carrier/messages',
      authorization: 'Bearer inbound',
      body: { from: `+${msisdn}`, text: 'STOP' },
    });
  });
});

describe('the list of charges', () => {
  test('has the charges of all carriers in their order, each with its carrier', async () => {
    const [ours, theirs] = [karooNumber(), vulaNumber()];
    const before = (await charges()).length;
    for (const [root, msisdn] of [
      ['', ours],
      [VULA, theirs],
      ['', ours],
    ] as const) {
      seconds += 1;
      const now = new Date(Date.now() + seconds * 1_000).toISOString();
      await carrier.call('POST', '/test/clock', { body: { now } });
      await pay(root, msisdn);
    }
    const all = (await charges()).slice(before);
    expect(all.map((charge: { carrier: string }) => charge.carrier)).toEqual([
      'karoo',
      'vula',
      'karoo',
    ]);
    expect(await charges(`?msisdn=${theirs}`)).toHaveLength(1);
    expect(await charges(`?msisdn=${theirs}&carrier=karoo`)).toEqual([]);
    expect((await carrier.call('GET', '/sim/charges?carrier=nobody')).status).toBe(400);
  });
});

describe('each carrier', () => {
  test('shows its own payments only, and only to its own tokens', async () => {
    const msisdn = vulaNumber();
    const { paymentId } = (await pay(VULA, msisdn)).body;
    const find = (root: string, token: string) =>
      carrier.call('GET', `${root}/carrier-billing/v0.5/payments/${paymentId}`, { token });
    expect(await find(VULA, atVula)).toMatchObject({
      status: 200,
      body: {
        amountTransaction: {
          resourceURL: `${VULA}/carrier-billing/v0.5/payments/${paymentId}`,
        },
      },
    });
    expect((await find('', atKaroo)).status).toBe(404);
    expect((await find(VULA, atKaroo)).status).toBe(401);
    expect((await find('', atVula)).status).toBe(401);
  });

  test('refunds to the line that paid, also after the number was ported', async () => {
    const msisdn = vulaNumber();
    const { paymentId } = (await pay(VULA, msisdn)).body;
    await change(msisdn, { carrier: 'karoo' });
    const refund = await carrier.call(
      'POST',
      `${VULA}/carrier-billing-refund/v0.3/payments/${paymentId}/refunds`,
      {
        token: atVula,
        body: {
          type: 'total',
          amountTransaction: { referenceCode: crypto.randomUUID(), refundAmount: {} },
        },
      },
    );
    expect(refund.status).toBe(201);
    expect(refund.headers.get('location')).toBe(
      `${VULA}/carrier-billing-refund/v0.3/payments/${paymentId}/refunds/${refund.body.refundId}`,
    );
    expect((await handset(msisdn)).airtime).toBe('50.00');
    await change(msisdn, { carrier: 'vula' });
    expect((await handset(msisdn)).airtime).toBe('50.00');
    expect(await charges(`?msisdn=${msisdn}`)).toMatchObject([{ refunded: '5.00' }]);
  });

  test('accepts assertions for itself, and names itself as the issuer', async () => {
    const client_assertion = await assertion(carrier.key, carrier.url);
    const form = { client_assertion };
    const refused = await tokenRequest({ url: carrier.url + VULA, key: carrier.key }, { form });
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    const { body } = await carrier.call('GET', `${VULA}/.well-known/openid-configuration`);
    expect(body).toMatchObject({
      issuer: `${carrier.url}${VULA}`,
      token_endpoint: `${carrier.url}${VULA}/oauth2/token`,
      authorization_endpoint: `${carrier.networkUrl}${VULA}/oauth2/authorize`,
    });
  });

  test('enriches the requests of its own handsets with its own secret', async () => {
    const secrets: unknown[] = [];
    for (const msisdn of [karooNumber(), vulaNumber()]) {
      await carrier.call('PUT', '/sim/network', { body: { msisdn } });
      await call(carrier.networkUrl, 'GET');
      secrets.push(service.received.at(-1)?.enrichmentSecret);
      const tokens = await Promise.all(
        ['', VULA].map((root) =>
          call(`${carrier.networkUrl}${root}/oauth2/operator-token`, 'POST'),
        ),
      );
      expect(tokens.map(({ status }) => status).sort()).toEqual([201, 403]);
    }
    expect(secrets).toEqual(['enrichment-secret', 'secret-of-vula']);
  });
});

describe('faults', () => {
  test('without a carrier have one count for calls at any carrier', async () => {
    await carrier.call('POST', '/sim/faults', {
      body: { operation: 'charge', kind: 'error', times: 2 },
    });
    const statuses = [];
    for (const root of ['', VULA, ''])
      statuses.push((await pay(root, root === '' ? karooNumber() : vulaNumber())).status);
    expect(statuses).toEqual([503, 503, 201]);
  });

  test('of one carrier do not affect the other', async () => {
    await carrier.call('POST', '/sim/faults', {
      body: { operation: 'charge', kind: 'error', times: 1, carrier: 'vula' },
    });
    expect((await pay('', karooNumber())).status).toBe(201);
    expect((await pay(VULA, vulaNumber())).status).toBe(503);
    const unknown = { operation: 'charge', kind: 'error', carrier: 'nobody' };
    expect((await carrier.call('POST', '/sim/faults', { body: unknown })).status).toBe(400);
  });
});

describe('the pace of the second carrier', () => {
  test('refuses more than five payments a second with 429 and Retry-After', async () => {
    const msisdn = vulaNumber();
    seconds += 100;
    const now = new Date(Date.now() + seconds * 1_000).toISOString();
    await carrier.call('POST', '/test/clock', { body: { now } });
    // On a busy machine they would not all arrive within a second.
    vi.useFakeTimers({ toFake: ['Date'] });
    const replies = await Promise.all(Array.from({ length: 8 }, () => pay(VULA, msisdn)));
    vi.useRealTimers();
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.length - refused.length).toBe(5);
    expect(refused[0]?.headers.get('retry-after')).toBe('1');
    expect((await handset(msisdn)).airtime).toBe('25.00');
    const unpaced = await Promise.all(Array.from({ length: 8 }, () => pay('', karooNumber())));
    expect(unpaced.map(({ status }) => status)).toEqual(Array(8).fill(201));
    seconds += 1;
    await carrier.call('POST', '/test/clock', {
      body: { now: new Date(Date.now() + (seconds + 1) * 1_000).toISOString() },
    });
    expect((await pay(VULA, msisdn)).status).toBe(201);
  });
});

test('each carrier has a handset page that links to the others and names its numbers', async () => {
  for (const [path, name] of [
    ['/', 'Karoo Mobile'],
    [`${VULA}/`, 'Vula Connect'],
  ] as const) {
    const { status, body } = await carrier.call('GET', path);
    expect(status).toBe(200);
    expect(body).toContain(`<title>Handset · ${name}, simulated carrier</title>`);
    expect(body).toContain('href="/"');
    expect(body).toContain(`href="${VULA}/"`);
    expect(body).not.toMatch(/\{\{|<script(?![^>]*\ssrc=)/);
  }
  expect((await carrier.call('GET', VULA)).body).toContain('061 949 7');
  expect((await carrier.call('GET', '/sim/desk')).body.carriers).toEqual([
    { id: 'karoo', name: 'Karoo Mobile', short_name: 'Karoo', page: '/' },
    { id: 'vula', name: 'Vula Connect', short_name: 'Vula', page: `${VULA}/` },
  ]);
});
