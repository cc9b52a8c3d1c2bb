// S6 F8: a number with a new owner inherits nothing of its former owner.

import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const DAY = 86_400;
let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
});
afterAll(() => product.close());

async function subscriber() {
  const visitor = product.visitor();
  const msisdn = freshNumber();
  const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  expect(body.status).toBe('success');
  return { visitor, msisdn };
}
const look = async (msisdn: string) =>
  (await product.visitor().call('statusCheck', { transaction_id: `look-${Math.random()}`, msisdn }))
    .body;
const goesToSomebodyElse = (): void =>
  product.carrier.next('numberRecycled', async () => ({ outcome: 'known', recycled: true }));

describe('a number that comes back after it may have been reassigned', () => {
  it('is not checked while it cannot have been reassigned', async () => {
    const { visitor, msisdn } = await subscriber();
    await visitor.call('unsubscribe', {});
    await product.advance(50 * DAY);
    const asked = product.carrier.calls('numberRecycled').length;
    expect(await look(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: false });
    expect(product.carrier.calls('numberRecycled').length).toBe(asked);
  });

  it('keeps its data when it has the same owner, and is then not checked again', async () => {
    const { visitor, msisdn } = await subscriber();
    await visitor.call('unsubscribe', {});
    await product.advance(61 * DAY);
    expect(await look(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: false });
    const asked = product.carrier.calls('numberRecycled').length;
    await look(msisdn);
    expect(product.carrier.calls('numberRecycled').length).toBe(asked);
  });

  it('inherits no history, list, sign-in or used free day from a former owner', async () => {
    const { visitor, msisdn } = await subscriber();
    await visitor.call('unsubscribe', {});
    await product.advance(61 * DAY);
    goesToSomebodyElse();
    expect(await look(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: true });
    expect((await visitor.call('viewer')).body).toEqual({ signed_in: false });
    const owner = product.visitor();
    const { body } = await owner.call('subscribe', await toAccept(product, owner, msisdn));
    expect(body.status).toBe('success');
    expect((await owner.call('account')).body).toMatchObject({
      charges: [],
      consents: [{ package_name: 'Daily' }],
    });
    await owner.call('unsubscribe', {});
  });

  it('is handed over once when two requests ask the carrier at the same time', async () => {
    const { visitor, msisdn } = await subscriber();
    await visitor.call('unsubscribe', {});
    await product.advance(61 * DAY);
    const asked = Promise.withResolvers<void>();
    const first = async () => {
      await asked.promise;
      return { outcome: 'known', recycled: true } as const;
    };
    const second = () => {
      asked.resolve();
      return first();
    };
    for (const answer of [first, second]) product.carrier.next('numberRecycled', answer);
    const looks = await Promise.all([look(msisdn), look(msisdn)]);
    expect(looks).toEqual([
      expect.objectContaining({ code: 'NEW', hasFreeTrial: true }),
      expect.objectContaining({ code: 'NEW', hasFreeTrial: true }),
    ]);
  });

  it('ends the running subscription as blocked, and sends the new owner nothing', async () => {
    const { msisdn } = await subscriber();
    await product.advance(61 * DAY);
    const told = product.carrier.messages.filter((message) => message.msisdn === msisdn).length;
    goesToSomebodyElse();
    expect(await look(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: true });
    const [last] = await product.rows(
      `select data->>'reason' as reason from subscription_events where type = 'blocked' order by at desc limit 1`,
    );
    expect(last).toEqual({ reason: 'number_recycled' });
    await product.advance(DAY);
    expect(product.carrier.messages.filter((message) => message.msisdn === msisdn).length).toBe(
      told,
    );
  });

  it('cannot sign in when the network does not know the owner', async () => {
    const { visitor, msisdn } = await subscriber();
    await visitor.call('unsubscribe', {});
    await product.advance(61 * DAY);
    product.carrier.next('numberRecycled', async () => ({
      outcome: 'unavailable',
      cause: 'carrier_error',
    }));
    const { status, body } = await product
      .visitor()
      .call('statusCheck', { transaction_id: 'unsure', msisdn });
    expect([status, body.code]).toEqual([503, 'carrier_unavailable']);
    expect(await look(msisdn)).toMatchObject({ code: 'NEW', hasFreeTrial: false });
  });

  it('is not bound by the mark that a removal left of its former owner', async () => {
    const { visitor, msisdn } = await subscriber();
    expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    expect(await look(msisdn)).toMatchObject({ hasFreeTrial: false });
    await product.advance(61 * DAY);
    goesToSomebodyElse();
    expect(await look(msisdn)).toMatchObject({ hasFreeTrial: true });
  });
});
