// A14: one subscription and at most one charge, however many press at once. Truly simultaneous only
// on PostgreSQL (TEST_DATABASE_URL); PGlite has one session.
import { OTP_SEND_LIMITS } from '@bonisa/domain/numbers/otp-limits';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const PRESSES = 20;

/** Browsers on the number's own network, each in its own transaction and ready to press Accept. */
async function manyAtTheButton(msisdn: string) {
  return await Promise.all(
    Array.from({ length: PRESSES }, async (_, index) => {
      const visitor = product.visitor({ network: msisdn });
      const transaction_id = `${msisdn}-${index}`;
      await visitor.call('enrich', { transaction_id });
      const token = await visitor.csrf();
      return () =>
        visitor.send(
          'POST',
          '/api/subscribe',
          { transaction_id, he_msisdn: msisdn, service_key: 'demo-daily', to_cancel: 'no' },
          { 'x-csrf-token': token },
        );
    }),
  );
}

const subscriptionsOf = (msisdn: string) =>
  product.rows(
    `select s.status from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at`,
  );
const chargesFor = (msisdn: string) =>
  product.carrier
    .calls('charge')
    .filter((input) => (input as { msisdn: string }).msisdn === msisdn);

describe(`${PRESSES} Accepts for one number at the same time`, () => {
  it('start one free day without a charge, and sign everybody in', async () => {
    const msisdn = freshNumber();
    const presses = await manyAtTheButton(msisdn);
    const answers = await Promise.all(presses.map((press) => press()));
    expect(answers.map(({ body }) => body.status)).toEqual(Array(PRESSES).fill('success'));
    expect(answers.filter(({ body }) => body.outcome === 'subscribed')).toHaveLength(1);
    expect(await subscriptionsOf(msisdn)).toEqual([{ status: 'trial' }]);
    expect(chargesFor(msisdn)).toEqual([]);
  });

  it('make one charge without a free day, and report no failure to anybody', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
    await visitor.call('unsubscribe', {});
    product.clock.by(60);
    const presses = await manyAtTheButton(msisdn);
    const answers = await Promise.all(presses.map((press) => press()));
    expect(answers.map(({ status }) => status)).toEqual(Array(PRESSES).fill(200));
    for (const { body } of answers)
      expect(['subscribed', 'signed_in', 'payment_pending']).toContain(body.outcome);
    expect(chargesFor(msisdn)).toHaveLength(1);
    expect(await subscriptionsOf(msisdn)).toEqual([{ status: 'cancelled' }, { status: 'active' }]);
  });

  it('give one answer when two processes get the same attempt', async () => {
    const msisdn = freshNumber();
    const other = product.again();
    const asked = {
      transactionId: 'one-press',
      visitorId: 'the-same-visitor',
      signedInAs: undefined,
      msisdn: msisdn as never,
      heToken: undefined,
    };
    await product.app.signup.checkStatus({
      ...asked,
      serviceKey: 'demo-daily',
      address: '127.0.0.1',
      unblockFirst: false,
      language: 'en' as const,
    });
    const otp = product.carrier.codeOf(msisdn);
    const input = {
      transactionId: 'one-press',
      visitorId: 'the-same-visitor',
      signedInAs: undefined,
      msisdn: msisdn as never,
      heToken: undefined,
      serviceKey: 'demo-daily',
      freeId: undefined,
      price: undefined,
      otp: String(otp),
      fraudToken: undefined,
      contentBlockOverride: false,
      language: 'en' as const,
      address: '127.0.0.1',
      userAgent: '',
    };
    const answers = await Promise.all(
      [product.app, other].map(({ signup }) => signup.accept(input)),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await subscriptionsOf(msisdn)).toEqual([{ status: 'trial' }]);
  });

  it('send at most the limit of codes, however many ask at once', async () => {
    const msisdn = freshNumber();
    const visitors = await Promise.all(Array.from({ length: 8 }, async () => product.visitor()));
    const answers = await Promise.all(
      visitors.map((visitor, index) =>
        visitor.call('statusCheck', {
          transaction_id: `ask-${index}`,
          msisdn,
          service_key: 'demo-daily',
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(
      OTP_SEND_LIMITS.number[0].max,
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(
      visitors.length - OTP_SEND_LIMITS.number[0].max,
    );
  });

  it('count at most five tries of a code, however many come at once', async () => {
    const msisdn = freshNumber();
    const visitor = product.visitor();
    const accept = await toAccept(product, visitor, msisdn);
    const token = await visitor.csrf();
    const before = product.carrier.calls('validateCode').length;
    const wrong = (index: number) =>
      String((Number(accept.otp) + 1 + index) % 10_000).padStart(4, '0');
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        visitor.send(
          'POST',
          '/api/subscribe',
          { ...accept, otp: wrong(index) },
          { 'x-csrf-token': token },
        ),
      ),
    );
    expect(product.carrier.calls('validateCode').length - before).toBe(5);
    expect((await visitor.call('subscribe', accept)).body.outcome).toBe('otp_attempts_used_up');
  });
});
