import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CarrierCallReport } from './camara.adapter.ts';
import {
  chargeInput,
  dropped,
  json,
  limitFor,
  msisdn,
  payment,
  refusal,
  type Seen,
  SHORT,
  type StandIn,
  silence,
  startStandIn,
  text,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

const created = json(201, payment());

describe('a successful charge', () => {
  it('sends the right request and reads the answer', async () => {
    const sink = {
      url: 'https://bonisa.example/carrier/events',
      token: 'sink-token',
      expires: new Date('2026-11-21T10:00:00Z'),
    };
    const ten = {
      paymentAmount: {
        chargingInformation: { amount: 10, currency: 'ZAR', description: 'Bonisa, 1 day' },
      },
    };
    standIn.answer(json(201, payment({}, ten)));
    const carrier = standIn.carrier({ correlationId: () => 'request-7' });
    expect(await carrier.charge(chargeInput({ amountCents: 1000, vatCents: 130, sink }))).toEqual({
      outcome: 'succeeded',
      carrierPaymentId: 'pay-1',
      carrierReference: 'srv-1',
      at: new Date('2026-11-20T10:00:01Z'),
    });
    const [call] = standIn.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/root/carrier-billing/v0.5/payments' });
    expect(call?.headers).toMatchObject({
      'x-correlator': 'corr-1',
      authorization: 'Bearer token-1',
    });
    expect(JSON.parse(call?.body ?? '')).toEqual({
      amountTransaction: {
        phoneNumber: '+27821234567',
        clientCorrelator: 'corr-1',
        referenceCode: 'ref-1',
        paymentAmount: {
          chargingInformation: {
            amount: 10,
            currency: 'ZAR',
            description: 'Bonisa, 1 day',
            isTaxIncluded: true,
            taxAmount: 1.3,
          },
          chargingMetaData: {
            channel: 'web',
            serviceId: 'demo-daily',
            productId: 'p-grtv-daily-c-01',
          },
        },
      },
      sink: 'https://bonisa.example/carrier/events',
      sinkCredential: {
        credentialType: 'ACCESSTOKEN',
        accessToken: 'sink-token',
        accessTokenExpiresUtc: '2026-11-21T10:00:00.000Z',
        accessTokenType: 'bearer',
      },
    });
  });

  it('generates a correlation id if there is none, or none that CAMARA allows', async () => {
    standIn.answer(created);
    await standIn.carrier().charge(chargeInput({ correlator: 'two words' }));
    await standIn.carrier({ correlationId: () => 'two words' }).contentLock(msisdn());
    for (const call of standIn.calls)
      expect(call.headers['x-correlator']).toMatch(/^[0-9a-f-]{36}$/);
    await standIn.carrier({ correlationId: () => 'request-7' }).contentLock(msisdn());
    expect(standIn.calls.at(-1)?.headers['x-correlator']).toBe('request-7');
  });

  it('reports each operation with its outcome, without the number', async () => {
    const reports: CarrierCallReport[] = [];
    standIn.answer(
      created,
      refusal(403, 'CARRIER_BILLING.PAYMENT_DENIED', 'Insufficient airtime of 27821234567'),
    );
    const carrier = standIn.carrier({ onCall: (report) => reports.push(report) });
    await carrier.charge(chargeInput());
    await carrier.charge(chargeInput());
    expect(reports).toEqual([
      { operation: 'charge', outcome: 'succeeded', seconds: expect.any(Number) },
      {
        operation: 'charge',
        outcome: 'denied',
        reason: 'insufficient_airtime',
        seconds: expect.any(Number),
      },
    ]);
    expect(JSON.stringify(reports)).not.toContain('27821234567');
  });

  it('reports a payment in process', async () => {
    standIn.answer(json(201, payment({ paymentStatus: 'processing', paymentDate: undefined })));
    expect(await standIn.carrier().charge(chargeInput())).toEqual({
      outcome: 'processing',
      carrierPaymentId: 'pay-1',
    });
  });
});

describe('a denied charge', () => {
  const cases = [
    [403, 'CARRIER_BILLING.PAYMENT_DENIED', 'Insufficient airtime', 'insufficient_airtime'],
    [403, 'CARRIER_BILLING.PAYMENT_DENIED', 'User is blocked due to pending debt', 'refused'],
    [
      403,
      'CARRIER_BILLING.PAYMENT_DENIED',
      'Content billing is blocked for this number.',
      'billing_blocked',
    ],
    [403, 'CARRIER_BILLING.PAYMENT_DENIED', 'Payment denied by business.', 'refused'],
    [422, 'CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED', 'x', 'spending_limit'],
    [422, 'CARRIER_BILLING.UNAUTHORIZED_AMOUNT', 'x', 'spending_limit'],
    [422, 'SERVICE_NOT_APPLICABLE', 'x', 'billing_blocked'],
    [404, 'IDENTIFIER_NOT_FOUND', 'x', 'not_on_network'],
  ] as const;
  it.each(cases)('%i %s %j is %s', async (status, code, message, reason) => {
    standIn.answer(refusal(status, code, message));
    expect(await standIn.carrier().charge(chargeInput())).toEqual({
      outcome: 'denied',
      reason,
      detail: `${code}: ${message}`,
    });
  });

  it('has no numbers in its detail', async () => {
    standIn.answer(refusal(403, 'CARRIER_BILLING.PAYMENT_DENIED', 'Denied for +27 82 123 4567'));
    expect(await standIn.carrier().charge(chargeInput())).toMatchObject({
      detail: 'CARRIER_BILLING.PAYMENT_DENIED: Denied for [number]',
    });
  });
});

describe('a charge that was submitted before', () => {
  const already = { outcome: 'unknown', cause: 'already_submitted' };
  it.each([
    ['409 ALREADY_EXISTS', refusal(409, 'ALREADY_EXISTS')],
    ['409 of another code', refusal(409, 'CARRIER_BILLING.PAYMENT_DENIED', 'Insufficient airtime')],
    [
      '400 referenceCode already used',
      refusal(400, 'INVALID_ARGUMENT', 'referenceCode already used'),
    ],
    [
      '400 clientCorrelator already exist',
      refusal(400, 'INVALID_ARGUMENT', 'clientCorrelator already exist on server.'),
    ],
    ['a replayed answer of 200', json(200, payment())],
    [
      'the answer to another attempt under the same correlator',
      json(201, payment({}, { referenceCode: 'ref-0' })),
    ],
  ])('%s must be looked up', async (_name, reaction) => {
    standIn.answer(reaction);
    expect(await standIn.carrier().charge(chargeInput())).toEqual(already);
  });
});

describe('a charge without an answer', () => {
  it.each([
    ['no answer in time', silence, 'timed_out'],
    ['a dropped connection', dropped, 'connection_lost'],
    ['a 500', refusal(500, 'INTERNAL'), 'carrier_error'],
    ['a 503', refusal(503, 'UNAVAILABLE'), 'carrier_error'],
    ['a 408', text(408, ''), 'carrier_error'],
    ['half a JSON', text(201, '{"paymentId": "pay-1", '), 'unreadable_reply'],
    ['an empty 201', text(201, ''), 'unreadable_reply'],
    ['another shape', json(201, { id: 1 }), 'unreadable_reply'],
    ['a state that is none', json(201, payment({ paymentStatus: 'perhaps' })), 'unreadable_reply'],
    ['a 400 that is not the carrier’s', text(400, '<html>'), 'unreadable_reply'],
    ['a redirect', text(302, ''), 'unreadable_reply'],
  ] as const)('%s is unknown and is not sent again', async (_name, reaction, cause) => {
    standIn.answer(reaction);
    const carrier = standIn.carrier(limitFor(reaction, 'charge'));
    expect(await carrier.charge(chargeInput())).toEqual({ outcome: 'unknown', cause });
    expect(standIn.calls).toHaveLength(1);
  });

  it('was certainly not made when the connection was refused', async () => {
    standIn.answer(created);
    const carrier = standIn.carrier();
    await carrier.charge(chargeInput());
    await standIn.close();
    expect(await carrier.charge(chargeInput())).toEqual({
      outcome: 'unavailable',
      cause: 'not_connected',
    });
  });

  it('was certainly not made when it never left the queue', async () => {
    const unlocked = json(200, { ageCheck: 'true', contentLock: 'false' });
    standIn.answer(unlocked, silence, unlocked);
    const carrier = standIn.carrier({ connections: 1, timeouts: { lookup: SHORT } });
    await carrier.contentLock(msisdn());
    const held = carrier.charge(chargeInput());
    await expect.poll(() => standIn.calls.length).toBe(2);
    expect(await carrier.contentLock(msisdn())).toEqual({
      outcome: 'unavailable',
      cause: 'not_connected',
    });
    expect(standIn.calls).toHaveLength(2);
    await standIn.close();
    expect(await held).toEqual({ outcome: 'unknown', cause: 'connection_lost' });
  });

  // Back-off on 429, for as long as the carrier names.
  const ANSWERED = 'Fri, 20 Nov 2026 10:00:00 GMT';
  it.each([
    ['7', 7],
    ['0', 0],
    ['200000', 86_400],
    ['Fri, 20 Nov 2026 10:01:30 GMT', 90],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['Mon, 30 Nov 2026 10:00:00 GMT', 86_400],
  ])(
    'was certainly not made after too many requests, and names the time to wait: %s',
    async (header, retryAfterSeconds) => {
      standIn.answer(
        json(
          429,
          { status: 429, code: 'TOO_MANY_REQUESTS', message: 'x' },
          { 'retry-after': header, date: ANSWERED },
        ),
      );
      expect(await standIn.carrier().charge(chargeInput())).toEqual({
        outcome: 'unavailable',
        cause: 'too_many_requests',
        retryAfterSeconds,
      });
    },
  );

  it('counts a date from our own time if the carrier sends none', async () => {
    standIn.answer((response) => {
      response.sendDate = false;
      json(429, {}, { 'retry-after': 'Fri, 20 Nov 2026 10:00:12 GMT' })(response, {} as Seen);
    });
    const carrier = standIn.carrier({ now: () => new Date(ANSWERED) });
    expect(await carrier.charge(chargeInput())).toMatchObject({ retryAfterSeconds: 12 });
  });

  it.each(['soon', '-3', '1.5', '', '2026-11-20', 'Fri, 99 Nov 2026 10:00:00 GMT'])(
    'ignores the time %j',
    async (header) => {
      standIn.answer(json(429, {}, { 'retry-after': header }));
      expect(await standIn.carrier().charge(chargeInput())).toEqual({
        outcome: 'unavailable',
        cause: 'too_many_requests',
      });
    },
  );
});
