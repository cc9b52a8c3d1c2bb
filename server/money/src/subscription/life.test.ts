// A15 A10: after Accept: stopping, the passing of time, and retention.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, handsetSends, subscribe, textsTo } from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

describe('unsubscribing', () => {
  it('ends renewals, serves the paid time, sends one notice, and changes nothing when repeated', async () => {
    const { visitor, msisdn } = await subscribe(product);
    const first = await visitor.call('unsubscribe', { msisdn });
    expect(first.body).toEqual({
      is_subscribed: false,
      served_until: new Date(product.clock.now().getTime() + DAY * 1000).toISOString(),
    });
    expect((await visitor.call('unsubscribe', {})).body).toEqual(first.body);
    await product.app.scheduler.runDue();
    expect(textsTo(product, msisdn).filter((text) => text.includes('unsubscribed'))).toHaveLength(
      1,
    );
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: true,
      subscription: { state: 'cancelled' },
    });
    expect((await visitor.call('authStatus', { msisdn })).body).toEqual({ status: 'cancelled' });
    await product.advance(DAY);
    expect((await visitor.call('viewer')).body).toMatchObject({
      signed_in: true,
      entitled: false,
      subscription: { state: 'expired' },
    });
    expect((await visitor.call('unsubscribe', {})).body).toEqual({
      is_subscribed: false,
      served_until: null,
    });
  });

  it("concerns the session's own number only", async () => {
    const { visitor, msisdn } = await subscribe(product);
    const other = await subscribe(product);
    const foreign = await visitor.call('unsubscribe', { msisdn: other.msisdn });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'not_yours']);
    expect((await product.visitor().call('unsubscribe', { msisdn })).status).toBe(401);
    expect((await other.visitor.call('viewer')).body).toMatchObject({
      subscription: { state: 'trial' },
    });
    // No answer reveals anything about another's number, known or not.
    for (const asked of [other.msisdn, freshNumber()]) {
      for (const who of [visitor, product.visitor()])
        expect((await who.call('authStatus', { msisdn: asked })).body).toEqual({
          status: 'unknown',
        });
    }
  });
});

describe('the passing of time', () => {
  it('ends the access at its time, and the number is NEW again without a second free day', async () => {
    const { visitor, msisdn } = await subscribe(product);
    await handsetSends(product, msisdn, 'STOP');
    await product.advance(DAY - 1);
    expect((await visitor.call('viewer')).body).toMatchObject({ entitled: true });
    await product.advance(2);
    expect((await visitor.call('viewer')).body).toMatchObject({
      entitled: false,
      subscription: { state: 'expired' },
    });
    expect((await visitor.call('statusCheck', { transaction_id: 't', msisdn })).body).toMatchObject(
      { code: 'NEW', hasFreeTrial: false },
    );
  });

  it('keeps a consent for three years after the end, and no longer', async () => {
    // No other subscriber: three years of renewals would be charged on the way.
    const alone = await createTestProduct({ LIMITS: 'off' });
    const { msisdn } = await subscribe(alone);
    const count = async () =>
      (await alone.rows(`select id from consents where msisdn = '${msisdn}'`)).length;
    await handsetSends(alone, msisdn, 'STOP');
    await alone.advance(DAY + 1);
    const [consent] = await alone.rows(
      `select retain_until::text as until, at::text as at from consents where msisdn = '${msisdn}'`,
    );
    expect(
      new Date(String(consent?.until)).getUTCFullYear() -
        new Date(String(consent?.at)).getUTCFullYear(),
    ).toBe(3);
    await alone.advance(3 * 365 * DAY - DAY);
    expect(await count()).toBe(1);
    await alone.advance(3 * DAY);
    expect(await count()).toBe(0);
    await alone.close();
  });
});

describe("the operator's view", () => {
  it('balances, and shows the whole history of a number', async () => {
    const { visitor, msisdn } = await subscribe(product);
    await visitor.call('unsubscribe', {});
    product.clock.by(700);
    await visitor.call(
      'subscribe',
      await toAccept(product, visitor, msisdn, { key: 'demo-monthly' }),
    );
    const report = await product.app.ledger.report();
    expect(report.balanced).toBe(true);
    const owed = report.accounts.find(({ account }) => account === 'carrier_receivable');
    const payments = [...product.carrier.payments.values()].reduce(
      (sum, { input }) => sum + input.amountCents,
      0,
    );
    expect(owed).toEqual({
      account: 'carrier_receivable',
      debit: (payments / 100).toFixed(2),
      credit: '0.00',
    });
  });
});
