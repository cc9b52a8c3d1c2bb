// X5: too little airtime comes with the way to buy some at the carrier of the number.
import { viewer as viewerCall } from '@bonisa/contract/identity.calls';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' }, undefined, { twoCarriers: true });
});
afterAll(() => product.close());

const DAY = 24 * 3600;

it.each([
  ['the first carrier', freshNumber(), '*120*7#'],
  ['another carrier', '27619497301', '*130*5#'],
])(
  'a number of %s is told what it dials, at Accept and in a payment that waits',
  async (_, msisdn, code) => {
    const visitor = product.visitor();
    const short = async () =>
      ({ outcome: 'denied', reason: 'insufficient_airtime', detail: '' }) as const;
    const press = async (by = visitor) =>
      (await by.call('subscribe', await toAccept(product, by, msisdn))).body;
    expect(await press()).toMatchObject({ outcome: 'subscribed' });
    const recharge = async () => {
      const seen = viewerCall.reply.parse((await visitor.call('viewer')).body);
      return seen.signed_in ? seen.subscription?.recharge : undefined;
    };
    expect(await recharge()).toBeNull();
    for (let tries = 0; tries < 10; tries++) product.carrier.next('charge', short);
    await product.advance(DAY);
    expect(await recharge()).toEqual({ code });
    await visitor.call('unsubscribe', {});
    const again = await press(product.visitor());
    expect(again).toMatchObject({ outcome: 'insufficient_airtime', recharge: { code } });
    product.carrier.usually('charge');
  },
);
