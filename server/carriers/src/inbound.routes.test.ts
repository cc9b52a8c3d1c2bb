import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InboundOptions, inboundRoutes } from './inbound.routes.ts';

const TOKEN = 'a-long-inbound-token';
const TOKEN_OF_VULA = 'another-long-inbound-token';
/** The carrier that spoke, for each message and top-up. */
let speakers: string[] = [];
let app: FastifyInstance;
let handled: unknown[];
let passedOver: string[];
let known: Set<string>;
let failing: boolean;
/** Held back until a test lets them go on. */
let gate: Promise<void>;

beforeEach(async () => {
  handled = [];
  passedOver = [];
  speakers = [];
  known = new Set();
  failing = false;
  gate = Promise.resolve();
  const handle = async (what: unknown) => {
    await gate;
    if (failing) throw new Error('the database is away');
    handled.push(what);
  };
  const options: InboundOptions = {
    tokens: [
      { carrierId: 'karoo', token: TOKEN },
      { carrierId: 'vula', token: TOKEN_OF_VULA },
    ],
    subjectOfEvent: (token) => (token === 'sink-token' ? 'charge-1' : undefined),
    markOf: (msisdn) => `mark of ${msisdn}`,
    seen: async (key) => known.has(key),
    remember: async (key) => {
      known.add(key);
    },
    onMessage: (message, carrierId) => {
      speakers.push(carrierId);
      return handle(message);
    },
    onTopUp: (topUp, carrierId) => {
      speakers.push(carrierId);
      return handle(topUp);
    },
    onPaymentEvent: handle,
    onUnknownEvent: (type) => passedOver.push(type),
  };
  app = Fastify();
  app.setErrorHandler((_error, _request, reply) =>
    reply.code(500).send({ code: 'internal_error', description: 'Ours.' }),
  );
  await app.register(inboundRoutes, { prefix: '/carrier', ...options });
});
afterEach(() => app.close());

const message = { id: 'm-1', at: '2026-11-20T10:00:00Z', from: '+27821234567', text: 'STOP' };
const topUp = {
  id: 't-1',
  at: '2026-11-20T12:00:00+02:00',
  phoneNumber: '+27821234567',
  amount: '12.50',
};
const event = (type: string, data: Record<string, unknown> = {}) => ({
  id: 'e-1',
  source: '/carrier-billing/v0.5/payments/pay-1',
  specversion: '1.0',
  type: `org.camaraproject.carrier-billing.v0.payment-${type}`,
  time: '2026-11-20T10:00:00Z',
  datacontenttype: 'application/json',
  data: { paymentId: 'pay-1', status: 'succeeded', description: 'News', ...data },
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/carrier/${path}`,
    headers: {
      authorization: `Bearer ${path === 'events' ? 'sink-token' : TOKEN}`,
      'content-type': path === 'events' ? 'application/cloudevents+json' : 'application/json',
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('calls from the carrier', () => {
  it('pass a message to its handler', async () => {
    expect((await post('messages', message)).statusCode).toBe(204);
    expect(handled).toEqual([{ id: 'm-1', from: '27821234567', text: 'STOP' }]);
  });

  it('identify the carrier by its token, and accept the same id from each', async () => {
    const ofVula = { authorization: `Bearer ${TOKEN_OF_VULA}` };
    await post('messages', message);
    await post('messages', message, ofVula);
    await post('top-ups', topUp);
    await post('top-ups', topUp, ofVula);
    await post('top-ups', topUp, ofVula);
    expect(speakers).toEqual(['karoo', 'vula', 'karoo', 'vula']);
    const foreign = { authorization: 'Bearer of-nobody' };
    expect((await post('messages', message, foreign)).statusCode).toBe(401);
  });

  it('pass a top-up to its handler in cents', async () => {
    expect((await post('top-ups', topUp)).statusCode).toBe(204);
    expect(handled).toEqual([
      { id: 't-1', at: new Date('2026-11-20T10:00:00Z'), msisdn: '27821234567', amountCents: 1250 },
    ]);
  });

  const common = {
    id: 'e-1',
    source: '/carrier-billing/v0.5/payments/pay-1',
    at: new Date('2026-11-20T10:00:00Z'),
    carrierPaymentId: 'pay-1',
  };
  it.each([
    [
      'completed',
      { paymentDate: '2026-11-20T10:00:01Z' },
      { kind: 'completed', paidAt: new Date('2026-11-20T10:00:01Z') },
    ],
    [
      'denied',
      { status: 'failed', denialReason: 'Insufficient airtime' },
      { kind: 'denied', reason: 'insufficient_airtime', detail: 'Insufficient airtime' },
    ],
    [
      'denied',
      { status: 'failed', description: 'Content services barred: +27821234567' },
      { kind: 'denied', reason: 'billing_blocked', detail: 'Content services barred: [number]' },
    ],
    ['reserved', {}, { kind: 'reserved' }],
    ['cancelled', {}, { kind: 'cancelled' }],
    ['pending-validation', {}, { kind: 'pending_validation' }],
  ])('pass a payment event %s %j', async (type, data, expected) => {
    expect((await post('events', event(type, data))).statusCode).toBe(204);
    expect(handled).toEqual([{ ...common, ...expected }]);
  });

  it('pass a refund event', async () => {
    const refund = {
      ...event('x', { refundId: 'rf-1' }),
      type: 'org.camaraproject.carrier-billing-refund.v0.refund-completed',
    };
    expect((await post('events', refund)).statusCode).toBe(204);
    expect(handled).toEqual([{ ...common, kind: 'refund_completed', carrierRefundId: 'rf-1' }]);
  });

  it('get their correlation id back', async () => {
    expect(
      (await post('messages', message, { 'x-correlator': 'abc-1' })).headers['x-correlator'],
    ).toBe('abc-1');
    expect(
      (await post('messages', message, { 'x-correlator': 'a b' })).headers['x-correlator'],
    ).toBeUndefined();
  });
});

describe('the sender of a call', () => {
  const headers = [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Bearer  ${TOKEN}`,
    'Bearer sink-token',
  ];
  it.each(headers)('is refused with %j', async (authorization) => {
    for (const path of ['messages', 'top-ups']) {
      const reply = await app.inject({
        method: 'POST',
        url: `/carrier/${path}`,
        headers: {
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { authorization }),
        },
        payload: 'this is not even read',
      });
      expect(reply.statusCode).toBe(401);
      expect(reply.json()).toEqual({
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'The bearer token is missing or not valid.',
        description: 'The bearer token is missing or not valid.',
      });
    }
    expect(handled).toEqual([]);
  });

  it("of an event must have a sink's token, not the carrier's", async () => {
    expect(
      (await post('events', event('reserved'), { authorization: `Bearer ${TOKEN}` })).statusCode,
    ).toBe(401);
  });
});

describe('a repeated call', () => {
  it('is handled once', async () => {
    expect((await post('top-ups', topUp)).statusCode).toBe(204);
    expect((await post('top-ups', { ...topUp, amount: '3.00' })).statusCode).toBe(204);
    await post('events', { ...event('reserved'), id: 't-1' });
    expect(handled).toHaveLength(2);
  });

  it('is another one when another number or another carrier has its id', async () => {
    await post('top-ups', topUp);
    await post('top-ups', { ...topUp, phoneNumber: '+27821234568' });
    await post('top-ups', topUp, { authorization: `Bearer ${TOKEN_OF_VULA}` });
    expect(handled).toHaveLength(3);
    expect([...known].join()).not.toMatch(/(?<!mark of )2782123456/);
  });

  it('of a message is passed on each time, since a STOP must have its effect', async () => {
    await post('messages', { ...message, text: 'HELP' });
    await post('messages', message);
    await post('messages', message);
    expect(handled).toMatchObject([{ text: 'HELP' }, { text: 'STOP' }, { text: 'STOP' }]);
  });

  it('is handled once when both arrive together, and both get the same answer', async () => {
    let open = () => {};
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const both = [post('events', event('reserved')), post('events', event('reserved'))];
    await new Promise(setImmediate);
    open();
    expect((await Promise.all(both)).map((reply) => reply.statusCode)).toEqual([204, 204]);
    expect(handled).toHaveLength(1);
  });

  it('is another event when its source differs', async () => {
    await post('events', event('reserved'));
    await post('events', { ...event('reserved'), source: '/elsewhere' });
    expect(handled).toHaveLength(2);
  });

  it('is handled again when its handler failed', async () => {
    failing = true;
    const failed = await post('messages', message);
    expect([failed.statusCode, failed.json()]).toEqual([
      500,
      { code: 'internal_error', description: 'Ours.' },
    ]);
    failing = false;
    expect((await post('messages', message)).statusCode).toBe(204);
    expect(handled).toHaveLength(1);
  });
});

describe('the text of a person', () => {
  it.each([
    ['STOP\0', 'STOP\0'],
    ['STOP\ud83d', 'STOP\ud83d'],
    ['STOP 🛑', 'STOP 🛑'],
    ['', ''],
    [undefined, ''],
    [null, ''],
    [5, '5'],
    [['STOP'], '["STOP"]'],
    [{ body: 'STOP' }, '{"body":"STOP"}'],
  ])('is never refused: %j', async (text, passed) => {
    expect((await post('messages', { ...message, text })).statusCode).toBe(204);
    expect(handled).toMatchObject([{ text: passed }]);
  });

  it.each([
    '{"id":"1","from":"+27821234567","text":"STOP\0"}',
    '{"id":"1",\r\n"from":"+27821234567","text":"STOP\nplease"}',
    '{"id":"1","from":"+27821234567","text":"STOP","__proto__":{"text":"no"}}',
    `{"id":"1","from":"+27821234567","text":"STOP","more":${'['.repeat(9000)}${']'.repeat(9000)}}`,
  ])('is read from JSON that is not quite: %#', async (body) => {
    expect((await post('messages', body)).statusCode).toBe(204);
    expect(handled).toMatchObject([{ text: expect.stringMatching(/^STOP/) }]);
  });

  it('may be as long as a network can join, with each of its characters as an escape', async () => {
    const text = 'x'.repeat(255 * 153);
    const escaped = JSON.stringify({ ...message, text }).replace(/x/g, '\\u0078');
    expect((await post('messages', escaped)).statusCode).toBe(204);
    expect(handled).toMatchObject([{ text }]);
  });

  it('is passed on whatever it is, and then the envelope is still checked', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()), async (text) => {
        expect((await post('messages', { ...message, text })).statusCode).toBe(204);
        const unknown = await post('messages', { ...message, text, from: '+44123456789' });
        expect([unknown.statusCode, unknown.json().message]).toEqual([
          400,
          'Not of the agreed shape: from.',
        ]);
      }),
      { numRuns: 30 },
    );
  });
});

describe('bad input', () => {
  it.each([
    ['messages', { ...message, from: '082123456' }, 'from'],
    ['messages', { ...message, from: '+44123456789' }, 'from'],
    ['messages', { ...message, from: undefined }, 'from'],
    ['top-ups', { ...topUp, phoneNumber: '0821234567' }, 'phoneNumber'],
    ['top-ups', { ...topUp, at: '2026-11-20T10:00:00' }, 'at'],
    ['top-ups', { ...topUp, id: '' }, 'id'],
    ['messages', [], 'body'],
    ['messages', null, 'body'],
    ['top-ups', { ...topUp, amount: 12.5 }, 'amount'],
    ['top-ups', { ...topUp, amount: '-1.00' }, 'amount'],
    ['top-ups', { ...topUp, amount: '1e3' }, 'amount'],
    ['events', { ...event('reserved'), specversion: '0.3' }, 'specversion'],
    ['events', { ...event('reserved'), type: 7 }, 'type'],
    ['events', event('completed'), 'data.paymentDate'],
    [
      'events',
      event('completed', { status: 'failed', paymentDate: '2026-11-20T10:00:01Z' }),
      'data.status',
    ],
    ['events', { ...event('reserved'), data: {} }, 'data.paymentId, data.status, data.description'],
  ])('%s: names the wrong field (%#)', async (path, body, where) => {
    const reply = await post(path, body);
    expect(reply.statusCode).toBe(400);
    const message = `Not of the agreed shape: ${where}.`;
    expect(reply.json()).toEqual({
      status: 400,
      code: 'INVALID_ARGUMENT',
      message,
      description: message,
    });
    expect(handled).toEqual([]);
  });

  it.each([
    ['half a JSON', '{"id":', 'application/json', 400],
    ['only an own prototype', '{"__proto__": {"id": "x"}}', 'application/json', 400],
    ['no JSON', 'id=1', 'application/x-www-form-urlencoded', 415],
    [
      'too much',
      JSON.stringify({ ...message, text: 'x'.repeat(5_000_000) }),
      'application/json',
      413,
    ],
  ])('%s is refused', async (_name, body, type, status) => {
    const reply = await post('messages', body, { 'content-type': type });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toMatchObject({ status, code: 'INVALID_ARGUMENT' });
  });

  it('never causes an internal error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('messages', 'top-ups', 'events'),
        fc.jsonValue(),
        async (path, body) => {
          expect((await post(path, body)).statusCode).toBe(400);
        },
      ),
      { numRuns: 60 },
    );
    expect(handled).toEqual([]);
  });
});

// A carrier may send fields that we do not know.
describe('an event of an unknown type', () => {
  it.each(['org.camaraproject.carrier-billing.v1.payment-completed', 'com.example.other'])(
    'is answered and ignored: %s',
    async (type) => {
      expect(
        (await post('events', { ...event('reserved'), type, data: 'anything' })).statusCode,
      ).toBe(204);
      expect([handled, passedOver]).toEqual([[], [type]]);
    },
  );

  it('still needs the token of its sink', async () => {
    const reply = await post(
      'events',
      { ...event('reserved'), type: 'com.example.other' },
      { authorization: 'Bearer other' },
    );
    expect(reply.statusCode).toBe(401);
    expect(passedOver).toEqual([]);
  });
});
