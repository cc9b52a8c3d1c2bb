// Grace is no discount: how long it serves, how often, and every way in which a number might get it
// again.

import type { Denied } from '@bonisa/carriers/billing.port';
import { warnedEnd } from '@bonisa/domain/notices/notice-time';
import { toAccept, type Visitor } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, handsetSends, subscribe } from '../../messaging/messages.test-kit.ts';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';

const POOR: Denied = { outcome: 'denied', reason: 'insufficient_airtime', detail: 'no airtime' };

let bench: RefundBench;
/** Numbers without airtime: the carrier denies their charges. */
const empty = new Set<string>();
beforeAll(async () => {
  bench = await createRefundBench();
  for (let call = 0; call < 5000; call++) {
    bench.product.carrier.next('charge', async (input, usual) =>
      empty.has(input.msisdn) ? POOR : await usual(),
    );
  }
});
afterAll(() => bench.close());

const shown = async (msisdn: string) =>
  (await bench.ops('GET', `/ops/subscriptions/${msisdn}`)).body as {
    state: string;
    paid_until: string;
  };
const standing = async (visitor: Visitor) =>
  (await visitor.call('viewer')).body as {
    entitled: boolean;
    subscription: { served_until: string | null; paid_until: string };
  };
const paymentsOf = (msisdn: string) =>
  [...bench.product.carrier.payments.values()].filter(({ input }) => input.msisdn === msisdn)
    .length;
const recharge = async (msisdn: string): Promise<void> => {
  empty.delete(msisdn);
  await bench.product.app.subscription.service.topUp(msisdn as never);
  await bench.product.app.scheduler.runDue();
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

/**
 * Advances by hours and counts those in which the number may watch; calls `act` before each of
 * them.
 */
async function watch(
  days: number,
  visitorOf: () => Visitor,
  act: (served: boolean) => Promise<void>,
): Promise<number> {
  let hours = 0;
  for (let hour = 0; hour < days * 24; hour++) {
    const { entitled } = await standing(visitorOf());
    if (entitled) hours += 1;
    await act(entitled);
    await bench.product.advance(HOUR);
  }
  return hours;
}

/** A number whose free day and grace are over: parked and without airtime. */
async function withoutGrace(key = 'demo-daily') {
  const { visitor, msisdn } = await subscribe(bench.product, key);
  empty.add(msisdn);
  await bench.product.advance(DAY + 48 * HOUR);
  expect((await shown(msisdn)).state).toBe('parked');
  return { visitor, msisdn };
}

describe('days of a subscriber who tries to abuse grace', () => {
  it('cost R5 for each day that was watched, except the free day and six hours', {
    timeout: 120_000,
  }, async () => {
    const { visitor, msisdn } = await subscribe(bench.product);
    const hours = await watch(
      8,
      () => visitor,
      async (served) => {
        // Recharges when access ends, and empties the airtime as soon as that is paid.
        if (!served) await recharge(msisdn);
        empty.add(msisdn);
      },
    );
    const paid = paymentsOf(msisdn);
    expect(paid).toBeGreaterThan(5);
    expect(hours).toBeLessThanOrEqual(24 * paid + 24 + 6);
  });

  it('cost as much when each day ends with STOP and begins with a new opt-in', {
    timeout: 120_000,
  }, async () => {
    const { visitor, msisdn } = await subscribe(bench.product);
    let current = visitor;
    const hours = await watch(
      4,
      () => current,
      async (served) => {
        if (served) return;
        await handsetSends(bench.product, msisdn, 'STOP');
        empty.delete(msisdn);
        current = (await optIn(msisdn)).visitor;
        empty.add(msisdn);
      },
    );
    expect(paymentsOf(msisdn)).toBeGreaterThan(2);
    expect(hours).toBeLessThanOrEqual(24 * paymentsOf(msisdn) + 24 + 6);
  });
});

describe('grace', () => {
  it.each([
    ['demo-daily', 6],
    ['demo-weekly', 42],
    ['demo-monthly', 48],
  ])('of %s lasts %i hours, in My Account and in what is served', async (key, hours) => {
    const { visitor, msisdn } = await subscribe(bench.product, key);
    const end = bench.product.clock.now().getTime() + (DAY + hours * HOUR) * 1000;
    expect((await standing(visitor)).subscription.served_until).toBe(new Date(end).toISOString());
    empty.add(msisdn);
    await bench.product.advance(DAY + hours * HOUR - 1);
    expect([(await shown(msisdn)).state, (await standing(visitor)).entitled]).toEqual([
      'grace',
      true,
    ]);
    await bench.product.advance(1);
    expect([(await shown(msisdn)).state, (await standing(visitor)).entitled]).toEqual([
      'parked',
      false,
    ]);
  });

  it('returns only after a whole period that was paid in time', async () => {
    const { visitor, msisdn } = await withoutGrace();
    await recharge(msisdn);
    expect((await shown(msisdn)).state).toBe('active');
    // The period was paid late: only the paid time is left.
    const { subscription } = await standing(visitor);
    expect(subscription.served_until).toBe(subscription.paid_until);
    empty.add(msisdn);
    await bench.product.advance(DAY);
    expect([(await shown(msisdn)).state, (await standing(visitor)).entitled]).toEqual([
      'parked',
      false,
    ]);
    expect((await bench.toldTo(msisdn)).at(-1)).toBe('parked');
    await recharge(msisdn);
    await bench.product.advance(DAY);
    // Paid in time, and served to its end:
    empty.add(msisdn);
    await bench.product.advance(DAY);
    expect([(await shown(msisdn)).state, (await standing(visitor)).entitled]).toEqual([
      'grace',
      true,
    ]);
  });

  it('that is paid while it runs is part of the period: the next period follows without a gap', async () => {
    const { msisdn } = await subscribe(bench.product);
    const end = bench.product.clock.now().getTime() + DAY * 1000;
    empty.add(msisdn);
    await bench.product.advance(DAY + 5 * HOUR);
    await recharge(msisdn);
    expect(await shown(msisdn)).toMatchObject({
      state: 'active',
      paid_until: new Date(end + DAY * 1000).toISOString(),
    });
  });

  it('belongs to the number: a new opt-in after STOP or STOP ALL does not bring it back', async () => {
    for (const word of ['STOP', 'STOP ALL']) {
      const { msisdn } = await withoutGrace();
      await handsetSends(bench.product, msisdn, word);
      if (word === 'STOP ALL')
        await bench.ops('POST', '/ops/unblock', {
          msisdn,
          reason: 'Called, and answered the code we sent.',
        });
      empty.delete(msisdn);
      const { visitor, body } = await optIn(msisdn, 'demo-weekly');
      expect(body.status).toBe('success');
      empty.add(msisdn);
      await bench.product.advance(7 * DAY);
      expect([(await shown(msisdn)).state, (await standing(visitor)).entitled]).toEqual([
        'parked',
        false,
      ]);
    }
  });

  it('does not come back with the removal of all personal data', async () => {
    const { visitor, msisdn } = await withoutGrace();
    expect((await visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    empty.delete(msisdn);
    const { body } = await optIn(msisdn);
    expect(body).toMatchObject({ status: 'success', free_trial: false });
    empty.add(msisdn);
    await bench.product.advance(DAY);
    expect((await shown(msisdn)).state).toBe('parked');
    // A number that had not used its grace still has it.
    const kept = await subscribe(bench.product);
    expect((await kept.visitor.call('deletePersonalData', { confirm: 'delete' })).status).toBe(200);
    await optIn(kept.msisdn);
    empty.add(kept.msisdn);
    await bench.product.advance(DAY);
    expect((await shown(kept.msisdn)).state).toBe('grace');
  });

  it('is neither changed nor brought back by another package', async () => {
    const { visitor, msisdn } = await subscribe(bench.product);
    empty.add(msisdn);
    await bench.product.advance(DAY + HOUR);
    expect(
      (await visitor.call('changePackage', { service_key: 'demo-monthly', effect: 'now' })).body
        .outcome,
    ).toBe('tried_now');
    await bench.product.advance(4 * HOUR);
    expect((await shown(msisdn)).state).toBe('grace');
    await bench.product.advance(HOUR);
    expect((await shown(msisdn)).state).toBe('parked');
    await recharge(msisdn);
    expect(await shown(msisdn)).toMatchObject({
      state: 'active',
      package_id: 'p-grtv-monthly-c-01',
    });
    await visitor.call('changePackage', { service_key: 'demo-weekly' });
    empty.add(msisdn);
    await bench.product.advance(30 * DAY);
    expect((await shown(msisdn)).state).toBe('parked');
  });

  it('is not used up while the carrier does not answer', async () => {
    await bench.product.everybodyStops();
    const { visitor, msisdn } = await subscribe(bench.product);
    for (let call = 0; call < 6; call++) bench.product.carrier.usually('charge');
    for (let call = 0; call < 6; call++)
      bench.product.carrier.next('charge', async () => ({
        outcome: 'unavailable',
        cause: 'carrier_error',
      }));
    const end = bench.product.clock.now().getTime() + DAY * 1000;
    await bench.product.advance(DAY + HOUR);
    expect([(await shown(msisdn)).state, (await standing(visitor)).entitled]).toEqual([
      'grace',
      true,
    ]);
    await bench.product.advance(4 * HOUR);
    // The number was served meanwhile, so the paid day began when the last one ended.
    expect(await shown(msisdn)).toMatchObject({
      state: 'active',
      paid_until: new Date(end + DAY * 1000).toISOString(),
    });
    expect((await standing(visitor)).subscription.served_until).toBe(
      warnedEnd(new Date(end + (DAY + 6 * HOUR) * 1000), new Date(end + DAY * 1000)).toISOString(),
    );
  });
});
