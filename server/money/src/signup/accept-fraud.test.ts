// A14, A16: the effect of a fraud verdict on Accept. One kit serves one press.

import { PHONE, press, seal } from '@bonisa/people/fraud/guard/guard.test-kit';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksum } from '../../../people/src/fraud/guard/guard.evidence.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ FRAUD_MODE: 'enforce' });
});
afterAll(() => product.close());

const phone = () => product.visitor({ headers: { 'user-agent': PHONE } });

/** A kit of this visit and transaction with an honest press sealed into it. */
async function pressed(visitor: Visitor, transactionId: unknown): Promise<string> {
  const { body } = await visitor.call('fraudScript', { transaction_id: transactionId });
  product.clock.by(10);
  return seal(String(body.t), press({ agent: checksum(PHONE) }));
}

describe('the fraud verdict in mode enforce', () => {
  it('accepts an honest press and stores its verdict with the consent', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    const { body } = await visitor.call('subscribe', {
      ...accept,
      evina_token: await pressed(visitor, accept.transaction_id),
    });
    expect(body).toMatchObject({ status: 'success', outcome: 'subscribed' });
    const [consent] = await product.rows(`select verdict from consents where msisdn = '${msisdn}'`);
    expect(consent?.verdict).toMatchObject({
      decision: 'pass',
      provider: 'guard',
      mode: 'enforce',
      reasons: [],
    });
    expect(await product.app.metrics.registry.metrics()).toContain(
      'bonisa_fraud_verdict_total{decision="pass",mode="enforce"} 1',
    );
  });

  it.each([
    ['no token', async () => undefined],
    [
      'a kit without a press',
      async (visitor: Visitor, id: unknown) =>
        String((await visitor.call('fraudScript', { transaction_id: id })).body.t),
    ],
    ['the kit of another run', async (visitor: Visitor) => pressed(visitor, 'another-run')],
    ['the kit of another visitor', async (_visitor: Visitor, id: unknown) => pressed(phone(), id)],
  ])(
    'refuses %s in neutral words, without spending the code or starting anything',
    async (_what, tokenOf) => {
      const visitor = phone();
      const msisdn = freshNumber();
      const accept = await toAccept(product, visitor, msisdn);
      const { body } = await visitor.call('subscribe', {
        ...accept,
        evina_token: await tokenOf(visitor, accept.transaction_id),
      });
      expect(body).toMatchObject({ status: 'failed', outcome: 'fraud' });
      expect(body.description).not.toMatch(/fraud|token|otp|timed out|insufficient/i);
      expect(await product.rows(`select id from subscribers where msisdn = '${msisdn}'`)).toEqual(
        [],
      );
      const again = await visitor.call('subscribe', {
        ...accept,
        evina_token: await pressed(visitor, accept.transaction_id),
      });
      expect(again.body.status).toBe('success');
    },
  );

  it('judges a used kit with a new code as a replay, and a new kit as a new press', async () => {
    const visitor = phone();
    const msisdn = freshNumber();
    const accept = await toAccept(product, visitor, msisdn);
    const evina_token = await pressed(visitor, accept.transaction_id);
    const wrong = await visitor.call('subscribe', {
      ...accept,
      otp: product.carrier.wrongCodeOf(msisdn),
      evina_token,
    });
    expect(wrong.body.outcome).toBe('otp_invalid');
    expect((await visitor.call('subscribe', { ...accept, evina_token })).body.outcome).toBe(
      'fraud',
    );
    const renewed = { ...accept, evina_token: await pressed(visitor, accept.transaction_id) };
    expect((await visitor.call('subscribe', renewed)).body.status).toBe('success');
  });

  it('does not judge a subscriber who signs in on a second phone, since the code alone proves the number and nothing is charged', async () => {
    const first = phone();
    const msisdn = freshNumber();
    const accept = await toAccept(product, first, msisdn);
    await first.call('subscribe', {
      ...accept,
      evina_token: await pressed(first, accept.transaction_id),
    });
    const second = phone();
    expect(
      (await second.call('subscribe', await toAccept(product, second, msisdn))).body,
    ).toMatchObject({ status: 'success', outcome: 'signed_in' });
  });
});
