import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Carrier,
  payment,
  sinkAt,
  startCarrier,
  startService,
  until,
} from '../carrier-sim.test-kit.ts';

const BASE = '/carrier-billing/v0.5/payments';
let carrier: Carrier;
let service: Awaited<ReturnType<typeof startService>>;
let token: string;
let next = 0;
beforeAll(async () => {
  carrier = await startCarrier();
  service = await startService();
  token = await carrier.token();
});
afterAll(async () => {
  await carrier.sim.close();
  await service.close();
});

const newNumber = () => `2783000${String(next++).padStart(4, '0')}`;
const pay = (changes: Parameters<typeof payment>[0], as = token) =>
  carrier.call('POST', BASE, { token: as, body: payment(changes) });
const airtime = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/handsets/${msisdn}`)).body.airtime;
const set = (msisdn: string, body: object) =>
  carrier.call('PUT', `/sim/handsets/${msisdn}`, { body });
const charges = async (msisdn: string) =>
  (await carrier.call('GET', `/sim/charges?msisdn=${msisdn}`)).body;

describe('a payment in one step', () => {
  test('takes airtime and echoes the request', async () => {
    const msisdn = newNumber();
    const reply = await pay({
      phoneNumber: `+${msisdn}`,
      referenceCode: 'ref-1',
      clientCorrelator: 'cor-1',
    });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        paymentStatus: 'succeeded',
        paymentDate: expect.any(String),
        amountTransaction: {
          phoneNumber: `+${msisdn}`,
          referenceCode: 'ref-1',
          clientCorrelator: 'cor-1',
          serverReferenceCode: expect.any(String),
        },
      },
    });
    expect(await airtime(msisdn)).toBe('45.00');
    expect(await carrier.call('GET', `${BASE}/${reply.body.paymentId}`, { token })).toMatchObject({
      status: 200,
      body: reply.body,
    });
    expect(await charges(msisdn)).toMatchObject([
      { id: reply.body.paymentId, amount: '5.00', status: 'succeeded', reference: 'ref-1' },
    ]);
  });

  // X5
  test('is denied with a description for too little airtime, takes nothing and is among the charges', async () => {
    const msisdn = newNumber();
    await set(msisdn, { airtime: '4.99' });
    const reply = await pay({ phoneNumber: `+${msisdn}` });
    expect(reply).toMatchObject({
      status: 403,
      body: {
        code: 'CARRIER_BILLING.PAYMENT_DENIED',
        message: expect.stringContaining('Insufficient airtime'),
      },
    });
    expect(await airtime(msisdn)).toBe('4.99');
    expect(await charges(msisdn)).toMatchObject([{ amount: '5.00', status: 'denied' }]);
    expect(
      (await carrier.call('GET', BASE, { token: await carrier.token({ msisdn }) })).body,
    ).toEqual([]);
    await set(msisdn, { airtime: '5.00' });
    expect((await pay({ phoneNumber: `+${msisdn}` })).status).toBe(201);
    expect(await airtime(msisdn)).toBe('0.00');
  });

  test('is denied above the spending limit, for a blocked line and on another network', async () => {
    const msisdn = newNumber();
    const phoneNumber = `+${msisdn}`;
    await set(msisdn, { spend_limit: '9.99' });
    expect((await pay({ phoneNumber })).status).toBe(201);
    expect(await pay({ phoneNumber })).toMatchObject({
      status: 422,
      body: { code: 'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED' },
    });
    await set(msisdn, { spend_limit: null, billing_blocked: true });
    const blocked = await pay({ phoneNumber });
    expect(blocked).toMatchObject({
      status: 403,
      body: { code: 'CARRIER_BILLING.PAYMENT_DENIED' },
    });
    expect(blocked.body.message).not.toMatch(/insufficient|otp|timed out/i);
    await set(msisdn, { billing_blocked: false, on_network: false });
    expect(await pay({ phoneNumber })).toMatchObject({
      status: 404,
      body: { code: 'IDENTIFIER_NOT_FOUND' },
    });
    expect((await charges(msisdn)).map(({ status }: { status: string }) => status)).toEqual([
      'succeeded',
      'denied',
      'denied',
      'denied',
    ]);
  });

  test('refuses fractions of a cent and amounts of R1,000; takes tax beside the amount as well', async () => {
    const msisdn = newNumber();
    const phoneNumber = `+${msisdn}`;
    const information = { currency: 'ZAR', description: 'x' };
    const amount = (more: object) =>
      pay({ phoneNumber, paymentAmount: { chargingInformation: { ...information, ...more } } });
    expect(await amount({ amount: 5.001 })).toMatchObject({
      status: 422,
      body: { code: 'CARRIER_BILLING.UNAUTHORIZED_AMOUNT' },
    });
    expect(await amount({ amount: 1000.01 })).toMatchObject({
      status: 422,
      body: { code: 'CARRIER_BILLING.UNAUTHORIZED_AMOUNT' },
    });
    expect((await amount({ amount: 8.7, taxAmount: 1.3 })).status).toBe(201);
    expect(await airtime(msisdn)).toBe('40.00');
    for (const bad of [0, -5, 0.0005, '5', null])
      expect((await amount({ amount: bad })).body.code).toBe('INVALID_ARGUMENT');
    expect(await amount({ amount: 5, currency: 'EUR' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT' },
    });
  });

  test('takes the number from the token or from the body', async () => {
    const msisdn = newNumber();
    const own = await carrier.token({ msisdn });
    expect(await pay({})).toMatchObject({ status: 422, body: { code: 'MISSING_IDENTIFIER' } });
    expect(await pay({ phoneNumber: `+${msisdn}` }, own)).toMatchObject({
      status: 422,
      body: { code: 'UNNECESSARY_IDENTIFIER' },
    });
    expect(await pay({}, own)).toMatchObject({
      status: 201,
      body: { amountTransaction: { phoneNumber: `+${msisdn}` } },
    });
    expect(await pay({ phoneNumber: '+346661113334' })).toMatchObject({
      status: 404,
      body: { code: 'IDENTIFIER_NOT_FOUND' },
    });
  });
});

describe('a repeated payment request', () => {
  test('has the same answer under the same correlator and takes nothing more', async () => {
    const msisdn = newNumber();
    const body = payment({ phoneNumber: `+${msisdn}`, clientCorrelator: 'again' });
    const first = await carrier.call('POST', BASE, { token, body });
    const [second, third] = await Promise.all([
      carrier.call('POST', BASE, { token, body }),
      carrier.call('POST', BASE, { token, body }),
    ]);
    expect([second.status, second.body, third.body]).toEqual([201, first.body, first.body]);
    expect(await airtime(msisdn)).toBe('45.00');
    expect(await charges(msisdn)).toHaveLength(1);
  });

  test('is a 400 for other content under the correlator, and a 409 for a used reference', async () => {
    const phoneNumber = `+${newNumber()}`;
    await pay({ phoneNumber, clientCorrelator: 'used', referenceCode: 'used-ref' });
    expect(await pay({ phoneNumber, clientCorrelator: 'used' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT' },
    });
    expect(await pay({ phoneNumber, referenceCode: 'used-ref' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_EXISTS' },
    });
  });

  test('may follow a denied attempt under the same correlator', async () => {
    const msisdn = newNumber();
    await set(msisdn, { airtime: '0' });
    const body = payment({ phoneNumber: `+${msisdn}`, clientCorrelator: 'denied-first' });
    expect((await carrier.call('POST', BASE, { token, body })).status).toBe(403);
    await set(msisdn, { airtime: '10' });
    expect((await carrier.call('POST', BASE, { token, body })).status).toBe(201);
    expect((await charges(msisdn)).map(({ status }: { status: string }) => status)).toEqual([
      'denied',
      'succeeded',
    ]);
  });
});

describe('notifications of payments', () => {
  const events = (paymentId: string) =>
    service.received.filter(
      ({ body }) => (body.data as { paymentId?: string } | undefined)?.paymentId === paymentId,
    );

  test('reach the sink of a completed payment with its token', async () => {
    const reply = await pay({
      phoneNumber: `+${newNumber()}`,
      sink: sinkAt(`${service.url}/events`),
    });
    await until(() => events(reply.body.paymentId).length > 0);
    expect(events(reply.body.paymentId)).toMatchObject([
      {
        path: '/events',
        authorization: 'Bearer sink-token',
        contentType: 'application/cloudevents+json',
        body: {
          specversion: '1.0',
          type: 'org.camaraproject.carrier-billing.v0.payment-completed',
          data: { status: 'succeeded', paymentDate: reply.body.paymentDate },
        },
      },
    ]);
    expect(reply.body).not.toHaveProperty('sink');
  });

  test('are repeated as the same event when the sink fails', async () => {
    let failures = 1;
    const flaky = await startService(() => (failures-- > 0 ? 503 : 204));
    await pay({ phoneNumber: `+${newNumber()}`, sink: sinkAt(flaky.url) });
    await until(() => flaky.received.length === 2);
    expect(flaky.received[0]?.body.id).toBe(flaky.received[1]?.body.id);
    await flaky.close();
  });

  test.each([
    ['INVALID_SINK', { sink: 'http://elsewhere.example/x' }],
    ['INVALID_SINK', { sink: 'ftp://127.0.0.1/x' }],
    ['INVALID_SINK', { sink: 'nothing' }],
    [
      'INVALID_CREDENTIAL',
      {
        sink: 'https://a.example',
        sinkCredential: { credentialType: 'PLAIN', identifier: 'a', secret: 'b' },
      },
    ],
    [
      'INVALID_TOKEN',
      {
        sink: 'https://a.example',
        sinkCredential: { ...sinkAt('x').sinkCredential, accessTokenType: 'mac' },
      },
    ],
    [
      'INVALID_ARGUMENT',
      { sink: 'https://a.example', sinkCredential: { credentialType: 'ACCESSTOKEN' } },
    ],
    [
      'INVALID_ARGUMENT',
      { sink: 'https://a.example', sinkCredential: { credentialType: 'OTHER' } },
    ],
  ])('are refused with %s for the sink %j', async (code, sink) => {
    expect(await pay({ phoneNumber: `+${newNumber()}`, sink })).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  test('have their https sink in the reply', async () => {
    const reply = await pay({
      phoneNumber: `+${newNumber()}`,
      sink: { sink: 'https://sink.example/x' },
    });
    expect(reply.body.sink).toBe('https://sink.example/x');
  });
});

describe('the list of payments', () => {
  test('is filtered, sorted and paged', async () => {
    const msisdn = newNumber();
    const own = await carrier.token({ msisdn });
    const made: { paymentId: string; paymentCreationDate: string }[] = [];
    for (let index = 0; index < 5; index += 1) {
      const merchantIdentifier = index < 2 ? 'one' : 'two';
      const chargingInformation = { amount: 1, currency: 'ZAR', description: 'x' };
      made.push(
        (
          await pay(
            { paymentAmount: { chargingInformation, chargingMetaData: { merchantIdentifier } } },
            own,
          )
        ).body,
      );
    }
    const ids = made.map(({ paymentId }) => paymentId);
    const list = async (query: string) => {
      const reply = await carrier.call('GET', `${BASE}?${query}`, { token: own });
      const found = reply.body.map(({ paymentId }: { paymentId: string }) => paymentId);
      return {
        found,
        total: reply.headers.get('x-total-count'),
        last: reply.headers.get('content-last-key'),
      };
    };
    expect(await list('')).toEqual({ found: ids.toReversed(), total: '5', last: '5' });
    expect(await list('order=asc&perPage=2&page=2')).toEqual({
      found: ids.slice(2, 4),
      total: '5',
      last: '4',
    });
    expect(await list('order=asc&perPage=2&page=3')).toEqual({
      found: ids.slice(4),
      total: '5',
      last: '5',
    });
    expect(await list('perPage=5')).toMatchObject({ total: '5', last: '5' });
    expect(await list('merchantIdentifier=one&order=asc')).toMatchObject({
      found: ids.slice(0, 2),
      total: '2',
    });
    expect(await list('paymentStatus=reserved&paymentStatus=denied')).toMatchObject({
      found: [],
      total: '0',
    });
    expect(await list('paymentStatus=succeeded')).toMatchObject({ total: '5' });
    const third = made[2]?.paymentCreationDate;
    expect((await list(`order=asc&paymentCreationDate.gte=${third}`)).found).toContain(ids[2]);
    expect((await list(`order=asc&paymentCreationDate.lte=${third}`)).found).toContain(ids[2]);
    expect((await list('paymentCreationDate.lte=2001-01-01T00:00:00Z')).found).toEqual([]);
  });

  test.each([
    ['INVALID_ARGUMENT', 'page=a'],
    ['INVALID_ARGUMENT', 'paymentStatus=gone'],
    ['INVALID_ARGUMENT', 'order=up'],
    ['INVALID_ARGUMENT', 'paymentCreationDate.gte=2026-01-01'],
    ['INVALID_ARGUMENT', 'paymentCreationDate.gte=2026-01-01T00:00:00'],
    ['OUT_OF_RANGE', 'page=0'],
    ['OUT_OF_RANGE', 'page=1000&perPage=1000'],
    ['OUT_OF_RANGE', 'page=2&paymentCreationDate.lte=2001-01-01T00:00:00Z'],
    ['OUT_OF_RANGE', 'perPage=1001'],
    [
      'CARRIER_BILLING.INVALID_DATE_RANGE',
      'paymentCreationDate.gte=2026-02-01T00:00:00Z&paymentCreationDate.lte=2026-01-01T00:00:00Z',
    ],
  ])('answers %s for ?%s', async (code, query) => {
    expect(await carrier.call('GET', `${BASE}?${query}`, { token })).toMatchObject({
      status: 400,
      body: { code },
    });
  });

  test("does not find another subscriber's payment with a three-legged token", async () => {
    const reply = await pay({ phoneNumber: `+${newNumber()}` });
    const other = await carrier.token({ msisdn: newNumber() });
    expect(
      (await carrier.call('GET', `${BASE}/${reply.body.paymentId}`, { token: other })).body.code,
    ).toBe('NOT_FOUND');
    expect((await carrier.call('GET', `${BASE}/nothing`, { token })).status).toBe(404);
  });
});
