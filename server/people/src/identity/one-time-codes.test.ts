// A9 A10 E5 E6 P4 V5 F1 F3: the status check and one-time codes.

import {
  createTestProduct,
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

const check = (fields: Record<string, unknown>, visitor = product.visitor()) =>
  visitor.call('statusCheck', { transaction_id: 'run', ...fields });
const codesSent = (msisdn: string) =>
  product.carrier
    .calls('sendCode')
    .filter((input) => (input as { msisdn: string }).msisdn === msisdn).length;

describe('the status check', () => {
  it('of a new number without a service key returns packages with prices and the free day, and sends no code', async () => {
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

  it("with a service key has the OTP sent with that package's text, also under a content block", async () => {
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

  it('reports that the carrier does not answer or refuses the number', async () => {
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
    expect((await check({ msisdn, service_key: 'demo-daily' })).body).toMatchObject({
      code: 'invalid_msisdn',
      reason: 'not_on_network',
      description: "This number is not on the carrier's network",
    });
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
    // A send that certainly failed does not count.
    for (let i = 0; i < 3; i++)
      expect((await check({ msisdn, service_key: 'demo-daily' })).status).toBe(200);
  });
});

describe('one-time codes', () => {
  it('end after five wrong tries without asking the carrier again, and a new code has its own tries', async () => {
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

  it('with other than four digits are invalid and use no try', async () => {
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

  it('end when a newer one is sent; used, expired and foreign ones are reported as timed out', async () => {
    const visitor = product.visitor();
    const msisdn = freshNumber();
    const old = await toAccept(product, visitor, msisdn);
    const fresh = await toAccept(product, visitor, msisdn);
    expect((await visitor.call('subscribe', old)).body.description).toBe('OTP timed out');
    // A code of another transaction proves nothing here.
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

  it('are limited to three in ten minutes and five a day for a number and network, and the answer names the next time', async () => {
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
    // The limits are in the database and survive a restart.
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

  it('are limited for an address over all numbers', async () => {
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
