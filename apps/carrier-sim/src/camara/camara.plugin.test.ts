import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Carrier, startCarrier } from '../carrier-sim.test-kit.ts';

let carrier: Carrier;
let token: string;
beforeAll(async () => {
  carrier = await startCarrier();
  token = await carrier.token();
});
afterAll(() => carrier.sim.close());

const SEND = '/one-time-password-sms/v1/send-code';
const body = { phoneNumber: '+27821234567', message: 'OTP {{code}}' };
const OPERATIONS = [
  ['POST', SEND],
  ['POST', '/one-time-password-sms/v1/validate-code'],
  ['POST', '/number-verification/v2/verify'],
  ['GET', '/number-verification/v2/device-phone-number'],
  ['POST', '/kyc-age-verification/v0.2/verify'],
  ['POST', '/number-recycling/v0.2/check'],
  ['POST', '/carrier-billing/v0.5/payments'],
  ['POST', '/carrier-billing/v0.5/payments/prepare'],
  ['POST', '/carrier-billing/v0.5/payments/x/validate'],
  ['POST', '/carrier-billing/v0.5/payments/x/confirm'],
  ['POST', '/carrier-billing/v0.5/payments/x/cancel'],
  ['GET', '/carrier-billing/v0.5/payments'],
  ['GET', '/carrier-billing/v0.5/payments/x'],
  ['POST', '/carrier-billing-refund/v0.3/payments/x/refunds'],
  ['GET', '/carrier-billing-refund/v0.3/payments/x/refunds'],
  ['GET', '/carrier-billing-refund/v0.3/payments/x/refunds/y'],
  ['GET', '/carrier-billing-refund/v0.3/payments/x/refunds/remaining-amount'],
  ['POST', '/messages/v1/messages'],
] as const;

describe('every API', () => {
  test.each(OPERATIONS)('%s %s requires a token with its scope', async (method, path) => {
    const request = method === 'POST' ? { body: {} } : {};
    expect(await carrier.call(method, path, request)).toMatchObject({
      status: 401,
      body: { status: 401, code: 'UNAUTHENTICATED' },
    });
    const other = path.startsWith('/messages')
      ? 'kyc-age-verification:verify dpv:ServiceProvision'
      : 'messages:send dpv:ServiceProvision';
    const narrow = await carrier.token({ scope: other });
    expect(await carrier.call(method, path, { ...request, token: narrow })).toMatchObject({
      status: 403,
      body: { code: 'PERMISSION_DENIED' },
    });
    if (method === 'POST')
      expect(await carrier.call(method, path, { body: [], token })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_ARGUMENT' },
      });
  });

  test('echoes the correlator, refuses a malformed one and generates an absent one', async () => {
    const good = await carrier.call('POST', SEND, {
      token,
      body,
      headers: { 'x-correlator': 'b4333c46-49c0:{a}' },
    });
    expect(good.headers.get('x-correlator')).toBe('b4333c46-49c0:{a}');
    const bad = await carrier.call('POST', SEND, {
      token,
      body,
      headers: { 'x-correlator': 'a b' },
    });
    expect(bad).toMatchObject({ status: 400, body: { code: 'INVALID_ARGUMENT' } });
    expect((await carrier.call('POST', SEND, { token, body })).headers.get('x-correlator')).toMatch(
      /^[\w-]{36}$/,
    );
    const long = await carrier.call('POST', SEND, {
      token,
      body,
      headers: { 'x-correlator': 'a'.repeat(257) },
    });
    expect(long.status).toBe(400);
  });

  test.each([
    ['no JSON', '{', {}],
    ['a NUL character', '{"phoneNumber":"+27821234567","message":"{{code}}\\u0000"}', {}],
    ['a polluted prototype', '{"__proto__":{"a":1}}', {}],
    ['deep nesting', '['.repeat(5_000) + ']'.repeat(5_000), {}],
  ])('refuses a body with %s as INVALID_ARGUMENT', async (_what, text, headers) => {
    expect(await carrier.call('POST', SEND, { token, body: text, headers })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_ARGUMENT' },
    });
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/cloudevents+json'])(
    'refuses a body of %s as an unsupported media type',
    async (type) => {
      const reply = await carrier.call('POST', SEND, {
        token,
        body: JSON.stringify(body),
        headers: { 'content-type': type, 'x-correlator': 'c' },
      });
      expect(reply).toMatchObject({
        status: 415,
        body: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.any(String) },
      });
      expect(reply.headers.get('x-correlator')).toBe('c');
    },
  );

  test.each(OPERATIONS)(
    'allows only %s at %s and names it to other methods',
    async (method, path) => {
      const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
        (other) => other !== method,
      );
      for (const other of others) {
        const reply = await carrier.call(other, path, { headers: { 'x-correlator': 'c' } });
        // Two addresses have a second operation or need an existing id.
        if (reply.status === 401) continue;
        expect(reply).toMatchObject({
          status: 405,
          body: { status: 405, code: 'METHOD_NOT_ALLOWED', message: expect.any(String) },
        });
        expect(reply.headers.get('x-correlator')).toBe('c');
        expect(reply.headers.get('allow')?.split(', ')).toContain(method);
      }
    },
  );

  test.each(['/carrier-billing/v9/payments', '/sim-swap/v2/check', '/nothing'])(
    'answers %s, which no API has, in the common error shape',
    async (path) => {
      const reply = await carrier.call('POST', path, {
        token,
        body: {},
        headers: { 'x-correlator': 'c' },
      });
      expect(reply).toMatchObject({
        status: 404,
        body: { status: 404, code: 'NOT_FOUND', message: expect.any(String) },
      });
      expect(reply.headers.get('x-correlator')).toBe('c');
    },
  );

  test('refuses a body of 5 MB as too large', async () => {
    const big = JSON.stringify({ ...body, more: 'x'.repeat(5_000_000) });
    expect(await carrier.call('POST', SEND, { token, body: big })).toMatchObject({
      status: 413,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    });
  });

  test('answers an unknown address in the common error shape', async () => {
    expect(await carrier.call('GET', '/carrier-billing/v0.5/nothing')).toMatchObject({
      status: 404,
      body: { status: 404, code: 'NOT_FOUND', message: expect.any(String) },
    });
  });

  test('refuses a malformed token and a token with a foreign signature', async () => {
    for (const wrong of [`${token}x`, 'x', token.replace(/\.[^.]+$/, '.AAAA')])
      expect((await carrier.call('POST', SEND, { token: wrong, body })).status).toBe(401);
  });
});
