// The day up to which a carrier's list is compared, as a metric: also where it never was.
import { daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { createMetrics, type Metrics } from '@bonisa/kit/metrics';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReconciliationMeasure } from './reconciliation.measures.ts';
import { createReconciliationRepository } from './reconciliation.repository.ts';
import { reconciliations } from './reconciliation.tables.ts';
import {
  bookCharges,
  chargeRow,
  createReconciliationBench,
  DAY,
  NEXT,
  type ReconciliationBench,
} from './reconciliation.test-kit.ts';

let bench: ReconciliationBench;
let metrics: Metrics;
let reads = 0;
let measure: () => Promise<void>;
beforeAll(async () => {
  bench = await createReconciliationBench();
});
beforeEach(async () => {
  await bench.clear();
  metrics = createMetrics();
  reads = 0;
  const { latest, firstChargeAt } = createReconciliationRepository(bench.db, {
    carrierId: 'karoo',
    newId: uuid,
  });
  const counted = async () => {
    reads++;
    return await firstChargeAt();
  };
  measure = createReconciliationMeasure({
    exceptions: { countOpen: async () => ({}) },
    books: [{ carrierId: 'karoo', latest, firstChargeAt: counted }],
    clock: bench.clock,
    metrics,
  });
});
afterAll(() => bench.close());

/** The day of the metric; `undefined` where it is absent. */
async function day(): Promise<string | undefined> {
  await measure();
  const { values } = await metrics.reconciledDay.get();
  const [value] = values.map((one) => one.value);
  return value === undefined ? undefined : new Date(value * 1000).toISOString().slice(0, 10);
}
const compared = (of: string) =>
  bench.db.insert(reconciliations).values({
    ...{ key: `karoo ${of} list`, carrierId: 'karoo', day: of, source: 'list' },
    ...{ matched: 0, missingHere: 0, missingThere: 0, differing: 0, at: bench.clock.now() },
  });
const chargedOn = (of: typeof DAY) =>
  bookCharges(bench.db, [
    chargeRow(uuid(), instantOf(of, 12)),
    chargeRow(uuid(), instantOf(of, 13)),
  ]);

describe('bonisa_reconciliation_day_seconds', () => {
  it('is absent for a carrier that was never charged, also where its list was compared', async () => {
    expect(await day()).toBeUndefined();
    await compared(DAY);
    bench.clock.moveTo(instantOf(daysAfter(DAY, 9)));
    expect(await day()).toBeUndefined();
  });

  it('is the day before the first charge while no list was compared', async () => {
    await chargedOn(DAY);
    expect(await day()).toBe(daysAfter(DAY, -1));
    bench.clock.moveTo(instantOf(daysAfter(DAY, 9)));
    expect(await day()).toBe(daysAfter(DAY, -1));
    expect(reads).toBe(1);
  });

  it('is the last day compared from then on', async () => {
    await chargedOn(DAY);
    await compared(DAY);
    await compared(NEXT);
    expect(await day()).toBe(NEXT);
  });

  it('does not fall behind the first charge because of a day compared by hand', async () => {
    await compared(daysAfter(DAY, -30));
    await chargedOn(DAY);
    bench.clock.moveTo(instantOf(DAY, 14));
    expect(await day()).toBe(daysAfter(DAY, -1));
  });

  it('looks for a first charge every quarter of an hour', async () => {
    expect(await day()).toBeUndefined();
    await chargedOn(DAY);
    expect(await day()).toBeUndefined();
    bench.clock.moveTo(new Date(bench.clock.now().getTime() + 15 * 60_000));
    expect(await day()).toBe(daysAfter(DAY, -1));
    expect(reads).toBe(2);
  });
});
