import { decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL_SCOPES,
  assertion,
  type Carrier,
  call,
  startCarrier,
  tokenRequest,
} from '../carrier-sim.test-kit.ts';
import { openDatabase } from '../store/database.ts';
import { createSettingsRepository } from '../store/settings.repository.ts';
import { createAccessTokens } from './access-tokens.ts';
import { openSigningKey } from './signing-key.ts';

let carrier: Carrier;
beforeAll(async () => {
  carrier = await startCarrier();
});
afterAll(() => carrier.sim.close());

const signed = (change: Parameters<typeof assertion>[2]) =>
  assertion(carrier.key, carrier.url, change);

describe('the token endpoint', () => {
  test('issues a two-legged token to a client that signs for itself', async () => {
    const reply = await tokenRequest(carrier);
    expect(reply).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 600, scope: ALL_SCOPES },
    });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(decodeJwt(reply.body.access_token)).not.toHaveProperty('phone_number');
  });

  test('issues a three-legged token for a subscriber', async () => {
    const reply = await tokenRequest(carrier, { subject: 'tel:+27821234567' });
    expect(decodeJwt(reply.body.access_token)).toMatchObject({ phone_number: '+27821234567' });
  });

  test('names all addresses by discovery under the host name of the request', async () => {
    const { port } = new URL(carrier.url);
    const network = new URL(carrier.networkUrl).port;
    for (const name of ['localhost', '127.0.0.1']) {
      const { status, body } = await call(
        `http://${name}:${port}/.well-known/openid-configuration`,
        'GET',
      );
      expect([status, body]).toMatchObject([
        200,
        {
          issuer: `http://${name}:${port}`,
          token_endpoint: `http://${name}:${port}/oauth2/token`,
          jwks_uri: `http://${name}:${port}/oauth2/jwks`,
          // The carrier recognises the handset only in its mobile network.
          authorization_endpoint: `http://${name}:${network}/oauth2/authorize`,
          token_endpoint_auth_methods_supported: ['private_key_jwt'],
          scopes_supported: expect.arrayContaining(['openid', 'carrier-billing:payments:create']),
        },
      ]);
    }
    const { keys } = (await carrier.call('GET', '/oauth2/jwks')).body;
    expect(keys).toMatchObject([
      { kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256', kid: expect.any(String) },
    ]);
    expect(keys[0]).not.toHaveProperty('d');
    expect(decodeProtectedHeader(await carrier.token()).kid).toBe(keys[0].kid);
  });

  test.each(['GET', 'PUT', 'DELETE'])('accepts POST and not %s', async (method) => {
    const reply = await carrier.call(method, '/oauth2/token');
    expect([reply.status, reply.headers.get('allow'), reply.body.error]).toEqual([
      405,
      'POST',
      'invalid_request',
    ]);
  });

  test('accepts its address under both names of this machine', async () => {
    const { port } = new URL(carrier.url);
    const audience = `http://localhost:${port}/oauth2/token`;
    const reply = await tokenRequest(carrier, {
      form: { client_assertion: await signed({ audience }) },
    });
    expect(reply.status).toBe(200);
  });

  test.each([
    ['a foreign audience', { audience: 'http://elsewhere.example/oauth2/token' }],
    ['another issuer', { issuer: 'somebody' }],
    ['another subject', { subject: 'somebody' }],
    ['a life of more than 300 seconds', { lifetime: 301 }],
    ['an end in the past', { issuedAt: 1_000, lifetime: 60 }],
    ['a start in the future', { issuedAt: Math.floor(Date.now() / 1000) + 600 }],
    ['a start a few seconds ahead', { issuedAt: Math.floor(Date.now() / 1000) + 30 }],
  ])('refuses a client assertion with %s', async (_what, change) => {
    const reply = await tokenRequest(carrier, { form: { client_assertion: await signed(change) } });
    expect(reply).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  });

  test('refuses a used assertion and one of another key', async () => {
    const once = await signed({});
    expect((await tokenRequest(carrier, { form: { client_assertion: once } })).status).toBe(200);
    expect(await tokenRequest(carrier, { form: { client_assertion: once } })).toMatchObject({
      body: { error: 'invalid_client' },
    });
    const { privateKey } = await generateKeyPair('ES256');
    const foreign = await assertion(privateKey, carrier.url);
    expect(await tokenRequest(carrier, { form: { client_assertion: foreign } })).toMatchObject({
      body: { error: 'invalid_client' },
    });
  });

  test.each([
    ['no grant type', { grant_type: null }, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no client assertion', { client_assertion: null }, 'invalid_client'],
    ['an unknown client', { client_id: 'somebody' }, 'invalid_client'],
    ['no purpose', { scope: 'messages:send' }, 'invalid_scope'],
    [
      'two purposes',
      { scope: 'messages:send dpv:Marketing dpv:ServiceProvision' },
      'invalid_scope',
    ],
    ['no scope', { scope: null }, 'invalid_scope'],
    ['an unknown purpose', { scope: 'messages:send dpv:MakeMoney' }, 'invalid_scope'],
  ])('refuses a request with %s', async (_what, form, error) => {
    expect(await tokenRequest(carrier, { form })).toMatchObject({ body: { error } });
  });

  test.each(['tel:+346661113334', 'operatortoken:abc', '+27821234567', 'tel:0821234567'])(
    'refuses the subject %s',
    async (subject) => {
      expect(await tokenRequest(carrier, { subject })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    },
  );

  test('refuses a body that is no form as an invalid request', async () => {
    const reply = await fetch(`${carrier.url}/oauth2/token`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'invalid_request' }]);
  });

  test('accepts an assertion signed by the moved test clock', async () => {
    const later = new Date(Date.now() + 86_400_000);
    await carrier.call('POST', '/test/clock', { body: { now: later.toISOString() } });
    const moved = await signed({ issuedAt: Math.floor(later.getTime() / 1000) });
    expect((await tokenRequest(carrier, { form: { client_assertion: moved } })).status).toBe(200);
    expect((await tokenRequest(carrier)).status).toBe(200);
  });
});

describe('an access token', () => {
  test('expires after ten minutes', async () => {
    const settings = createSettingsRepository(openDatabase(':memory:'));
    const key = await openSigningKey(settings);
    let now = new Date('2026-11-22T10:00:00Z');
    const clock = { now: () => now, real: () => now, set: () => undefined };
    const scope = {
      scopes: ['messages:send' as const],
      purpose: 'dpv:RequestedServiceProvision',
      openid: false,
    };
    const issued = await createAccessTokens({ key, clock }).issue({
      issuer: 'http://localhost',
      clientId: 'me',
      scope,
    });
    const tokens = createAccessTokens({ key, clock });
    const minutes = async (passed: number) => {
      now = new Date(Date.parse('2026-11-22T10:00:00Z') + passed * 60_000);
      return (await tokens.read(issued))?.clientId;
    };
    expect([await minutes(0), await minutes(9.9), await minutes(10)]).toEqual([
      'me',
      'me',
      undefined,
    ]);
  });
});
