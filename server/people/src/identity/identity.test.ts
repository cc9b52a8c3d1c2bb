// A13 E5 E6 P4 F1 F3: network proofs, sessions and CSRF.

import {
  createTestProduct,
  ENRICHMENT_SECRET,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const codesSent = (msisdn: string) =>
  product.carrier
    .calls('sendCode')
    .filter((input) => (input as { msisdn: string }).msisdn === msisdn).length;

describe('a network proof of a number', () => {
  const enriched = async (
    network: string,
    transaction_id = 'he-run',
    headers: Record<string, string> = {},
  ) => {
    const visitor = product.visitor({ network, headers });
    return { visitor, answer: await visitor.call('enrich', { transaction_id }) };
  };

  it('proves the number once for this visit and transaction, without a code', async () => {
    const msisdn = freshNumber();
    const { visitor, answer } = await enriched(msisdn);
    expect(answer.body).toMatchObject({ he_msisdn: msisdn });
    const status = await visitor.call('statusCheck', {
      transaction_id: 'he-run',
      he_msisdn: msisdn,
      service_key: 'demo-daily',
    });
    expect(status.body).toMatchObject({ number_proven: true, otp_sent: false });
    expect(codesSent(msisdn)).toBe(0);
    const accept = {
      transaction_id: 'he-run',
      he_msisdn: msisdn,
      he_token: answer.body.he_token,
      service_key: 'demo-daily',
    };
    const before = visitor.cookies.get('bonisa_session') ?? '';
    expect((await visitor.call('subscribe', accept)).body).toMatchObject({
      status: 'success',
      outcome: 'subscribed',
    });
    const [consent] = await product.rows(`select proof from consents where msisdn = '${msisdn}'`);
    expect(consent).toEqual({ proof: 'header_enrichment' });
    // The same token in a new accept attempt of the same visit is used.
    visitor.cookies.set('bonisa_session', before);
    expect(
      (await visitor.call('subscribe', { ...accept, evina_token: 'new kit' })).body,
    ).toMatchObject({ status: 'failed', outcome: 'otp_missing' });
  });

  it.each([
    [
      'another visitor',
      async (accept: Record<string, unknown>) => product.visitor().call('subscribe', accept),
    ],
    [
      'another run',
      async (accept: Record<string, unknown>, own: ReturnType<TestProduct['visitor']>) =>
        own.call('subscribe', { ...accept, transaction_id: 'other' }),
    ],
    [
      'another token',
      async (accept: Record<string, unknown>, own: ReturnType<TestProduct['visitor']>) =>
        own.call('subscribe', { ...accept, he_token: 'x' }),
    ],
    [
      'another number',
      async (accept: Record<string, unknown>, own: ReturnType<TestProduct['visitor']>) =>
        own.call('subscribe', { ...accept, msisdn: freshNumber() }),
    ],
    [
      'fifteen minutes later',
      async (accept: Record<string, unknown>, own: ReturnType<TestProduct['visitor']>) => {
        product.clock.by(15 * 60);
        return own.call('subscribe', accept);
      },
    ],
    [
      'after the word for another number',
      async (accept: Record<string, unknown>, own: ReturnType<TestProduct['visitor']>) => {
        product.clock.by(1);
        await own.call('enrich', { transaction_id: 'he-run' }, { 'x-msisdn': freshNumber() });
        return own.call('subscribe', { ...accept, he_token: undefined });
      },
    ],
  ])('proves nothing to %s', async (_who, press) => {
    const msisdn = freshNumber();
    const { visitor, answer } = await enriched(msisdn);
    const accept = {
      transaction_id: 'he-run',
      he_msisdn: msisdn,
      he_token: answer.body.he_token,
      service_key: 'demo-daily',
    };
    const { body } = await press(accept, visitor);
    expect(body).toMatchObject({ status: 'failed', outcome: 'otp_missing' });
    expect(await product.rows(`select id from subscribers where msisdn = '${msisdn}'`)).toEqual([]);
  });

  it.each([
    ['a claimed number alone', { 'x-msisdn': '27821234567' }],
    ['the wrong secret', { 'x-msisdn': '27821234567', 'x-enrichment-secret': 'guessed' }],
    [
      'the secret in another header',
      { 'x-msisdn': '27821234567', authorization: ENRICHMENT_SECRET },
    ],
    [
      'other spellings',
      {
        X_MSISDN: '27821234567',
        'X-Up-Calling-Line-Id': '27821234567',
        MSISDN: '27821234567',
        'x-enrichment-secret': ENRICHMENT_SECRET,
        'x-nokia-msisdn': '27821234567',
      },
    ],
    ['no number', { 'x-msisdn': 'hello', 'x-enrichment-secret': ENRICHMENT_SECRET }],
  ])('is not accepted with %s', async (what, headers) => {
    const answer = await product
      .visitor()
      .call('enrich', { transaction_id: 'x' }, headers as Record<string, string>);
    // Many servers read an underscore as a dash, so both spellings name the agreed header.
    expect(answer.status).toBe(what === 'other spellings' ? 200 : 204);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('remains for the next accept attempt after a refused charge', async () => {
    const msisdn = freshNumber();
    const first = product.visitor();
    await first.call('subscribe', await toAccept(product, first, msisdn));
    await first.call('unsubscribe', {});
    const { visitor } = await enriched(msisdn, 'again');
    const accept = { transaction_id: 'again', he_msisdn: msisdn, service_key: 'demo-daily' };
    product.carrier.next('charge', async () => ({
      outcome: 'denied',
      reason: 'insufficient_airtime',
      detail: '',
    }));
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('insufficient_airtime');
    expect(
      (await visitor.call('subscribe', { ...accept, evina_token: 'new kit' })).body.status,
    ).toBe('success');
  });
});

describe('sessions', () => {
  const DAY = 86_400;
  const signedIn = async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    return { visitor, msisdn };
  };

  it('have an HttpOnly, Lax cookie that changes at sign-in and is stored only as a hash', async () => {
    const visitor = product.visitor();
    const first = await visitor.send('GET', '/api/csrf-token', undefined);
    expect(String(first.headers['set-cookie'])).toMatch(
      /bonisa_session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const { visitor: subscriber } = await signedIn();
    const secret = subscriber.cookies.get('bonisa_session') ?? '';
    expect(await product.rows(`select 1 from sessions where id_hash = '${secret}'`)).toEqual([]);
    for (const { j } of await product.rows('select row_to_json(s)::text as j from sessions s'))
      expect(String(j)).not.toContain(secret.slice(3));
  });

  it('have a Secure cookie on an https site', async () => {
    const https = await createTestProduct({ PUBLIC_URL: 'https://watch.example' }, product.open);
    const { headers } = await https.visitor().send('GET', '/api/csrf-token', undefined);
    expect(String(headers['set-cookie'])).toContain('; Secure');
    await https.site.close();
  });

  it('are extended to thirty days from the last visit, and end after that', async () => {
    const { visitor } = await signedIn();
    product.clock.by(29 * DAY);
    const slid = await visitor.call('viewer');
    expect(slid.body.signed_in).toBe(true);
    expect(String(slid.headers['set-cookie'])).toContain('Max-Age=2592000');
    product.clock.by(29 * DAY);
    expect((await visitor.call('viewer')).body.signed_in).toBe(true);
    product.clock.by(31 * DAY);
    expect((await visitor.call('viewer')).body).toEqual({ signed_in: false });
    expect((await visitor.call('profile', {})).status).toBe(401);
  });

  it('end here or everywhere at sign-out, and the cookie of an ended session no longer signs in', async () => {
    const { visitor, msisdn } = await signedIn();
    const second = product.visitor();
    await second.call('subscribe', await toAccept(product, second, msisdn));
    const secret = visitor.cookies.get('bonisa_session') ?? '';
    expect((await visitor.call('signOut')).body).toEqual({ signed_in: false });
    expect(visitor.cookies.size).toBe(0);
    visitor.cookies.set('bonisa_session', secret);
    expect((await visitor.call('viewer')).body.signed_in).toBe(false);
    const third = product.visitor();
    await third.call('subscribe', await toAccept(product, third, msisdn));
    await third.call('signOut', { everywhere: true });
    expect((await second.call('viewer')).body.signed_in).toBe(false);
    expect((await second.call('signOut')).status).toBe(401);
  });

  it('read only the profile of their own subscriber', async () => {
    const { visitor } = await signedIn();
    const { body } = await visitor.call('profile', { user_id: '' });
    const { user_id } = body.profile as { user_id: string };
    expect((await visitor.call('profile', { user_id })).status).toBe(200);
    const foreign = await visitor.call('profile', { user_id: String(Number(user_id) - 1) });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours']);
  });

  it('give a bearer token of the content API that lasts ten minutes and cannot be forged', async () => {
    const { visitor } = await signedIn();
    expect((await product.visitor().call('bearerToken')).status).toBe(401);
    const { body } = await visitor.call('bearerToken');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
    const token = String(body.access_token);
    const { bearer } = product.app.access;
    expect(await bearer.verify(token)).toEqual({ subscriberId: expect.any(Number) });
    const [head = '', payload = '', signature = ''] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    const twisted = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
    for (const forged of [`${none}.${payload}.`, `${head}.${payload}.${twisted}`, '', 'x'])
      await expect(bearer.verify(forged)).rejects.toThrow();
    product.clock.by(601);
    await expect(bearer.verify(token)).rejects.toThrow();
  });
});

describe('CSRF', () => {
  it.each([
    ['/api/subscribe', {}],
    ['/api/subscribe/unsubscribe', {}],
  ])(
    'protection refuses %s without the token of this visit, before the body is read',
    async (path) => {
      const visitor = product.visitor();
      await visitor.csrf();
      const other = await product.visitor().csrf();
      for (const headers of [
        {},
        { 'x-csrf-token': '' },
        { 'x-csrf-token': other },
        { 'x-csrf-token': 'x'.repeat(43) },
      ] as Record<string, string>[]) {
        for (const body of ['{"transaction_id":"t"}', '{broken', `"${'x'.repeat(100_000)}"`]) {
          const answer = await visitor.send('POST', path, body, headers);
          expect([answer.status, answer.body.code]).toEqual([403, 'csrf_token_invalid']);
        }
      }
      const cookieless = await product
        .visitor()
        .send('POST', path, {}, { 'x-csrf-token': await visitor.csrf() });
      expect(cookieless.status).toBe(403);
    },
  );

  it('tokens of an invented or changed cookie are refused, and a new visit starts', async () => {
    const visitor = product.visitor();
    await visitor.csrf();
    const cookie = visitor.cookies.get('bonisa_session') ?? '';
    for (const bad of [
      'v1.abc.def',
      `${cookie}x`,
      cookie.replace('v1.', 'v2.'),
      'v1..',
      'x'.repeat(300),
    ]) {
      visitor.cookies.set('bonisa_session', bad);
      const { headers } = await visitor.send('GET', '/api/csrf-token', undefined);
      expect(String(headers['set-cookie'])).toContain('bonisa_session=v1.');
    }
  });
});
