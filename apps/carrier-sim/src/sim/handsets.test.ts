import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Carrier,
  payment,
  startCarrier,
  startService,
  until,
} from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let service: Awaited<ReturnType<typeof startService>>;
let answer = 204;
beforeAll(async () => {
  service = await startService(() => answer);
  carrier = await startCarrier({
    inbound: { url: `${service.url}/carrier`, token: 'inbound-token' },
  });
});
afterAll(async () => {
  await carrier.sim.close();
  await service.close();
});

const handset = '/sim/handsets/27871110000';

describe('a handset', () => {
  test('is new with R50.00 for an unknown number in any form', async () => {
    const fresh = { msisdn: '27871110001', airtime: '50.00', content_blocked: false };
    for (const number of ['27871110001', '0871110001', '%2B27871110001'])
      expect((await carrier.call('GET', `/sim/handsets/${number}`)).body).toEqual(fresh);
  });

  test('changes only the named fields', async () => {
    const put = (body: object) => carrier.call('PUT', '/sim/handsets/27871110002', { body });
    expect((await put({ airtime: '12.5' })).body).toEqual({
      msisdn: '27871110002',
      airtime: '12.50',
      content_blocked: false,
    });
    expect((await put({ content_blocked: true })).body).toEqual({
      msisdn: '27871110002',
      airtime: '12.50',
      content_blocked: true,
    });
    const special = {
      spend_limit: '20.00',
      on_network: false,
      billing_blocked: true,
      payment_validation: true,
    };
    expect((await put(special)).body).toMatchObject(special);
    const { body } = await put({
      spend_limit: null,
      on_network: true,
      billing_blocked: false,
      payment_validation: false,
    });
    expect((await put(body)).body).toEqual(body);
  });

  test.each([
    {},
    { airtime: '-1' },
    { airtime: '1.234' },
    { airtime: true },
    { airtime: null },
    { airtime: '99999999' },
    { content_blocked: 'yes' },
    { spend_limit: [] },
    { colour: 'red' },
    { msisdn: '27820000000' },
    { age: 200 },
  ])('refuses the body %j', async (body) => {
    expect(await carrier.call('PUT', handset, { body })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT', description: expect.any(String) },
    });
    expect((await carrier.call('GET', handset)).body.airtime).toBe('50.00');
  });

  test.each([
    'GET /sim/handsets/123',
    'GET /sim/handsets/%00',
    'GET /sim/charges?msisdn=1',
    'GET /sim/handsets/346661113334/messages',
  ])('refuses %s, which is no number', async (line) => {
    const [method = '', path = ''] = line.split(' ');
    expect(await carrier.call(method, path)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT' },
    });
  });

  test('is topped up at once, and the service is notified until it accepts', async () => {
    answer = 500;
    const reply = await carrier.call('POST', `${handset}/top-ups`, { body: { amount: '10' } });
    expect(reply).toMatchObject({ status: 201, body: { amount: '10.00', airtime: '60.00' } });
    await until(() => service.received.length > 0);
    answer = 204;
    await until(() => service.received.length > 1);
    expect(service.received[1]).toMatchObject({
      path: '/carrier/top-ups',
      authorization: 'Bearer inbound-token',
      body: {
        id: reply.body.id,
        phoneNumber: '+27871110000',
        amount: '10.00',
        at: expect.any(String),
      },
    });
    for (const amount of ['0', '1000.01', -5, 'x'])
      expect((await carrier.call('POST', `${handset}/top-ups`, { body: { amount } })).status).toBe(
        400,
      );
  });
  // A top-up event brings the next charge attempt forward.
  test('notifies the service of an increase of airtime and of no other change', async () => {
    const put = (body: object) => carrier.call('PUT', '/sim/handsets/27871110020', { body });
    const topUpEvents = () =>
      service.received.filter(({ body }) => body.phoneNumber === '+27871110020');
    await put({ airtime: '2.00' });
    await put({ content_blocked: true });
    await put({ airtime: '2.00' });
    await put({ airtime: '7.50', content_blocked: false });
    await until(() => topUpEvents().length > 0);
    // Later events arrive later: no earlier event can be in flight after this one.
    await carrier.call('POST', '/sim/handsets/27871110020/top-ups', { body: { amount: '1' } });
    await until(() => topUpEvents().length > 1);
    expect(topUpEvents().map(({ path, body }) => [path, body.amount])).toEqual([
      ['/carrier/top-ups', '5.50'],
      ['/carrier/top-ups', '1.00'],
    ]);
  });
});

// A recycled number never inherits data.
describe('a recycled number', () => {
  const path = '/sim/handsets/27871110030';
  const messages = async (query = '') =>
    (await carrier.call('GET', `${path}/messages${query}`)).body.map(
      ({ text }: { text: string }) => text,
    );
  const sms = async (text: string, clientReference = text) => {
    const token = await carrier.token();
    return carrier.call('POST', '/messages/v1/messages', {
      token,
      body: { to: '+27871110030', text, clientReference },
    });
  };

  test('is a new line without the messages of the former owner', async () => {
    await carrier.call('PUT', path, {
      body: {
        airtime: '1.00',
        content_blocked: true,
        billing_blocked: true,
        spend_limit: '5.00',
        age: 12,
      },
    });
    const first = await sms('For the old owner');
    await carrier.call('POST', `${path}/messages`, { body: { text: 'HELP' } });
    const reply = await carrier.call('POST', `${path}/recycle`);
    expect(reply).toMatchObject({
      status: 200,
      body: { msisdn: '27871110030', airtime: '50.00', content_blocked: false },
    });
    const { recycled_at: at, ...rest } = reply.body;
    expect(Object.keys(rest)).toEqual(['msisdn', 'airtime', 'content_blocked']);
    expect(at).toBe(new Date(at).toISOString());
    expect((await carrier.call('GET', path)).body).toEqual(reply.body);
    expect([await messages(), await messages('?sent=true')]).toEqual([[], []]);
    // A message to the former owner is not sent again to the new one.
    expect((await sms('For the old owner')).body).toEqual(first.body);
    await sms('For the new owner');
    expect(await messages()).toEqual(['For the new owner']);
    await carrier.call('POST', `${path}/recycle`);
    expect(await messages()).toEqual([]);
  });

  test('keeps the day of its transfer, which cannot be set', async () => {
    const { body } = await carrier.call('POST', `${path}/recycle`);
    expect((await carrier.call('PUT', path, { body })).body).toEqual(body);
    const other = { recycled_at: '2020-01-01T00:00:00Z' };
    expect(await carrier.call('PUT', path, { body: other })).toMatchObject({
      status: 400,
      body: { description: expect.stringContaining('recycled_at') },
    });
    expect(await carrier.call('PUT', '/sim/handsets/27871110031', { body: other })).toMatchObject({
      status: 400,
    });
    expect((await carrier.call('PUT', path, { body: { airtime: '3.00' } })).body.recycled_at).toBe(
      body.recycled_at,
    );
    expect((await carrier.call('POST', '/sim/handsets/123/recycle')).status).toBe(400);
  });

  test("gives nobody the former owner's airtime and does not count the former spending", async () => {
    const token = await carrier.token();
    const pay = (step: string) =>
      carrier.call('POST', `/carrier-billing/v0.5/${step}`, {
        token,
        body: payment({ phoneNumber: '+27871110032', amount: 10 }),
      });
    const own = '/sim/handsets/27871110032';
    const [{ body: paid }, { body: held }] = [await pay('payments'), await pay('payments/prepare')];
    await carrier.call('POST', `${own}/recycle`);
    const cancel = `/carrier-billing/v0.5/payments/${held.paymentId}/cancel`;
    expect(
      (await carrier.call('POST', cancel, { token, body: { phoneNumber: '+27871110032' } })).status,
    ).toBe(202);
    const total = {
      type: 'total',
      amountTransaction: { referenceCode: crypto.randomUUID(), refundAmount: {} },
    };
    expect(
      (
        await carrier.call(
          'POST',
          `/carrier-billing-refund/v0.3/payments/${paid.paymentId}/refunds`,
          { token, body: total },
        )
      ).status,
    ).toBe(201);
    expect((await carrier.call('GET', own)).body.airtime).toBe('50.00');
    await carrier.call('PUT', own, { body: { spend_limit: '10.00' } });
    expect((await pay('payments')).status).toBe(201);
    expect((await pay('payments')).body.code).toBe(
      'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED',
    );
  });
});

describe('a message from a handset', () => {
  test('is answered once the service has accepted it, and is not among the received ones', async () => {
    service.received.length = 0;
    const reply = await carrier.call('POST', `${handset}/messages`, { body: { text: ' STOP ' } });
    expect(reply.status).toBe(201);
    expect(service.received).toMatchObject([
      {
        path: '/carrier/messages',
        authorization: 'Bearer inbound-token',
        body: { id: reply.body.id, from: '+27871110000', text: 'STOP' },
      },
    ]);
    expect((await carrier.call('GET', `${handset}/messages`)).body).toEqual([]);
    expect((await carrier.call('GET', `${handset}/messages?sent=true`)).body).toMatchObject([
      { text: 'STOP', from: '27871110000', sent: true, taken: true },
    ]);
  });

  test('reports that the service refused it or was not reached', async () => {
    answer = 401;
    expect(
      await carrier.call('POST', `${handset}/messages`, { body: { text: 'STOP' } }),
    ).toMatchObject({
      status: 502,
      body: { code: 'MESSAGE_NOT_TAKEN' },
    });
    answer = 204;
    const lonely = await startCarrier({
      inbound: { url: 'http://127.0.0.1:9/carrier', token: 'x' },
    });
    expect(
      await lonely.call('POST', `${handset}/messages`, { body: { text: 'STOP' } }),
    ).toMatchObject({
      status: 502,
      body: { code: 'SERVICE_NOT_REACHED' },
    });
    expect((await lonely.call('GET', `${handset}/messages?sent=true`)).body).toMatchObject([
      { taken: false },
    ]);
    await lonely.sim.close();
  });

  test.each(['', 'STOP\0now', 'STOP\u0007', 'STOP \ud83d', 'STOP 🛑', 'x'.repeat(255 * 153)])(
    'is passed on whatever its text (%#)',
    async (text) => {
      service.received.length = 0;
      const reply = await carrier.call('POST', `${handset}/messages`, { body: { text } });
      expect(reply.status).toBe(201);
      expect(service.received).toMatchObject([{ body: { text } }]);
      const [shown] = (await carrier.call('GET', `${handset}/messages?sent=true`)).body;
      expect(shown.text).toBe(text.toWellFormed().replace('\0', '\u2400'));
    },
  );

  test.each([{}, { text: 'x'.repeat(255 * 153 + 1) }, { text: 5 }, { text: 'a', to: 'b' }])(
    'refuses the body %j',
    async (body) => {
      expect(await carrier.call('POST', `${handset}/messages`, { body })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_ARGUMENT' },
      });
    },
  );
});

describe('the message API', () => {
  test('sends once for one reference', async () => {
    const token = await carrier.token();
    const send = (more: object = {}) =>
      carrier.call('POST', '/messages/v1/messages', {
        token,
        body: { to: '+27871110009', text: 'Welcome', clientReference: 'w-1', ...more },
      });
    const first = await send();
    expect(first).toMatchObject({ status: 201, body: { status: 'accepted' } });
    expect(await send()).toMatchObject({ status: 200, body: first.body });
    expect(await send({ text: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    });
    expect((await send({ text: 'x'.repeat(161), clientReference: 'w-2' })).status).toBe(400);
    expect((await send({ to: '+346661113334', clientReference: 'w-3' })).body.code).toBe(
      'IDENTIFIER_NOT_FOUND',
    );
    expect((await carrier.call('GET', '/sim/handsets/27871110009/messages')).body).toMatchObject([
      { text: 'Welcome', from: '45111' },
    ]);
  });
});

describe('the handset page', () => {
  test('loads nothing inline and nothing from other hosts', async () => {
    const page = await carrier.call('GET', '/');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=|\son\w+=/);
    const files = [...page.body.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path);
    expect(files.length).toBeGreaterThan(5);
    for (const path of files) expect((await carrier.call('GET', path)).status).toBe(200);
    const again = await carrier.call('GET', '/', {
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('receives messages as they arrive', async () => {
    const aborting = new AbortController();
    const stream = await fetch(`${carrier.url}/sim/handsets/27871110010/events`, {
      signal: aborting.signal,
    });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    let heard = '';
    const listening = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) heard += decoder.decode(chunk);
    })();
    const token = await carrier.token();
    const body = { to: '+27871110010', text: 'Hello', clientReference: 'live' };
    await carrier.call('POST', '/messages/v1/messages', { token, body });
    await until(() => heard.includes('event: messages'));
    aborting.abort();
    await expect(listening).rejects.toThrow();
  });

  test('and all of /sim refuse pages of other sites', async () => {
    const foreign = await carrier.call('POST', '/sim/faults', {
      body: { operation: 'charge', kind: 'error' },
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } });
    const { port } = new URL(carrier.url);
    const status = await new Promise((resolve) => {
      request(
        { port, host: '127.0.0.1', path: '/sim/charges', headers: { host: 'evil.example' } },
        (reply) => resolve(reply.resume().statusCode),
      ).end();
    });
    expect(status).toBe(421);
  });

  test('the clock cannot be moved without a test clock', async () => {
    const real = await startCarrier({ testClock: false });
    const body = { now: '2030-01-01T00:00:00Z' };
    expect((await real.call('POST', '/test/clock', { body })).status).toBe(404);
    expect((await carrier.call('POST', '/test/clock', { body: { now: 'tomorrow' } })).status).toBe(
      400,
    );
    expect((await carrier.call('POST', '/test/clock', { body })).body.now).toMatch(
      /^2030-01-01T00:00:0/,
    );
    await real.sim.close();
  });
});
