import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CarrierCallReport, createCamaraCarrier } from './camara.adapter.ts';
import {
  chargeInput,
  dropped,
  json,
  msisdn,
  payment,
  refusal,
  type Seen,
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

/** Short enough not to be waited for, long enough for a loopback answer that is meant to arrive. */
const SHORT = 1000;
const created = json(201, payment());

describe('a charge that goes well', () => {
  it('asks for what was meant and reads the answer', async () => {
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

  it('makes up a correlation id where there is none, or none that CAMARA allows', async () => {
    standIn.answer(created);
    await standIn.carrier().charge(chargeInput({ correlator: 'two words' }));
    await standIn.carrier({ correlationId: () => 'two words' }).contentLock(msisdn());
    for (const call of standIn.calls)
      expect(call.headers['x-correlator']).toMatch(/^[0-9a-f-]{36}$/);
    await standIn.carrier({ correlationId: () => 'request-7' }).contentLock(msisdn());
    expect(standIn.calls.at(-1)?.headers['x-correlator']).toBe('request-7');
  });

  it('reports each operation with its outcome and nothing of the number', async () => {
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

  it('tells a payment that is not through yet', async () => {
    standIn.answer(json(201, payment({ paymentStatus: 'processing', paymentDate: undefined })));
    expect(await standIn.carrier().charge(chargeInput())).toEqual({
      outcome: 'processing',
      carrierPaymentId: 'pay-1',
    });
  });
});

describe('a charge that is denied', () => {
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

  it('keeps numbers out of the detail', async () => {
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
  ])('%s has to be looked up', async (_name, reaction) => {
    standIn.answer(reaction);
    expect(await standIn.carrier().charge(chargeInput())).toEqual(already);
    expect(await standIn.carrier().prepareCharge(chargeInput())).toEqual(already);
  });

  it('is what a reservation says that is already paid', async () => {
    standIn.answer(created);
    expect(await standIn.carrier().prepareCharge(chargeInput())).toEqual(already);
  });
});

describe('what a charge says when no answer comes', () => {
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
  ] as const)('%s leaves it unknown, and it is not sent again', async (_name, reaction, cause) => {
    standIn.answer(reaction);
    const carrier = standIn.carrier({ timeouts: { charge: SHORT } });
    expect(await carrier.charge(chargeInput())).toEqual({ outcome: 'unknown', cause });
    expect(standIn.calls).toHaveLength(1);
  });

  it('a refused connection is nothing done', async () => {
    standIn.answer(created);
    const carrier = standIn.carrier();
    await carrier.charge(chargeInput());
    await standIn.close();
    expect(await carrier.charge(chargeInput())).toEqual({
      outcome: 'unavailable',
      cause: 'not_connected',
    });
  });

  it('a request that did not get out of the queue in time is nothing done', async () => {
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

  // Back-off on 429, for as long as the carrier says.
  const ANSWERED = 'Fri, 20 Nov 2026 10:00:00 GMT';
  it.each([
    ['7', 7],
    ['0', 0],
    ['200000', 86_400],
    ['Fri, 20 Nov 2026 10:01:30 GMT', 90],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['Mon, 30 Nov 2026 10:00:00 GMT', 86_400],
  ])(
    'too many requests is nothing done, and says when to come back: %s',
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

  it('counts a date from our own time where the carrier does not tell its own', async () => {
    standIn.answer((response) => {
      response.sendDate = false;
      json(429, {}, { 'retry-after': 'Fri, 20 Nov 2026 10:00:12 GMT' })(response, {} as Seen);
    });
    const carrier = standIn.carrier({ now: () => new Date(ANSWERED) });
    expect(await carrier.charge(chargeInput())).toMatchObject({ retryAfterSeconds: 12 });
  });

  it.each(['soon', '-3', '1.5', '', '2026-11-20', 'Fri, 99 Nov 2026 10:00:00 GMT'])(
    'makes nothing of the time %j',
    async (header) => {
      standIn.answer(json(429, {}, { 'retry-after': header }));
      expect(await standIn.carrier().charge(chargeInput())).toEqual({
        outcome: 'unavailable',
        cause: 'too_many_requests',
      });
    },
  );
});

describe('tokens', () => {
  const claimsOf = async (call: Seen | undefined, field: string) => {
    const jwt = new URLSearchParams(call?.body).get(field) ?? '';
    const keys = createLocalJWKSet({
      keys: [{ ...standIn.publicJwk, kid: 'key-1', alg: 'ES256' }],
    });
    return (
      await jwtVerify(jwt, keys, { audience: `${standIn.url}/oauth2/token`, issuer: 'bonisa' })
    ).payload;
  };

  it('proves itself by a signed assertion and asks for one purpose', async () => {
    standIn.answer(created);
    await standIn.carrier().charge(chargeInput());
    const form = new URLSearchParams(standIn.tokenCalls[0]?.body);
    expect(form.get('grant_type')).toBe('client_credentials');
    expect(form.get('scope')).toBe('carrier-billing:payments:create dpv:RequestedServiceProvision');
    const claims = await claimsOf(standIn.tokenCalls[0], 'client_assertion');
    expect(claims).toMatchObject({ sub: 'bonisa', jti: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBeLessThanOrEqual(300);
  });

  it('fetches one token however many calls wait for it, and keeps it for its scope', async () => {
    standIn.answer(created);
    const carrier = standIn.carrier();
    await Promise.all(Array.from({ length: 10 }, () => carrier.charge(chargeInput())));
    await carrier.charge(chargeInput());
    expect(standIn.tokenCalls).toHaveLength(1);
    await carrier.contentLock(msisdn());
    expect(standIn.tokenCalls).toHaveLength(2);
  });

  it('renews a token shortly before its end', async () => {
    let now = new Date('2026-11-20T10:00:00Z');
    standIn.answer(created);
    const carrier = standIn.carrier({ now: () => now });
    await carrier.charge(chargeInput());
    now = new Date('2026-11-20T10:09:29Z');
    await carrier.charge(chargeInput());
    expect(standIn.tokenCalls).toHaveLength(1);
    now = new Date('2026-11-20T10:09:31Z');
    await carrier.charge(chargeInput());
    expect(standIn.tokenCalls).toHaveLength(2);
  });

  it('takes one fresh token after a 401, and sends the same request again', async () => {
    standIn.answer(refusal(401, 'UNAUTHENTICATED'), created);
    expect(await standIn.carrier().charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
    expect(standIn.calls.map((call) => call.headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(standIn.calls[0]?.body).toBe(standIn.calls[1]?.body);
  });

  it("repeats a charge after a 401 only in the carrier's next window, and a question at once", async () => {
    const windows: (() => void)[] = [];
    const nextWindow = () => new Promise<void>((resolve) => windows.push(resolve));
    const carrier = standIn.carrier({ nextWindow });
    standIn.answer(refusal(401, 'UNAUTHENTICATED'), created);
    const charging = carrier.charge(chargeInput());
    await vi.waitFor(() => expect(windows).toHaveLength(1));
    expect(standIn.calls).toHaveLength(1);
    windows[0]?.();
    expect(await charging).toMatchObject({ outcome: 'succeeded' });
    expect(standIn.calls).toHaveLength(2);

    standIn.answer(refusal(401, 'UNAUTHENTICATED'), json(200, { contentLock: 'false' }));
    await carrier.contentLock(msisdn());
    expect([standIn.calls.length, windows.length]).toEqual([4, 1]);
  });

  it('gives up after the second 401', async () => {
    standIn.answer(text(401, ''));
    const refused = {
      outcome: 'unavailable',
      cause: 'misconfigured',
      detail: '401 UNAUTHENTICATED',
    };
    expect(await standIn.carrier().charge(chargeInput())).toEqual(refused);
    expect(standIn.calls).toHaveLength(2);
  });

  it.each([
    ['is down', json(503, { error: 'temporarily_unavailable' })],
    ['talks nonsense', text(200, 'hello')],
    [
      'gives another kind of token',
      json(200, { access_token: 'x', token_type: 'MAC', expires_in: 600 }),
    ],
    ['drops the connection', dropped],
  ])('without a token nothing is sent: the endpoint %s', async (_name, reaction) => {
    standIn.answer(created);
    standIn.answerTokens(reaction);
    const carrier = standIn.carrier();
    expect(await carrier.charge(chargeInput())).toEqual({
      outcome: 'unavailable',
      cause: 'no_token',
    });
    expect(standIn.calls).toHaveLength(0);
    // A failure is not kept.
    expect(await carrier.charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
  });

  it('stands for a number where a number is to be verified', async () => {
    standIn.answer(json(200, { devicePhoneNumberVerified: true }));
    const [device, other] = [msisdn('0831112222'), msisdn()];
    expect(await standIn.carrier().verifyNumber({ msisdn: other, device })).toEqual({
      outcome: 'known',
      matches: true,
    });
    const form = new URLSearchParams(standIn.tokenCalls[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    // The profile has no scope parameter here, only the claim.
    expect(form.has('scope')).toBe(false);
    expect(await claimsOf(standIn.tokenCalls[0], 'assertion')).toMatchObject({
      sub: 'tel:+27831112222',
      scope: 'number-verification:verify dpv:RequestedServiceProvision',
    });
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({ phoneNumber: '+27821234567' });
  });

  it('tells a number that the carrier gives no token for', async () => {
    standIn.answerTokens(json(400, { error: 'invalid_grant' }));
    expect(await standIn.carrier().deviceNumber({ device: msisdn() })).toEqual({
      outcome: 'refused',
      reason: 'not_on_network',
    });
  });

  it('tells nothing of a number where the carrier gives tokens for none', async () => {
    standIn.answerTokens(
      json(400, { error: 'unauthorized_client' }),
      json(400, { error: 'unauthorized_client' }),
    );
    const noToken = {
      outcome: 'unavailable',
      cause: 'misconfigured',
      detail: 'token unauthorized_client',
    };
    expect(await standIn.carrier().deviceNumber({ device: msisdn() })).toEqual(noToken);
    expect(await standIn.carrier().verifyNumber({ msisdn: msisdn(), device: msisdn() })).toEqual(
      noToken,
    );
  });

  it('refuses a key that is none when it is made', () => {
    const options = {
      apiUrl: 'http://127.0.0.1:1',
      tokenUrl: 'http://127.0.0.1:1/t',
      clientId: 'x',
      now: () => new Date(),
    };
    expect(() => createCamaraCarrier({ ...options, privateJwk: { kty: 'EC' } })).toThrow();
    expect(() => createCamaraCarrier({ ...options, apiUrl: 'carrier', privateJwk: {} })).toThrow();
  });
});

describe('one-time codes', () => {
  const sent = json(200, { authenticationId: 'auth-1' });
  const send = () =>
    standIn
      .carrier({ timeouts: { sendCode: SHORT } })
      .sendCode({ msisdn: msisdn(), message: 'Your OTP is {{code}}' });

  it('are sent', async () => {
    standIn.answer(sent);
    expect(await send()).toEqual({ outcome: 'sent', authenticationId: 'auth-1' });
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({
      phoneNumber: '+27821234567',
      message: 'Your OTP is {{code}}',
    });
  });

  it.each([
    ['ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED', 403, 'too_many_codes'],
    ['ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_NOT_ALLOWED', 403, 'number_not_allowed'],
    ['ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED', 403, 'number_blocked'],
    ['NOT_FOUND', 404, 'not_on_network'],
    ['SOMETHING_NEW', 403, 'refused'],
  ] as const)('%s is %i: %s', async (code, status, reason) => {
    standIn.answer(refusal(status, code));
    expect(await send()).toEqual({ outcome: 'refused', reason });
  });

  it('may have been sent when the answer is lost', async () => {
    standIn.answer(silence, dropped);
    expect(await send()).toEqual({ outcome: 'unknown', cause: 'timed_out' });
    expect(await send()).toEqual({ outcome: 'unknown', cause: 'connection_lost' });
  });

  it.each([
    ['ONE_TIME_PASSWORD_SMS.INVALID_OTP', 400, { outcome: 'invalid' }],
    ['ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED', 400, { outcome: 'expired' }],
    ['ONE_TIME_PASSWORD_SMS.VERIFICATION_FAILED', 400, { outcome: 'attempts_used_up' }],
    ['NOT_FOUND', 404, { outcome: 'expired' }],
    ['SOMETHING_NEW', 400, { outcome: 'unknown', cause: 'unreadable_reply' }],
    ['TOO_MANY_REQUESTS', 429, { outcome: 'unavailable', cause: 'too_many_requests' }],
  ] as const)('validating: %s', async (code, status, outcome) => {
    standIn.answer(refusal(status, code));
    expect(
      await standIn.carrier().validateCode({ authenticationId: 'auth-1', code: '1234' }),
    ).toEqual(outcome);
  });

  it('are valid by a 204 alone', async () => {
    standIn.answer(text(204, ''), json(200, { ok: true }));
    const carrier = standIn.carrier();
    expect(await carrier.validateCode({ authenticationId: 'auth-1', code: '1234' })).toEqual({
      outcome: 'valid',
    });
    expect(await carrier.validateCode({ authenticationId: 'auth-1', code: '1234' })).toMatchObject({
      outcome: 'unknown',
    });
  });
});

describe('the content lock', () => {
  it.each([
    ['true', { outcome: 'known', locked: true }],
    ['false', { outcome: 'known', locked: false }],
    ['not_available', { outcome: 'unavailable', cause: 'no_answer' }],
    [undefined, { outcome: 'unavailable', cause: 'no_answer' }],
    ['yes', { outcome: 'unavailable', cause: 'carrier_error' }],
  ])('%s', async (contentLock, outcome) => {
    standIn.answer(json(200, { ageCheck: 'not_available', contentLock }));
    expect(await standIn.carrier().contentLock(msisdn())).toEqual(outcome);
  });

  it('is only a question: a lost answer is unavailable', async () => {
    standIn.answer(silence);
    const carrier = standIn.carrier({ timeouts: { lookup: SHORT } });
    expect(await carrier.contentLock(msisdn())).toEqual({
      outcome: 'unavailable',
      cause: 'timed_out',
    });
  });
});
