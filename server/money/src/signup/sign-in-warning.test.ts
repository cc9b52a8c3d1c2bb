// V2: the owner of a number learns that somebody tries to sign in with it.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, handsetSends, outboxOf, subscribe, textsTo } from '../messaging/messages.test-kit.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

const WARNING =
  'Bonisa: too many tries to sign in with your number. Not you? Nothing was changed; never tell anybody a code. Help: 0800 123 456';
const warningsTo = (msisdn: string) => textsTo(product, msisdn).filter((text) => text === WARNING);

/** A stranger enters wrong codes until no try is left. */
async function useUpTries(msisdn: string): Promise<void> {
  const stranger = product.visitor();
  const press = await toAccept(product, stranger, msisdn);
  for (let i = 0; i < 5; i++)
    await stranger.call('subscribe', { ...press, otp: product.carrier.wrongCodeOf(msisdn) });
  await product.app.scheduler.runDue();
}

async function useUpSends(msisdn: string): Promise<void> {
  const stranger = product.visitor();
  for (let i = 0; i < 4; i++)
    await stranger.call('statusCheck', {
      transaction_id: `send-${i}`,
      msisdn,
      service_key: 'demo-daily',
    });
  await product.app.scheduler.runDue();
}

describe('the notice of too many tries to sign in', () => {
  it('is sent to the number once a day, at any hour', async () => {
    const { msisdn } = await subscribe(product);
    product.clock.by(15 * 3600);
    await useUpTries(msisdn);
    expect(warningsTo(msisdn)).toHaveLength(1);
    await useUpSends(msisdn);
    expect(warningsTo(msisdn)).toHaveLength(1);
    await product.advance(DAY);
    await useUpSends(msisdn);
    expect(warningsTo(msisdn)).toHaveLength(2);
    expect(await outboxOf(product, msisdn, 'sign_in_tries')).toHaveLength(2);
  });

  it('is sent neither to a number without a subscription nor after STOP ALL', async () => {
    const nobody = freshNumber();
    await useUpTries(nobody);
    await useUpSends(nobody);
    expect(textsTo(product, nobody)).toEqual([]);
    const { msisdn } = await subscribe(product);
    await handsetSends(product, msisdn, 'STOP ALL');
    await product
      .visitor()
      .call('statusCheck', { transaction_id: 'x', msisdn, service_key: 'demo-daily' });
    expect(warningsTo(msisdn)).toEqual([]);
  });

  it('is not sent for a single wrong code', async () => {
    const { msisdn } = await subscribe(product);
    const stranger = product.visitor();
    const press = await toAccept(product, stranger, msisdn);
    for (let i = 0; i < 4; i++)
      await stranger.call('subscribe', { ...press, otp: product.carrier.wrongCodeOf(msisdn) });
    await product.app.scheduler.runDue();
    expect(warningsTo(msisdn)).toEqual([]);
  });
});
