// S7, ICASA 15: at the limit of a month nothing is taken without a further consent, which the
// account offers; nobody is told to recharge, and no grace is used up.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, subscribe, textsTo } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';

const DAILY = 'p-grtv-daily-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  const { service } = product.app.packages;
  await service.start();
  product.clock.by(1);
  await service.change(DAILY, { amount: 500, monthlyLimit: 10_00 }, MADE);
});
afterAll(() => product.close());

it('stops at the limit of a month until it is accepted again', async () => {
  const { visitor, msisdn } = await subscribe(product);
  const held = async () =>
    (await visitor.call('viewer')).body.subscription as Record<string, unknown>;
  const asked = () => product.carrier.calls('charge').length;
  await product.advance(2 * DAY + 60);
  expect(await held()).toMatchObject({ state: 'active', withheld: null });
  await product.advance(DAY);
  const until = '2026-12-01T05:00:00.000Z';
  expect(await held()).toMatchObject({
    state: 'parked',
    served_until: null,
    next_try_at: until,
    withheld: { taken: '10.00', until },
  });
  expect(textsTo(product, msisdn).at(-1)).toBe(
    'Bonisa Daily: R10.00 taken this month. R5.00/day incl VAT from 1 Dec, or accept in My Account. To stop reply STOP. Help: 0800 123 456',
  );
  const { packages } = (await visitor.call('account')).body;
  const again = (packages as { package_id: string; words: string[] }[]).find(
    ({ package_id }) => package_id === DAILY,
  );
  expect(again).toMatchObject({ price: '5.00', effect: 'now' });
  const body = { service_key: 'demo-daily', price: '5.00' };
  expect((await visitor.call('changePackage', body)).body).toMatchObject({ outcome: 'kept' });
  await product.app.scheduler.runDue();
  const charged = asked();
  expect((await visitor.call('changePackage', { ...body, effect: 'now' })).body).toMatchObject({
    outcome: 'tried_now',
  });
  await product.app.scheduler.runDue();
  expect(asked()).toBe(charged + 1);
  expect(await held()).toMatchObject({ state: 'active', withheld: null });
  const consents = await product.rows(
    `select words, price from consents where msisdn = '${msisdn}' order by at, id`,
  );
  expect(consents).toHaveLength(2);
  expect(consents[1]).toEqual({ price: 500, words: again?.words });
  const [row] = await product.rows(
    `select s.grace_from is not null as grace, s.taken_cents from subscriptions s
     join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
  );
  expect(row).toEqual({ grace: true, taken_cents: 500 });
});

it('offers the held price again, also where a raise is asked of its holders', async () => {
  const { visitor } = await subscribe(product);
  const validFrom = new Date(product.clock.now().getTime() + 31 * DAY * 1000);
  const raise = { amount: 600, monthlyLimit: 10_00, holders: 'asked_again', validFrom } as const;
  await product.app.packages.service.change(DAILY, raise, MADE);
  // A visit now and then keeps the session.
  for (let week = 0; week < 5; week++) {
    await product.advance(7 * DAY);
    await visitor.call('viewer');
  }
  expect((await visitor.call('viewer')).body.subscription).toMatchObject({
    state: 'parked',
    withheld: { taken: '10.00' },
  });
  const offers = (await visitor.call('account')).body.packages as { package_id: string }[];
  const again = offers.find(({ package_id }) => package_id === DAILY);
  expect(again).toMatchObject({ price: '5.00', effect: 'now' });
  const body = { service_key: 'demo-daily', price: '5.00', effect: 'now' };
  expect((await visitor.call('changePackage', body)).body).toMatchObject({ outcome: 'tried_now' });
});
