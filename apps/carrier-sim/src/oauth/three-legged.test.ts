// CAMARA's security profile, three-legged.
import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_SCOPES,
  assertion,
  type Carrier,
  CLIENT_ID,
  call,
  startCarrier,
  tokenRequest,
} from '../carrier-sim.test-kit.ts';
import { JWT_BEARER } from './token.service.ts';

const SCOPE = 'number-verification:device-phone-number:read dpv:RequestedServiceProvision';
const BACK = 'http://localhost:7777/back';
const SHARE = '/number-verification/v2/device-phone-number';

let carrier: Carrier;
let next = 0;
const newNumber = () => `2785000${String(next++).padStart(4, '0')}`;
beforeAll(async () => {
  carrier = await startCarrier();
});
afterAll(() => carrier.sim.close());

const sign = (change: Parameters<typeof assertion>[2]) =>
  assertion(carrier.key, carrier.url, change);
async function bearer(fields: Record<string, string>) {
  const body = new URLSearchParams({ grant_type: JWT_BEARER, ...fields });
  const reply = await fetch(`${carrier.url}/oauth2/token`, { method: 'POST', body });
  return { status: reply.status, body: await reply.json() };
}
const carry = (msisdn: string | null) => carrier.call('PUT', '/sim/network', { body: { msisdn } });
const consent = (msisdn: string, body: object) =>
  carrier.call('PUT', `/sim/handsets/${msisdn}/consents`, { body });
const REFUSED = {
  status: 403,
  body: { code: 'NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK' },
};

describe('the JWT bearer flow of the profile', () => {
  test('accepts the assertion alone, which also authenticates the client', async () => {
    const subject = `tel:+${newNumber()}`;
    const reply = await bearer({ assertion: await sign({ subject, scope: ALL_SCOPES }) });
    expect(reply).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: ALL_SCOPES } });
    expect(reply.body).not.toHaveProperty('refresh_token');
    const token = reply.body.access_token;
    const age = await carrier.call('POST', '/kyc-age-verification/v0.2/verify', {
      token,
      body: { ageThreshold: 18 },
    });
    expect(age).toMatchObject({ status: 200, body: { ageCheck: 'true' } });
  });

  test('requires the scope in the assertion, and accepts a scope parameter only with the same value', async () => {
    const subject = `tel:+${newNumber()}`;
    expect(await bearer({ assertion: await sign({ subject }), scope: SCOPE })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect(await bearer({ assertion: await sign({ subject }) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    });
    expect(
      (await bearer({ assertion: await sign({ subject, scope: SCOPE }), scope: SCOPE })).status,
    ).toBe(200);
    const differing = await bearer({
      assertion: await sign({ subject, scope: SCOPE }),
      scope: ALL_SCOPES,
    });
    expect(differing).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
  });

  test.each([
    ['signed a minute ahead', { issuedAt: Math.floor(Date.now() / 1000) + 60 }],
    ['that lives for 301 seconds', { lifetime: 301 }],
    ['that is over', { issuedAt: 1_000 }],
    ['for another endpoint', { audience: 'http://localhost:1/oauth2/token' }],
    ['for the issuer and not for the endpoint', { audience: 'ISSUER' }],
    ['of a client that nobody knows', { issuer: 'somebody' }],
  ])('refuses an assertion %s', async (_what, change) => {
    const audience =
      'audience' in change && change.audience === 'ISSUER' ? { audience: carrier.url } : {};
    const jwt = await sign({ subject: 'tel:+27821234567', scope: SCOPE, ...change, ...audience });
    expect(await bearer({ assertion: jwt })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('refuses an iat five seconds in the future', async () => {
    const jwt = await sign({
      subject: 'tel:+27821234567',
      scope: SCOPE,
      issuedAt: Math.floor(Date.now() / 1000) + 5,
    });
    expect(await bearer({ assertion: jwt })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('accepts each assertion once', async () => {
    const jwt = await sign({ subject: `tel:+${newNumber()}`, scope: SCOPE });
    expect((await bearer({ assertion: jwt })).status).toBe(200);
    expect(await bearer({ assertion: jwt })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('issues no token for a number that is not on the network', async () => {
    const gone = newNumber();
    await carrier.call('PUT', `/sim/handsets/${gone}`, { body: { on_network: false } });
    for (const number of [gone, '27110000001', '27911234567']) {
      const reply = await bearer({
        assertion: await sign({ subject: `tel:+${number}`, scope: SCOPE }),
      });
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
  });

  test('recognises a number once by a temporary token of its SIM', async () => {
    const msisdn = newNumber();
    const { body } = await carrier.call('POST', `/sim/handsets/${msisdn}/operator-tokens`);
    const subject = `operatortoken:${body.operator_token}`;
    const reply = await bearer({ assertion: await sign({ subject, scope: SCOPE }) });
    expect(await carrier.call('GET', SHARE, { token: reply.body.access_token })).toMatchObject({
      body: { devicePhoneNumber: `+${msisdn}` },
    });
    expect(await bearer({ assertion: await sign({ subject, scope: SCOPE }) })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
  });

  test('gives such a token to the handset that the mobile network carries', async () => {
    const path = `${carrier.networkUrl}/oauth2/operator-token`;
    await carry(null);
    expect((await call(path, 'POST')).status).toBe(403);
    const msisdn = newNumber();
    await carry(msisdn);
    const { status, body } = await call(path, 'POST');
    expect([status, body.expires_in]).toEqual([201, 300]);
    const reply = await bearer({
      assertion: await sign({ subject: `operatortoken:${body.operator_token}`, scope: SCOPE }),
    });
    expect(await carrier.call('GET', SHARE, { token: reply.body.access_token })).toMatchObject({
      body: { devicePhoneNumber: `+${msisdn}` },
    });
    expect((await call(path, 'GET')).headers.get('allow')).toBe('POST');
  });
});

describe('the authorization code flow', () => {
  const verifier = 'a-verifier-of-at-least-forty-three-characters-here';
  const pkce = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };

  async function authorize(query: Record<string, string>, at = carrier.networkUrl) {
    const asked = {
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: BACK,
      scope: SCOPE,
      state: 's',
      ...query,
    };
    const reply = await call(`${at}/oauth2/authorize?${new URLSearchParams(asked)}`, 'GET');
    const location = reply.headers.get('location');
    return {
      status: reply.status,
      back: location === null ? {} : Object.fromEntries(new URL(location).searchParams),
      location,
    };
  }
  const redeem = (code: string, form: Record<string, string | null> = {}) =>
    tokenRequest(carrier, {
      form: {
        grant_type: 'authorization_code',
        scope: null,
        code,
        redirect_uri: BACK,
        code_verifier: verifier,
        ...form,
      },
    });

  test('recognises the carried handset without asking a person', async () => {
    const msisdn = newNumber();
    await carry(msisdn);
    const { status, back, location } = await authorize({
      ...pkce,
      scope: `openid ${SCOPE}`,
      nonce: 'n',
      prompt: 'none',
    });
    expect([status, back.state, location?.startsWith(`${BACK}?`)]).toEqual([302, 's', true]);
    const reply = await redeem(back.code ?? '');
    expect(reply).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', scope: `openid ${SCOPE}` },
    });
    const shared = await carrier.call('GET', SHARE, { token: reply.body.access_token });
    expect(shared).toMatchObject({ status: 200, body: { devicePhoneNumber: `+${msisdn}` } });

    const discovered = (await carrier.call('GET', '/.well-known/openid-configuration')).body;
    const keys = createRemoteJWKSet(new URL(discovered.jwks_uri));
    const { payload } = await jwtVerify(reply.body.id_token, keys, {
      issuer: discovered.issuer,
      audience: CLIENT_ID,
    });
    expect(payload).toMatchObject({ nonce: 'n', amr: ['nba'], sub: expect.any(String) });
    expect(payload.sub).not.toContain(msisdn.slice(2));
    // A code is valid once.
    expect(await redeem(back.code ?? '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test.each([
    ['another verifier', { code_verifier: 'another-verifier-of-at-least-forty-three-letters' }],
    ['no verifier', { code_verifier: null }],
    ['another address', { redirect_uri: 'http://localhost:7777/other' }],
  ])('refuses a code with %s', async (_what, form) => {
    await carry(newNumber());
    const { back } = await authorize(pkce);
    expect(await redeem(back.code ?? '', form)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('refuses a code of another client', async () => {
    await carry(newNumber());
    const { back } = await authorize(pkce);
    const other = await otherClient('second');
    const client_assertion = await assertion(other, carrier.url, {
      issuer: 'second',
      subject: 'second',
    });
    expect(await redeem(back.code ?? '', { client_assertion })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
  });

  test.each([
    ['access_denied', {}, null],
    ['unsupported_response_type', { response_type: 'token' }, 'carried'],
    ['invalid_scope', { scope: 'number-verification:verify dpv:Nothing' }, 'carried'],
    ['invalid_request', { prompt: 'login' }, 'carried'],
    ['invalid_request', { code_challenge: 'short', code_challenge_method: 'S256' }, 'carried'],
    ['invalid_request_object', { request: 'x.y.z' }, 'carried'],
  ])('redirects with %s for %j', async (error, query, carried) => {
    await carry(carried === null ? null : newNumber());
    const { status, back } = await authorize(query);
    expect([status, back.error, back.state, back.code]).toEqual([302, error, 's', undefined]);
  });

  test('recognises no handset outside the mobile network', async () => {
    await carry(newNumber());
    expect((await authorize({}, carrier.url)).back).toMatchObject({ error: 'access_denied' });
  });

  test.each<Record<string, string>>([
    { redirect_uri: 'https://elsewhere.example/' },
    { redirect_uri: 'javascript:alert(1)' },
    { client_id: 'somebody' },
  ])('redirects nowhere for %j', async (query) => {
    expect(await authorize(query)).toMatchObject({ status: 400, location: null });
  });

  test('uses only the values of a signed request object', async () => {
    const msisdn = newNumber();
    await carry(msisdn);
    const more = {
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: BACK,
      state: 'signed',
      ...pkce,
    };
    const audience = `http://127.0.0.1:${new URL(carrier.networkUrl).port}/oauth2/authorize`;
    const signed = () => sign({ audience, scope: SCOPE, more });
    expect((await authorize({ request: await signed() })).back).toMatchObject({
      code: expect.any(String),
    });
    const widened = await authorize({ request: await signed(), scope: ALL_SCOPES });
    expect(widened.back).toMatchObject({ error: 'invalid_request_object' });
    const early = await sign({
      audience,
      scope: SCOPE,
      more,
      issuedAt: Math.floor(Date.now() / 1000) + 30,
    });
    expect((await authorize({ request: early })).back).toMatchObject({
      error: 'invalid_request_object',
    });
  });
});

describe("a subscriber's consent", () => {
  const asked = (msisdn: string) =>
    sign({ subject: `tel:+${msisdn}`, scope: SCOPE }).then((jwt) => bearer({ assertion: jwt }));

  test('exists until it is withdrawn, and can be given again', async () => {
    const msisdn = newNumber();
    expect((await asked(msisdn)).status).toBe(200);
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { consent: false } });
    expect((await carrier.call('GET', `/sim/handsets/${msisdn}`)).body).toMatchObject({
      consent: false,
    });
    expect(await asked(msisdn)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { consent: true } });
    expect((await carrier.call('GET', `/sim/handsets/${msisdn}`)).body).not.toHaveProperty(
      'consent',
    );
    expect((await asked(msisdn)).status).toBe(200);
  });

  test('is separate for each purpose and client', async () => {
    const msisdn = newNumber();
    await consent(msisdn, { granted: false, purpose: 'dpv:Marketing' });
    await consent(msisdn, {
      granted: false,
      purpose: 'dpv:RequestedServiceProvision',
      client_id: 'another',
    });
    expect((await asked(msisdn)).status).toBe(200);
    const marketing = await sign({
      subject: `tel:+${msisdn}`,
      scope: 'number-verification:verify dpv:Marketing',
    });
    expect(await bearer({ assertion: marketing })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
    expect((await carrier.call('GET', `/sim/handsets/${msisdn}/consents`)).body).toMatchObject([
      { client_id: 'another', purpose: 'dpv:RequestedServiceProvision', granted: false },
      { client_id: CLIENT_ID, purpose: 'dpv:Marketing', granted: false },
    ]);
    expect((await consent(msisdn, { granted: false, purpose: 'dpv:Nothing' })).status).toBe(400);
    // A new owner of the number has decided nothing.
    await carrier.call('POST', `/sim/handsets/${msisdn}/recycle`);
    expect((await carrier.call('GET', `/sim/handsets/${msisdn}/consents`)).body).toEqual([]);
  });

  test('ends the tokens issued for it at once when it is withdrawn', async () => {
    const msisdn = newNumber();
    const token = await carrier.token({ msisdn });
    const age = () =>
      carrier.call('POST', '/kyc-age-verification/v0.2/verify', {
        token,
        body: { ageThreshold: 18 },
      });
    expect((await age()).status).toBe(200);
    await carrier.call('PUT', `/sim/handsets/${msisdn}`, { body: { consent: false } });
    expect(await age()).toMatchObject({ status: 403, body: { code: 'PERMISSION_DENIED' } });
    await carry(msisdn);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: BACK,
      scope: SCOPE,
    });
    const reply = await call(`${carrier.networkUrl}/oauth2/authorize?${query}`, 'GET');
    expect(reply.headers.get('location')).toContain('error=consent_required');
    // Two-legged calls, with the number in the body, need no consent.
    const twoLegged = await carrier.token();
    const body = { ageThreshold: 18, phoneNumber: `+${msisdn}` };
    expect(
      (await carrier.call('POST', '/kyc-age-verification/v0.2/verify', { token: twoLegged, body }))
        .status,
    ).toBe(200);
  });
});

test('does not make a number that the client named a recognised one', async () => {
  const token = await carrier.token({ msisdn: newNumber() });
  expect(await carrier.call('GET', SHARE, { token })).toMatchObject(REFUSED);
});

async function otherClient(id: string): Promise<CryptoKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['sign', 'verify'],
  );
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey);
  const reply = await carrier.call('PUT', `/sim/clients/${id}`, {
    body: { jwk: { kty, crv, x, y } },
  });
  expect(reply.status).toBe(200);
  return privateKey;
}
