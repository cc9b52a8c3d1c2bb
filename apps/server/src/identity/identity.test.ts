// A9 A10 A13 E5 E6 P4 V5 F1 F3, interfaces 'Who is who': status check, codes, the carrier's word,
// sessions, CSRF.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestProduct,
  ENRICHMENT_SECRET,
  freshNumber,
  type TestProduct,
  toAccept,
} from '../app.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct();
});
afterAll(() => product.close());

const check = (fields: Record<string, unknown>, visitor = product.visitor()) =>
  visitor.call('statusCheck', { transaction_id: 'run', ...fields });
const codesSent = (msisdn: string) =>
  product.carrier
    .calls('sendCode')
    .filter((input) => (input as { msisdn: string }).msisdn === msisdn).length;

describe('the status check', () => {
  it('of a new number only looks: packages with prices, the free day, no code', async () => {
    const msisdn = freshNumber();
    const { status, body } = await check({ msisdn: `+${msisdn}` });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: 'NEW',
      hasFreeTrial: true,
      contentBlockStatus: false,
      otp_sent: false,
      number_proven: false,
    });
    expect(body.sub_transaction_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(
      (body.packages as { id: string; price: string; free_id: string; service_key: string }[]).map(
        ({ id, price, free_id, service_key }) => [id, price, free_id, service_key],
      ),
    ).toEqual([
      ['p-grtv-daily-c-01', '5.00', 'p-grtv-daily-c-01-free-day', 'demo-daily'],
      ['p-grtv-weekly-c-01', '10.00', 'p-grtv-weekly-c-01-free-day', 'demo-weekly'],
      ['p-grtv-monthly-c-01', '25.00', 'p-grtv-monthly-c-01-free-day', 'demo-monthly'],
    ]);
    expect(codesSent(msisdn)).toBe(0);
  });

  it('with a service key has the OTP sent, with the words of that package, also under a content block', async () => {
    const msisdn = freshNumber();
    product.carrier.locked.add(msisdn);
    const { body } = await check({ msisdn, service_key: 'demo-weekly' });
    expect(body).toMatchObject({ code: 'NEW', otp_sent: true, contentBlockStatus: true });
    const { message } = product.carrier.calls('sendCode').at(-1) as { message: string };
    expect(message).toMatch(/^\{\{code\}\}.*OTP.*R10\.00\/week/);
  });

  it.each([
    [
      { transaction_id: null, msisdn: '0821234567' },
      'missing_transaction_id',
      'CheckStatus: Missing transaction_id',
    ],
    [
      { transaction_id: '', msisdn: '0821234567' },
      'missing_transaction_id',
      'CheckStatus: Missing transaction_id',
    ],
    [{}, 'missing_msisdn', 'CheckStatus: Missing msisdn'],
    [{ msisdn: '', he_msisdn: null }, 'missing_msisdn', 'CheckStatus: Missing msisdn'],
    [
      { msisdn: '082' },
      'invalid_msisdn',
      'Please enter a valid carrier Number in the specified format',
    ],
    [
      { msisdn: '0821234567', service_key: 'made-up' },
      'unknown_service_key',
      'This package is not on offer.',
    ],
  ])('refuses %j by name', async (fields, code, description) => {
    const answer = await check(fields);
    expect([answer.status, answer.body.code, answer.body.description]).toEqual([
      400,
      code,
      description,
    ]);
  });

  it('says so where the carrier does not answer, and what it says of a number', async () => {
    const msisdn = freshNumber();
    product.carrier.next('contentLock', async () => ({
      outcome: 'unavailable',
      cause: 'timed_out',
    }));
    expect((await check({ msisdn })).body).toMatchObject({
      code: 'NEW',
      contentBlockStatus: false,
    });
    product.carrier.next('sendCode', async () => ({
      outcome: 'unavailable',
      cause: 'not_connected',
    }));
    expect((await check({ msisdn, service_key: 'demo-daily' })).body.code).toBe(
      'carrier_unavailable',
    );
    product.carrier.next('sendCode', async () => ({
      outcome: 'refused',
      reason: 'number_not_allowed',
    }));
    expect((await check({ msisdn, service_key: 'demo-daily' })).body.description).toBe(
      'OTP cannot be sent to this number',
    );
    product.carrier.next('sendCode', async () => ({
      outcome: 'refused',
      reason: 'not_on_network',
    }));
    expect((await check({ msisdn, service_key: 'demo-daily' })).body.description).toBe(
      "This number is not on the carrier's network",
    );
    product.carrier.next('sendCode', async () => ({
      outcome: 'refused',
      reason: 'too_many_codes',
      retryAfterSeconds: 120,
    }));
    const limited = await check({ msisdn, service_key: 'demo-daily' });
    expect([limited.status, limited.body.retry_after, limited.headers['retry-after']]).toEqual([
      429,
      120,
      '120',
    ]);
    // What was surely not sent does not count.
    for (let i = 0; i < 3; i++)
      expect((await check({ msisdn, service_key: 'demo-daily' })).status).toBe(200);
  });
});

describe('codes', () => {
  it('five wrong ones use it up, the sixth is not even asked, a new one is as good as ever', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    const wrong = { ...accept, otp: product.carrier.wrongCodeOf(msisdn) };
    const told: unknown[] = [];
    for (let i = 0; i < 5; i++)
      told.push(
        (await visitor.call('subscribe', { ...wrong, evina_token: `kit-${i}` })).body.description,
      );
    expect(told).toEqual([
      ...Array(4).fill('Invalid OTP'),
      'OTP attempts used up, request a new OTP',
    ]);
    const asked = product.carrier.calls('validateCode').length;
    expect((await visitor.call('subscribe', accept)).body.description).toBe(
      'OTP attempts used up, request a new OTP',
    );
    expect(product.carrier.calls('validateCode')).toHaveLength(asked);
    const renewed = await toAccept(product, visitor, msisdn, {
      transactionId: String(accept.transaction_id),
    });
    expect((await visitor.call('subscribe', renewed)).body.status).toBe('success');
  });

  it('not four digits: invalid, without using a try up', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    for (const otp of ['12', '12345', 'abcd', '１２３４', ' 123'])
      expect((await visitor.call('subscribe', { ...accept, otp })).body).toMatchObject({
        status: 'failed',
        outcome: 'otp_invalid',
      });
    expect((await visitor.call('subscribe', accept)).body.status).toBe('success');
  });

  it('a new code kills the old one; a used, late or foreign one has timed out', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const old = await toAccept(product, visitor, msisdn);
    const fresh = await toAccept(product, visitor, msisdn);
    expect((await visitor.call('subscribe', old)).body.description).toBe('OTP timed out');
    // The code of another run proves nothing here.
    expect(
      (await visitor.call('subscribe', { ...fresh, transaction_id: 'another-run' })).body
        .description,
    ).toBe('OTP timed out');
    expect((await visitor.call('subscribe', fresh)).body.status).toBe('success');
    expect((await product.visitor().call('subscribe', fresh)).body.description).toBe(
      'OTP timed out',
    );
    const late = await toAccept(product, visitor, freshNumber());
    product.clock.by(10 * 60);
    expect((await visitor.call('subscribe', late)).body.description).toBe('OTP timed out');
  });

  it('three in ten minutes and five a day for a number from one network, whatever the visit; it is said when there is room again', async () => {
    const msisdn = freshNumber();
    for (let i = 0; i < 3; i++) {
      expect(
        (await check({ msisdn, service_key: 'demo-daily', transaction_id: `t${i}` })).status,
      ).toBe(200);
      product.clock.by(60);
    }
    const fourth = await check({ msisdn, service_key: 'demo-daily' });
    expect([fourth.status, fourth.body.code, fourth.body.retry_after]).toEqual([
      429,
      'otp_send_limit',
      420,
    ]);
    expect(fourth.body.description).toMatch(
      /^Too many OTP requests, try later: again in 7 minutes\.$/,
    );
    expect(fourth.headers['retry-after']).toBe('420');
    product.clock.by(420);
    for (let i = 0; i < 2; i++) {
      expect((await check({ msisdn, service_key: 'demo-daily' })).status).toBe(200);
      product.clock.by(600);
    }
    const sixth = await check({ msisdn, service_key: 'demo-daily' });
    expect([sixth.status, Number(sixth.body.retry_after) > 3600]).toEqual([429, true]);
    // Held by the database: a restart forgets nothing.
    const request = {
      msisdn: msisdn as never,
      transactionId: 't',
      visitorId: 'v',
      address: '127.0.0.1',
      byOwner: false,
    } as const;
    const again = product
      .again()
      .identity.otp.reserve({ ...request, purpose: { purpose: 'sign_in' } });
    await expect(again).rejects.toMatchObject({ code: 'otp_send_limit' });
  });

  it('a limit for an address, counted over all numbers', async () => {
    product.clock.by(3600);
    let refused: Awaited<ReturnType<typeof check>> | undefined;
    let sent = 0;
    for (; !refused && sent < 100; sent++) {
      const answer = await check({ msisdn: freshNumber(), service_key: 'demo-daily' });
      if (answer.status !== 200) refused = answer;
    }
    expect(sent).toBe(61);
    expect([refused?.status, refused?.body.code]).toEqual([429, 'otp_send_limit']);
    product.clock.by(700);
  });
});

describe("the carrier's word for a number", () => {
  const enriched = async (
    network: string,
    transaction_id = 'he-run',
    headers: Record<string, string> = {},
  ) => {
    const visitor = product.visitor({ network, headers });
    return { visitor, answer: await visitor.call('enrich', { transaction_id }) };
  };

  it('proves it for this visit and run, once, without any code', async () => {
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
    // The same token in a new press of the same visit: used.
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
  ])('%s: nothing is believed', async (what, headers) => {
    const answer = await product
      .visitor()
      .call('enrich', { transaction_id: 'x' }, headers as Record<string, string>);
    // An underscore is a dash to many servers, so that spelling of the agreed header is the agreed
    // header.
    expect(answer.status).toBe(what === 'other spellings' ? 200 : 204);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('a charge that was refused leaves the proof for the next press', async () => {
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

  it('the cookie is HttpOnly and Lax, new at sign-in, and kept only as a hash', async () => {
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

  it('is Secure where the site is https', async () => {
    const https = await createTestProduct({ PUBLIC_URL: 'https://watch.example' }, product.open);
    const { headers } = await https.visitor().send('GET', '/api/csrf-token', undefined);
    expect(String(headers['set-cookie'])).toContain('; Secure');
    await https.site.close();
  });

  it('slides for thirty days from the last visit, and ends after that', async () => {
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

  it('signs out here, or everywhere; the cookie of a session that ended opens nothing', async () => {
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

  it("reads a profile of one's own only", async () => {
    const { visitor } = await signedIn();
    const { body } = await visitor.call('profile', { user_id: '' });
    const { user_id } = body.profile as { user_id: string };
    expect((await visitor.call('profile', { user_id })).status).toBe(200);
    const foreign = await visitor.call('profile', { user_id: String(Number(user_id) - 1) });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours']);
  });

  it('the bearer token of the content API lives ten minutes and is nobody else’s making', async () => {
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
    '%s is refused without the token of this very visit, before the body is read',
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

  it('a made-up or tampered cookie is nobody: a new visit begins', async () => {
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
