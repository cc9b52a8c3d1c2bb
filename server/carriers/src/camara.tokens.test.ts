import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCamaraCarrier } from './camara.adapter.ts';
import {
  chargeInput,
  dropped,
  json,
  msisdn,
  payment,
  refusal,
  type Seen,
  type StandIn,
  startStandIn,
  text,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

const created = json(201, payment());

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

  it('are requested with a signed assertion for one purpose', async () => {
    standIn.answer(created);
    await standIn.carrier().charge(chargeInput());
    const form = new URLSearchParams(standIn.tokenCalls[0]?.body);
    expect(form.get('grant_type')).toBe('client_credentials');
    expect(form.get('scope')).toBe('carrier-billing:payments:create dpv:RequestedServiceProvision');
    const claims = await claimsOf(standIn.tokenCalls[0], 'client_assertion');
    expect(claims).toMatchObject({ sub: 'bonisa', jti: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBeLessThanOrEqual(300);
  });

  it('are requested once however many calls wait, and cached by scope', async () => {
    standIn.answer(created);
    const carrier = standIn.carrier();
    await Promise.all(Array.from({ length: 10 }, () => carrier.charge(chargeInput())));
    await carrier.charge(chargeInput());
    expect(standIn.tokenCalls).toHaveLength(1);
    await carrier.contentLock(msisdn());
    expect(standIn.tokenCalls).toHaveLength(2);
  });

  it.each([
    ['a process that stood still', performance],
    ['a machine that was paused', Date],
  ])('of %s while it waited for one lead to no call', async (_what, source) => {
    standIn.answer(created);
    let now = source.now();
    const steady = vi.spyOn(source, 'now').mockImplementation(() => now);
    try {
      standIn.answerTokens((response) => {
        now += 26_000;
        json(200, { access_token: 'late', token_type: 'Bearer', expires_in: 600 })(
          response,
          {} as Seen,
        );
      });
      expect(await standIn.carrier().charge(chargeInput())).toMatchObject({
        outcome: 'unavailable',
        cause: 'not_connected',
      });
      expect(standIn.calls).toEqual([]);
    } finally {
      steady.mockRestore();
    }
  });

  it('are renewed shortly before they expire', async () => {
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

  it('are renewed once after a 401, and the same request is sent again', async () => {
    standIn.answer(refusal(401, 'UNAUTHENTICATED'), created);
    expect(await standIn.carrier().charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
    expect(standIn.calls.map((call) => call.headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(standIn.calls[0]?.body).toBe(standIn.calls[1]?.body);
  });

  it("after a 401 let a charge be repeated only in the carrier's next window, and a question at once", async () => {
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

  it('are not renewed after a second 401', async () => {
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
  ])('that are missing stop the request: the endpoint %s', async (_name, reaction) => {
    standIn.answer(created);
    standIn.answerTokens(reaction);
    const carrier = standIn.carrier();
    expect(await carrier.charge(chargeInput())).toEqual({
      outcome: 'unavailable',
      cause: 'no_token',
    });
    expect(standIn.calls).toHaveLength(0);
    // A failure is not cached.
    expect(await carrier.charge(chargeInput())).toMatchObject({ outcome: 'succeeded' });
  });

  describe('a carrier that requires tokens for a number', () => {
    const threeLegged = () =>
      standIn.carrier({ apis: { 'kyc-age-verification': { legs: 3 } } }).contentLock(msisdn());

    it('gets the number in the assertion and not in the body', async () => {
      standIn.answer(json(200, { ageCheck: 'true', contentLock: 'true' }));
      expect(await threeLegged()).toEqual({ outcome: 'known', locked: true });
      const form = new URLSearchParams(standIn.tokenCalls[0]?.body);
      expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
      // CAMARA's profile has no scope parameter here, only the claim.
      expect(form.has('scope')).toBe(false);
      expect(await claimsOf(standIn.tokenCalls[0], 'assertion')).toMatchObject({
        sub: 'tel:+27821234567',
        scope: 'kyc-age-verification:verify dpv:RequestedServiceProvision',
      });
      expect(standIn.calls[0]?.body).not.toContain('27821234567');
    });

    it('leads to unavailable for a number without a token', async () => {
      standIn.answerTokens(json(400, { error: 'invalid_grant' }));
      expect(await threeLegged()).toEqual({ outcome: 'unavailable', cause: 'no_token' });
    });

    it('leads to misconfigured for a client without tokens', async () => {
      standIn.answerTokens(json(400, { error: 'unauthorized_client' }));
      expect(await threeLegged()).toEqual({
        outcome: 'unavailable',
        cause: 'misconfigured',
        detail: 'token unauthorized_client',
      });
    });
  });

  it('refuses an invalid key when it is created', () => {
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
