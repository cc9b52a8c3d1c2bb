// The calls of devices as a standard OAuth library makes them, and as no client should.
import {
  authorizationServer,
  DEVICE_CODE_GRANT,
  deviceAuthorization,
  deviceRevocation,
  deviceToken,
} from '@bonisa/contract/devices.calls';
import { schemaArbitrary } from '@bonisa/kit/http/schema-arbitrary.test-kit';
import { rowCounts } from '@bonisa/server/app.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import fc from 'fast-check';
import {
  allowInsecureRequests,
  type Configuration,
  discovery,
  genericGrantRequest,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../../scripts/free-ports.ts';
import { deviceOf, post } from './devices.test-kit.ts';

let product: ProductWithCatalogue;
let issuer: string;
beforeAll(async () => {
  const port = await freePort(1);
  issuer = `http://localhost:${port}`;
  product = await createProductWithCatalogue({ PUBLIC_URL: issuer });
  await product.site.listen({ port });
});
afterAll(() => product.close());

describe('a standard OAuth library', () => {
  const discovered = (): Promise<Configuration> =>
    discovery(new URL(issuer), 'television', undefined, None(), {
      algorithm: 'oauth2',
      execute: [allowInsecureRequests],
    });

  it('finds the calls, signs in, refreshes and signs out', async () => {
    const config = await discovered();
    const asked = await initiateDeviceAuthorization(config, { scope: 'watch' });
    const pending = await genericGrantRequest(config, DEVICE_CODE_GRANT, {
      device_code: asked.device_code,
    }).catch((error: unknown) => error);
    expect(pending).toMatchObject({ status: 400, error: 'authorization_pending' });

    const viewer = await product.signedIn();
    await viewer.call('answerDeviceRequest', { user_code: asked.user_code, approve: true });
    const tokens = await pollDeviceAuthorizationGrant(config, { ...asked, interval: 0.01 });
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'watch' });
    const next = await refreshTokenGrant(config, String(tokens.refresh_token));
    const device = deviceOf(product.site, next.access_token);
    expect((await device.call('list', {})).status).toBe(200);
    await tokenRevocation(config, String(next.refresh_token));
    expect((await device.call('list', {})).body.code).toBe('invalid_token');
    await expect(refreshTokenGrant(config, String(next.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('learns that its client is unknown', async () => {
    const config = await discovery(new URL(issuer), 'stranger', undefined, None(), {
      algorithm: 'oauth2',
      execute: [allowInsecureRequests],
    });
    await expect(initiateDeviceAuthorization(config, {})).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });
});

const ASK = { client_id: 'television' };

describe('a call of OAuth', () => {
  it.each([
    ['no client', '/oauth/device_authorization', {}, 'invalid_request'],
    [
      'a name with a link',
      '/oauth/device_authorization',
      { ...ASK, device_name: 'a://b' },
      'invalid_request',
    ],
    [
      'a name in markup',
      '/oauth/device_authorization',
      { ...ASK, device_name: '<b>' },
      'invalid_request',
    ],
    [
      'a long name',
      '/oauth/device_authorization',
      { ...ASK, device_name: 'x'.repeat(41) },
      'invalid_request',
    ],
    ['no grant', '/oauth/token', ASK, 'invalid_request'],
    ['another grant', '/oauth/token', { ...ASK, grant_type: 'password' }, 'unsupported_grant_type'],
    [
      'no device code',
      '/oauth/token',
      { ...ASK, grant_type: DEVICE_CODE_GRANT },
      'invalid_request',
    ],
    [
      'no refresh token',
      '/oauth/token',
      { ...ASK, grant_type: 'refresh_token' },
      'invalid_request',
    ],
    ['no token', '/oauth/revoke', ASK, 'invalid_request'],
  ] as const)('refuses %s in the words of both formats', async (_what, url, fields, error) => {
    const before = await rowCounts(product.open);
    const { status, body } = await post(product.site, url, fields);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        error,
        error_description: expect.stringMatching(/^[ !#-[\]-~]+$/),
        code: error,
        description: expect.any(String),
        correlation_id: expect.any(String),
      }),
    ]);
    expect(await rowCounts(product.open)).toEqual(before);
  });

  it('ignores fields that it does not know, and refuses one that is sent twice (RFC 6749)', async () => {
    const known = await post(product.site, '/oauth/device_authorization', {
      ...ASK,
      audience: 'x',
    });
    expect(known.status).toBe(200);
    const twice = await product.site.inject({
      method: 'POST',
      url: '/oauth/device_authorization',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'client_id=television&client_id=television',
    });
    expect([twice.statusCode, twice.json().error]).toEqual([400, 'invalid_request']);
  });

  it('takes forms here and in no other call, and unknown addresses are refused', async () => {
    const other = await post(product.site, '/api/auth/status', { msisdn: '0821234567' });
    expect([other.status, other.body.error]).toEqual([415, undefined]);
    const unknown = await product.site.inject({
      method: 'POST',
      url: '/oauth/authorize',
      payload: {},
    });
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found']);
    const text = await product.site.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'text/plain' },
      payload: 'client_id=television',
    });
    expect([text.statusCode, text.json().error]).toEqual([415, 'invalid_request']);
  });

  it.each([deviceAuthorization, deviceToken, deviceRevocation])(
    'has no internal error from its own schema, as JSON and as a form: $path',
    async ({ path, body }) => {
      const headers = { 'content-type': 'application/json' };
      await fc.assert(
        fc.asyncProperty(schemaArbitrary(body), fc.boolean(), async (fields, isForm) => {
          const before = await rowCounts(product.open);
          const isFlat = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
          const response =
            isForm && isFlat
              ? await post(product.site, path, fields as Record<string, string>)
              : await product.site
                  .inject({
                    method: 'POST',
                    url: path,
                    headers,
                    payload: JSON.stringify(fields) ?? '',
                  })
                  .then((one) => ({ status: one.statusCode, body: one.json() }));
          expect(response.status).toBeLessThan(500);
          if (response.status < 400) return;
          expect(response.body).toMatchObject({
            error: expect.any(String),
            code: expect.any(String),
          });
          expect(await rowCounts(product.open)).toEqual(before);
        }),
        { numRuns: 60 },
      );
      expect(product.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );

  it('is counted by network, where limits are on', async () => {
    const limited = await createProductWithCatalogue({ LIMITS: 'on' });
    const ask = () => post(limited.site, '/oauth/device_authorization', ASK, '203.0.113.7');
    let refused = await ask();
    for (let i = 1; i < 240; i++) refused = await ask();
    expect(refused.status).toBe(200);
    refused = await ask();
    expect([refused.status, refused.body.error]).toEqual([429, 'slow_down']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const elsewhere = await post(limited.site, '/oauth/device_authorization', ASK, '203.0.113.8');
    expect(elsewhere.status).toBe(200);
    await limited.close();
  });

  it('is described where RFC 8414 has it', async () => {
    const { statusCode, body } = await product.site.inject(authorizationServer.path);
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ issuer, token_endpoint: `${issuer}/oauth/token` });
  });
});
