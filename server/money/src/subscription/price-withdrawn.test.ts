// WASPA 15: a withdrawn price is taken back without a charge, a message at night or a new sum.

import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, HOUR, outboxOf, subscribe, textsTo, until } from '../messaging/messages.test-kit.ts';
import type { MadeBy } from '../packages/package.service.ts';

const DAILY = 'p-grtv-daily-c-01';
const MADE: MadeBy = { by: 'Thandi', reason: 'A test', record: async () => undefined };

let product: TestProduct;
/** The new price: it is told from now on, and begins in 30 days. */
let raised: { readonly id: string; readonly from: string };
beforeEach(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  const { service } = product.app.packages;
  await service.start();
  const validFrom = new Date(product.clock.now().getTime() + 30 * DAY * 1000);
  const made = await service.change(
    DAILY,
    { amount: 600, holders: 'asked_again', validFrom },
    MADE,
  );
  raised = { id: made.id, from: validFrom.toISOString() };
});
afterEach(() => product.close());

const accepts = async ({ visitor }: Awaited<ReturnType<typeof subscribe>>) => {
  const { body } = await visitor.call('acceptPrice', {
    package_id: DAILY,
    price: '6.00',
    from: raised.from,
    effect: 'later',
  });
  expect(body).toMatchObject({ outcome: 'planned' });
};
const standing = async (msisdn: string) =>
  (
    await product.rows(
      `select s.status, s.next_try_at, s.taken_month, s.taken_cents, s.next_price
       from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
    )
  )[0];
const toldOf = (msisdn: string) => outboxOf(product, msisdn, 'package_changed');

it('charges no unpaid holder, keeps the monthly sum, and tells each by day', async () => {
  const holder = await subscribe(product);
  const { msisdn } = holder;
  await product.advance(DAY + HOUR);
  await accepts(holder);
  for (let call = 0; call < 40; call++)
    product.carrier.next('charge', async () => ({
      outcome: 'denied',
      reason: 'insufficient_airtime',
      detail: '',
    }));
  // 22:00 in South Africa, after the grace of the day.
  await until(product, '2026-11-22T20:00:00Z');
  const before = await standing(msisdn);
  expect(before).toMatchObject({ status: 'parked', taken_cents: 500, next_price: 600 });
  const asked = product.carrier.calls('charge').length;
  const told = (await toldOf(msisdn)).length;
  await product.app.packages.service.withdraw(raised.id, MADE);
  await product.advance(120);
  expect(await standing(msisdn)).toEqual({ ...before, next_price: null });
  expect(product.carrier.calls('charge')).toHaveLength(asked);
  const messages = await toldOf(msisdn);
  expect(messages).toHaveLength(told + 1);
  expect(messages.at(-1)).toMatchObject({ state: 'queued' });
  expect(messages.at(-1)?.due).toMatch(/^2026-11-23T06:[0-2]/);
  const [event] = await product.rows(
    `select data from subscription_events where type = 'package_change_requested' order by at desc, place desc limit 1`,
  );
  expect(event).toMatchObject({ data: { withdrawn: true, price: 500 } });
  await product.everybodyStops();
});

it('announces the end of a free day with the price that stays', async () => {
  await product.advance(29 * DAY + 12 * HOUR);
  const holder = await subscribe(product);
  await accepts(holder);
  const ends = await outboxOf(product, holder.msisdn, 'trial_ends');
  expect(ends.at(-1)).toMatchObject({ state: 'queued' });
  await product.app.packages.service.withdraw(raised.id, MADE);
  await product.advance(DAY);
  const texts = textsTo(product, holder.msisdn).filter((text) => text.includes('free day ends'));
  expect(texts).toEqual([expect.stringContaining('Then R5.00/day')]);
  await product.everybodyStops();
});
