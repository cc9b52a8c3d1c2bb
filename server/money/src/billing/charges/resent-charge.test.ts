// A charge on hold that is sent again is judged by the time of that, however long it was
// held: otherwise a payment whose answer was lost counts as not made and is taken twice.

import type { ChargeInput, ChargeOutcome, FindChargeInput } from '@bonisa/carriers/billing.port';
import type { Unavailable } from '@bonisa/carriers/carrier-outcome';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createRefundBench, type RefundBench } from '../refunds/refund.test-kit.ts';
import { readOpen } from '../renewals/renewal.readings.ts';
import { INTENT_PATIENCE_MS } from './charge.service.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const CARRIER = 'karoo';
const MISTAKE: Unavailable = {
  outcome: 'unavailable',
  cause: 'misconfigured',
  detail: '401 UNAUTHENTICATED',
};

let bench: RefundBench;
beforeAll(async () => {
  bench = await createRefundBench();
});
afterEach(async () => {
  bench.product.carrier.usually('charge');
  bench.product.carrier.usually('findCharge');
  await bench.product.everybodyStops();
  await bench.product.app.carriers.all[0].stops.probeAll();
});
afterAll(() => bench.close());

/** A subscriber whose renewal the carrier refused for so many hours, for a wrong key of ours. */
async function onHoldFor(hours: number) {
  const { product } = bench;
  const { msisdn } = await bench.paid('demo-daily');
  for (let times = 0; times < 500; times++) product.carrier.next('charge', async () => MISTAKE);
  await product.advance(DAY + hours * HOUR);
  product.carrier.usually('charge');
  const { id, reference } = await bench.lastCharge(msisdn);
  const row = async () => (await product.rows(`select * from charges where id = '${id}'`))[0] ?? {};
  expect(await row()).toMatchObject({ state: 'intended', reason: 'misconfigured', period: 2 });
  const input = (product.carrier.calls('charge') as ChargeInput[]).findLast(
    (asked) => asked.reference === reference,
  );
  if (!input) throw new Error('the carrier was not asked');
  return {
    id,
    reference,
    row,
    /** The carrier executes the request. */
    isExecuted: () => product.carrier.charge(input),
    /** How often the carrier took airtime for the second period. */
    taken: () =>
      [...product.carrier.payments.values()].filter((one) => one.input.msisdn === msisdn).length -
      1,
  };
}

/** The carrier accepts our requests again; the answer to the next one is `answer` of it. */
async function sentAgain(answer: (taken: ChargeOutcome) => ChargeOutcome): Promise<void> {
  const { product } = bench;
  product.carrier.next('charge', async (_input, usual) => answer(await usual()));
  const before = product.carrier.calls('charge').length;
  while (product.carrier.calls('charge').length === before) await product.advance(MINUTE / 2);
}

/** A process sends what is on hold again, and is killed right after it has said so. */
async function claimedByAKilledProcess(): Promise<Date> {
  const { app, clock, open } = bench.product;
  const now = clock.now();
  await app.billing.charges.resumeOnHold(now);
  await open.db.transaction((tx) =>
    app.billing.charges.within(tx as never).claimOnHold(CARRIER, {
      now,
      lookupAt: new Date(now.getTime() + INTENT_PATIENCE_MS),
      limit: 10,
    }),
  );
  return now;
}

const lookUpsOf = (reference: string) =>
  (bench.product.carrier.calls('findCharge') as FindChargeInput[]).filter(
    (input) => input.reference === reference,
  );
const UNKNOWN = { kind: 'unknown_charge', state: 'open' };
const timedOut = (): ChargeOutcome => ({ outcome: 'unknown', cause: 'timed_out' });

describe('a charge on hold that is sent again', () => {
  it.each([0.5, 6])(
    'is found when its answer is lost, and taken once, after %d hours',
    async (hours) => {
      const { reference, row, taken } = await onHoldFor(hours);
      await sentAgain(timedOut);
      await bench.product.advance(10 * MINUTE);
      expect(await row()).toMatchObject({ state: 'succeeded', surplus: false });
      const { created_at: createdAt } = await row();
      for (const { from } of lookUpsOf(reference))
        expect(from.getTime()).toBe(new Date(String(createdAt)).getTime() - 5 * MINUTE * 1000);
      await bench.product.advance(12 * HOUR);
      expect(taken()).toBe(1);
    },
  );

  it('is found when the process was killed after the carrier had taken it', async () => {
    const { row, isExecuted, taken } = await onHoldFor(6);
    await claimedByAKilledProcess();
    await isExecuted();
    await bench.product.advance(MINUTE / 2);
    expect(await row()).toMatchObject({ state: 'succeeded', surplus: false });
    await bench.product.advance(12 * HOUR);
    expect(taken()).toBe(1);
  });

  it('is found when the carrier lists it within a minute of that, and not before', async () => {
    const { row, isExecuted, taken } = await onHoldFor(6);
    await claimedByAKilledProcess();
    bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    await isExecuted();
    await bench.product.advance(25);
    expect(await row()).toMatchObject({ state: 'intended', lookup_at: expect.anything() });
    await bench.product.advance(2 * MINUTE);
    expect(await row()).toMatchObject({ state: 'succeeded', surplus: false });
    expect(taken()).toBe(1);
  });

  it('counts as not taken a minute after a process was killed before it asked, and is looked up once more six hours after that', async () => {
    const { row, isExecuted } = await onHoldFor(6);
    const sentAt = await claimedByAKilledProcess();
    expect(new Date(String((await row()).sent_at))).toEqual(sentAt);
    await bench.product.advance(55);
    expect(await row()).toMatchObject({ state: 'intended' });
    await bench.product.advance(MINUTE);
    const denied = await row();
    expect(denied).toMatchObject({ state: 'denied', reason: 'not_taken' });
    expect(new Date(String(denied.lookup_at)).getTime()).toBe(sentAt.getTime() + 6 * HOUR * 1000);
    // The request was only late, and no event tells of it: what it took is given back.
    await bench.product.advance(4 * HOUR);
    await isExecuted();
    await bench.product.advance(3 * HOUR);
    expect(await row()).toMatchObject({ state: 'refunded', surplus: true });
  });

  it('is measured from the last of several times', async () => {
    const { row, taken } = await onHoldFor(6);
    const first = await claimedByAKilledProcess();
    // The process was only slow: the carrier still refuses our requests.
    const [charge] = await bench.product.rows(
      `select id from charges where suspended_until is null and state = 'intended'`,
    );
    await bench.product.app.billing.outcomes.recordAll([
      { chargeId: String(charge?.id), outcome: MISTAKE },
    ]);
    await bench.product.advance(8 * HOUR);
    expect(await row()).toMatchObject({ state: 'succeeded' });
    const sentAt = new Date(String((await row()).sent_at));
    expect(sentAt.getTime()).toBeGreaterThan(first.getTime());
    expect(
      await bench.product.rows(
        `select 1 from charges join charge_resends on charge_id = id where charges.sent_at = charge_resends.sent_at and charges.sent_at = '${sentAt.toISOString()}'`,
      ),
    ).toHaveLength(1);
    expect(taken()).toBe(1);
  });

  it('becomes a reconciliation exception two days after it was sent, and ages by that time', async () => {
    const { id, row } = await onHoldFor(1);
    await bench.product.rows(
      `update charges set created_at = created_at - interval '50 hours' where id = '${id}'`,
    );
    for (let times = 0; times < 80; times++)
      bench.product.carrier.next('findCharge', async () => ({ outcome: 'not_found' }));
    await sentAgain((made) => ({
      outcome: 'processing',
      carrierPaymentId: 'carrierPaymentId' in made ? (made.carrierPaymentId ?? '') : '',
    }));
    await bench.product.advance(HOUR);
    const { oldestUnknownSeconds } = await readOpen(
      bench.product.app.open.db,
      bench.product.clock.now(),
    );
    expect(oldestUnknownSeconds).toBeLessThan(2 * HOUR);
    await bench.product.advance(40 * HOUR);
    expect(await row()).toMatchObject({ state: 'unknown' });
    expect(await bench.exceptionsOf(id)).not.toContainEqual(UNKNOWN);
    await bench.product.advance(8 * HOUR);
    expect(await bench.exceptionsOf(id)).toContainEqual(UNKNOWN);
  });
});
