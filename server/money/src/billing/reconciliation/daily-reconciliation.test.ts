// Daily reconciliation: each day is compared once on the next morning, gaps are caught up, and a
// carrier may not answer or have a large day.

import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { bulkInsert } from '@bonisa/kit/database/bulk';
import { newId } from '@bonisa/kit/ids';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { charges } from '../billing.tables.ts';
import { createDailyReconciliation } from './daily-reconciliation.ts';
import { createReconciliationRepository } from './reconciliation.repository.ts';
import { reconciliations } from './reconciliation.tables.ts';
import {
  chargeRow,
  createReconciliationBench,
  DAY,
  listedCharge,
  NEXT,
  noon,
  type ReconciliationBench,
} from './reconciliation.test-kit.ts';

let bench: ReconciliationBench;
let reconciliation: ReturnType<typeof bench.build>;
beforeAll(async () => {
  bench = await createReconciliationBench();
});
beforeEach(async () => {
  await bench.clear();
  reconciliation = bench.build();
});
afterAll(() => bench.close());

describe('the daily job', () => {
  const runDue = async (): Promise<number> => {
    const isDue = async (): Promise<boolean> =>
      ((await reconciliation.daily.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY) <=
      bench.clock.now().getTime();
    for (let done = 0; ; ) {
      if (!(await isDue())) return done;
      done += await reconciliation.daily.run();
    }
  };
  const doneDays = async (): Promise<string[]> =>
    (
      await createReconciliationRepository(bench.db, { carrierId: 'karoo', newId }).between(
        '2026-01-01',
        '2027-01-01',
      )
    ).map(({ day }) => day);
  /** Advances the clock as the scheduler does, and returns when it stopped. */
  const goTo = async (target: Date): Promise<Date[]> => {
    const stops: Date[] = [];
    for (
      let due = await reconciliation.daily.nextDue();
      due && due <= target;
      due = await reconciliation.daily.nextDue()
    ) {
      if (due > bench.clock.now()) bench.clock.moveTo(due);
      stops.push(bench.clock.now());
      await runDue();
    }
    bench.clock.moveTo(target);
    return stops;
  };

  it('asks for nothing while there are no charges', async () => {
    await runDue();
    expect(await reconciliation.daily.nextDue()).toBeNull();
    expect(bench.listing.asked).toEqual([]);
  });

  it('asks for nothing while other carriers alone have charges', async () => {
    for (const carrierId of ['aloe', 'veld'])
      await bulkInsert(bench.db, charges, [chargeRow(uuid(), noon, { carrierId })]);
    expect(await reconciliation.daily.nextDue()).toBeNull();
    await bulkInsert(bench.db, charges, [chargeRow(uuid(), noon)]);
    expect(await reconciliation.daily.nextDue()).toEqual(instantOf(NEXT, 6));
  });

  it('compares the day before once, at six', async () => {
    bench.clock.moveTo(instantOf(DAY, 13));
    reconciliation = bench.build();
    await bench.both();
    await goTo(instantOf(DAY, 13));
    expect(await reconciliation.daily.nextDue()).toEqual(instantOf(NEXT, 6));
    // A comparison by an operator while the day still runs does not replace the daily one.
    expect(await bench.compare()).toMatchObject({ matched: 1 });
    await goTo(instantOf(NEXT, 23));
    expect(await doneDays()).toEqual([DAY]);
    expect(
      (await createReconciliationRepository(bench.db, { carrierId: 'karoo', newId }).latest())?.at,
    ).toEqual(instantOf(NEXT, 6));
    expect(await reconciliation.daily.nextDue()).toEqual(instantOf(daysAfter(NEXT, 1), 6));
    // Another process, or the same one after a start, has nothing to do.
    reconciliation = bench.build();
    await runDue();
    expect(await reconciliation.daily.nextDue()).toEqual(instantOf(daysAfter(NEXT, 1), 6));
  });

  it('catches up a long gap day by day', async () => {
    await bench.both();
    bench.clock.moveTo(instantOf('2026-12-24', 9));
    expect(await runDue()).toBeGreaterThan(0);
    await goTo(instantOf('2026-12-24', 10));
    const days = await doneDays();
    expect([days.length, days[0], days.at(-1)]).toEqual([34, DAY, '2026-12-23']);
  });

  it('retries an unavailable list every quarter of an hour, without spinning', async () => {
    await bench.both(chargeRow(uuid(), instantOf(DAY, 1)));
    await runDue();
    await bench.db.delete(reconciliations);
    reconciliation = bench.build();
    bench.list.length = 0;
    bench.listing.failNext(
      new CarrierUnavailableError('timed_out'),
      new CarrierUnavailableError('not_connected'),
    );
    const stops = await goTo(instantOf(NEXT, 7));
    const minutes = stops.map((stop) => (stop.getTime() - instantOf(NEXT, 6).getTime()) / 60_000);
    expect(minutes.filter((minute) => Number.isInteger(minute / 15))).toEqual(
      expect.arrayContaining([0, 15, 30]),
    );
    expect(stops.length).toBeLessThan(8);
    expect(await doneDays()).toEqual([DAY]);
  });

  // The carrier says when its list may be read again.
  it('waits longer when the carrier asks for it', async () => {
    await bench.both();
    bench.listing.failNext(
      new CarrierUnavailableError({
        outcome: 'unavailable',
        cause: 'too_many_requests',
        retryAfterSeconds: 3600,
      }),
    );
    expect(await reconciliation.daily.run()).toBe(0);
    expect(await reconciliation.daily.nextDue()).toEqual(
      new Date(bench.clock.now().getTime() + 3600_000),
    );
  });

  it('logs an error of our own and does not spin either', async () => {
    await bench.both();
    bench.listing.failNext(new Error('broken'));
    await expect(reconciliation.daily.run()).rejects.toThrow('broken');
    expect(await reconciliation.daily.nextDue()).toEqual(
      new Date(bench.clock.now().getTime() + 15 * 60_000),
    );
    expect(await reconciliation.daily.run()).toBe(0);
  });

  it('compares a day once between two processes', async () => {
    await bench.both();
    const other = bench.build();
    await Promise.all([reconciliation.daily.run(), other.daily.run()]);
    await runDue();
    await other.daily.run();
    expect(
      bench.listing.asked.filter(({ from, to }) => from <= instantOf(DAY) && to > instantOf(DAY)),
    ).toHaveLength(1);
    expect(await doneDays()).toEqual([DAY]);
  });

  it('does not compare a day again that another process compared after this one chose it', async () => {
    await bench.both();
    const repository = createReconciliationRepository(bench.db, { carrierId: 'karoo', newId });
    const late = createDailyReconciliation({
      carrierId: 'karoo',
      comparisons: bench.build(),
      repository: {
        firstChargeAt: repository.firstChargeAt,
        comparedSince: async (from) => {
          const before = await repository.comparedSince(from);
          await reconciliation.daily.run();
          return before;
        },
      },
      onDiffering: async () => undefined,
      clock: bench.clock,
    });
    await late.run();
    expect(
      bench.listing.asked.filter(({ from, to }) => from <= instantOf(DAY) && to > instantOf(DAY)),
    ).toHaveLength(1);
    expect(await doneDays()).toEqual([DAY]);
    expect(await late.nextDue()).toEqual(instantOf(daysAfter(NEXT, 1), 6));
  });

  it('takes many turns for a large day, so that other jobs run in between', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) =>
      chargeRow(uuid(), new Date(noon.getTime() + index)),
    );
    await bulkInsert(bench.db, charges, rows);
    bench.list.push(...rows.map((row) => listedCharge(row, row.createdAt)));
    let turns = 1;
    while ((await reconciliation.daily.run()) === 0) turns++;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(
      await createReconciliationRepository(bench.db, { carrierId: 'karoo', newId }).latest(),
    ).toMatchObject({
      day: DAY,
      matched: 9000,
    });
  });
});
