// F7: stopping, coming back and changing the package. No paid day is lost, and none is free.

import { toAccept, type Visitor } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, handsetSends, subscribe, textsTo } from '../../messaging/messages.test-kit.ts';
import { createRefundBench, type RefundBench } from './refund.test-kit.ts';

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterAll(() => bench.close());

const at = (seconds: number): string =>
  new Date(bench.product.clock.now().getTime() + seconds * 1000).toISOString();
const shown = async (msisdn: string) =>
  (await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body as Record<string, unknown>;
const amountsOf = async (msisdn: string) =>
  ((await shown(msisdn)).charges as { amount: string }[]).map(({ amount }) => amount);
const standing = async (visitor: Visitor) =>
  (await visitor.call('viewer')).body as {
    entitled: boolean;
    subscription: Record<string, unknown>;
  };
const optIn = async (msisdn: string, key = 'demo-daily') => {
  const visitor = bench.product.visitor();
  const { body } = await visitor.call(
    'subscribe',
    await toAccept(bench.product, visitor, msisdn, { key }),
  );
  await bench.product.app.scheduler.runDue();
  return { visitor, body };
};
const giveBack = (reference: string) =>
  bench.refund({ reference, reason: 'asked for by the subscriber' });

/** A month that was paid ten days ago and then stopped: twenty paid days are left. */
async function twentyDaysLeft(way: 'unsubscribe' | 'STOP' | 'STOP ALL' = 'unsubscribe') {
  await bench.product.everybodyStops();
  const { visitor, msisdn, charge } = await bench.paid('demo-monthly');
  await bench.product.advance(10 * DAY);
  if (way === 'unsubscribe') await visitor.call('unsubscribe', {});
  else await handsetSends(bench.product, msisdn, way);
  return { visitor, msisdn, charge };
}

describe('a new opt-in while paid time is left', () => {
  it.each(['unsubscribe', 'STOP'] as const)(
    'after %s is charged at Accept, and its first period follows the time that is left',
    async (way) => {
      const { msisdn } = await twentyDaysLeft(way);
      const until = at(21 * DAY);
      const { visitor, body } = await optIn(msisdn);
      expect(body).toMatchObject({
        status: 'success',
        outcome: 'subscribed',
        package_id: 'p-grtv-daily-c-01',
        paid_until: until,
      });
      expect(await shown(msisdn)).toMatchObject({
        state: 'active',
        package_id: 'p-grtv-daily-c-01',
        paid_until: until,
      });
      expect(await amountsOf(msisdn)).toEqual(['25.00', '5.00']);
      expect((await standing(visitor)).subscription).toMatchObject({
        name: 'Daily',
        state: 'active',
        paid_until: until,
        next_amount: '5.00',
      });
      // No charge before the paid time is used up; then one each day.
      await bench.product.advance(21 * DAY - 1);
      expect([(await standing(visitor)).entitled, await amountsOf(msisdn)]).toEqual([
        true,
        ['25.00', '5.00'],
      ]);
      await bench.product.advance(1);
      expect(await shown(msisdn)).toMatchObject({ state: 'active', paid_until: at(DAY) });
      expect(await amountsOf(msisdn)).toEqual(['25.00', '5.00', '5.00']);
    },
  );

  it('carries the time over once more when it is stopped as well, and says until when it serves', async () => {
    const { msisdn } = await twentyDaysLeft();
    const { visitor } = await optIn(msisdn);
    const until = at(21 * DAY);
    expect((await visitor.call('unsubscribe', {})).body).toEqual({
      is_subscribed: false,
      served_until: until,
    });
    await bench.product.app.scheduler.runDue();
    expect(textsTo(bench.product, msisdn).at(-1)).toMatch(
      /unsubscribed.*Watch until \d+ \w+ \d\d:\d\d\./,
    );
    const { body } = await optIn(msisdn, 'demo-weekly');
    expect(body.paid_until).toBe(at(28 * DAY));
  });

  it('adds what is left of a free day to the first payment, and no more than that', async () => {
    const { visitor, msisdn } = await subscribe(bench.product);
    await visitor.call('unsubscribe', {});
    bench.product.clock.by(HOUR);
    const { body } = await optIn(msisdn);
    expect(body.paid_until).toBe(at(DAY - HOUR + DAY));
    expect(await amountsOf(msisdn)).toEqual(['5.00']);
  });

  it('keeps the paid time when it cannot be paid, however often it is tried', async () => {
    const { msisdn, visitor } = await twentyDaysLeft();
    for (let press = 0; press < 6; press++) {
      bench.product.carrier.next('charge', async () => ({
        outcome: 'denied',
        reason: 'insufficient_airtime',
        detail: '',
      }));
      expect((await optIn(msisdn)).body).toMatchObject({
        status: 'failed',
        outcome: 'insufficient_airtime',
      });
      bench.product.clock.by(700);
    }
    const { entitled, subscription } = await standing(visitor);
    expect([entitled, subscription.name, subscription.paid_until]).toEqual([
      true,
      'Monthly',
      at(20 * DAY - 6 * 700),
    ]);
    expect((await optIn(msisdn)).body.paid_until).toBe(at(21 * DAY - 6 * 700));
  });

  it('serves the paid time while its own charge has no answer, and the new period follows', async () => {
    const { msisdn, visitor } = await twentyDaysLeft();
    const until = at(21 * DAY);
    bench.product.carrier.next('charge', async (_input, usual) => {
      await usual();
      return { outcome: 'unknown', cause: 'timed_out' };
    });
    expect((await optIn(msisdn)).body).toMatchObject({ outcome: 'payment_pending' });
    expect((await standing(visitor)).entitled).toBe(true);
    await bench.product.advance(HOUR);
    expect(await shown(msisdn)).toMatchObject({ state: 'active', paid_until: until });
  });
});

describe('STOP ALL, unblocking and a new opt-in', () => {
  it('do not lose the paid time either', async () => {
    const { msisdn, visitor } = await twentyDaysLeft('STOP ALL');
    expect((await standing(visitor)).entitled).toBe(false);
    await bench.ops('POST', '/ops/unblock', {
      msisdn,
      reason: 'Called, and answered the code we sent.',
    });
    await bench.product.advance(DAY);
    expect((await optIn(msisdn)).body).toMatchObject({
      status: 'success',
      paid_until: at(20 * DAY),
    });
  });
});

describe('a refund and carried time', () => {
  it('leaves nothing to carry over when the refund comes before the new opt-in', async () => {
    const { msisdn, charge } = await twentyDaysLeft();
    expect((await giveBack(charge.reference)).status).toBe(201);
    await bench.product.app.scheduler.runDue();
    expect((await optIn(msisdn)).body.paid_until).toBe(at(DAY));
  });

  it('takes the days from the new subscription, and from the one after it, when the refund comes later', async () => {
    const { msisdn, charge } = await twentyDaysLeft();
    const { visitor } = await optIn(msisdn);
    await visitor.call('unsubscribe', {});
    await optIn(msisdn, 'demo-weekly');
    expect(await shown(msisdn)).toMatchObject({ paid_until: at(28 * DAY) });
    await bench.product.advance(2 * DAY);
    await giveBack(charge.reference);
    await bench.product.app.scheduler.runDue();
    // The day and the week are still paid for.
    expect(await shown(msisdn)).toMatchObject({ state: 'active', paid_until: at(8 * DAY) });
  });

  it('leaves the earlier paid time when the new opt-in is refunded', async () => {
    const { msisdn } = await twentyDaysLeft();
    const { visitor } = await optIn(msisdn);
    const { reference } = await bench.lastCharge(msisdn);
    await giveBack(reference);
    await bench.product.app.scheduler.runDue();
    expect(await shown(msisdn)).toMatchObject({ state: 'cancelled', paid_until: at(20 * DAY) });
    expect((await standing(visitor)).entitled).toBe(true);
    expect(
      textsTo(bench.product, msisdn).find(
        (text) => text.includes('unsubscribed') && text.includes('Watch until'),
      ),
    ).toBeDefined();
  });

  it('leaves the cheaper package that was paid before when an immediate upgrade is refunded', async () => {
    const { visitor, msisdn } = await bench.paid('demo-weekly');
    await visitor.call('changePackage', { service_key: 'demo-monthly', at_once: true });
    expect(await shown(msisdn)).toMatchObject({ paid_until: at(37 * DAY) });
    await giveBack((await bench.lastCharge(msisdn)).reference);
    await bench.product.app.scheduler.runDue();
    expect(await shown(msisdn)).toMatchObject({ state: 'cancelled', paid_until: at(7 * DAY) });
  });

  it('sees an opt-in of the same moment, or is seen by it', async () => {
    for (let round = 0; round < 4; round++) {
      const { msisdn, charge } = await twentyDaysLeft();
      const visitor = bench.product.visitor();
      const press = await toAccept(bench.product, visitor, msisdn);
      await Promise.all([giveBack(charge.reference), visitor.call('subscribe', press)]);
      await bench.product.app.scheduler.runDue();
      expect(await shown(msisdn)).toMatchObject({ state: 'active', paid_until: at(DAY) });
    }
  });
});

describe('a package change', () => {
  it('planned for the end of the period begins there: no charge before, and no time is lost', async () => {
    const { visitor, msisdn } = await bench.paid('demo-weekly');
    const end = at(7 * DAY);
    const { body } = await visitor.call('changePackage', { service_key: 'demo-daily' });
    expect(body).toMatchObject({ outcome: 'planned', next_package: { from: end } });
    await bench.product.advance(7 * DAY);
    expect(await shown(msisdn)).toMatchObject({
      package_id: 'p-grtv-daily-c-01',
      paid_until: at(DAY),
    });
  });

  it.each([
    ['in grace', 'grace', 40, 18],
    ['while parked', 'parked', 43, 24],
  ])(
    '%s is tried at once and buys its whole time except what was served unpaid, at most six hours',
    async (_when, state, hours, bought) => {
      await bench.product.everybodyStops();
      const { visitor, msisdn } = await bench.paid('demo-weekly');
      for (let call = 0; call < 9; call++) {
        bench.product.carrier.next('charge', async () => ({
          outcome: 'denied',
          reason: 'insufficient_airtime',
          detail: '',
        }));
      }
      await bench.product.advance(7 * DAY + hours * HOUR);
      bench.product.carrier.usually('charge');
      expect((await shown(msisdn)).state).toBe(state);
      expect(
        (await visitor.call('changePackage', { service_key: 'demo-daily', effect: 'now' })).body,
      ).toMatchObject({ outcome: 'tried_now' });
      await bench.product.app.scheduler.runDue();
      expect(await shown(msisdn)).toMatchObject({
        state: 'active',
        package_id: 'p-grtv-daily-c-01',
        paid_until: at(bought * HOUR),
      });
    },
  );
});
