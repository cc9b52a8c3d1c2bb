// Interfaces 'Operations': somebody is called for a carrier whose list was never compared.
import { expect, it } from 'vitest';
import { createMetrics } from '../../platform/metrics.ts';
import { createReconciliationMeasure } from './reconciliation.measures.ts';
import type { ReconciliationRow } from './reconciliation.repository.ts';

const DAY_SECONDS = 86_400;
const midnight = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) / 1000;

function setUp(firstChargeAt: Date | null, comparedDay?: string) {
  const metrics = createMetrics();
  let now = new Date('2026-11-20T10:00:00.000Z');
  const carrier = { first: firstChargeAt, asked: 0 };
  const row = { carrierId: 'karoo', day: comparedDay, missingHere: 0, missingThere: 0 };
  const latest = comparedDay ? ({ ...row, differing: 0 } as ReconciliationRow) : undefined;
  const measure = createReconciliationMeasure({
    cases: { countOpen: async () => ({}) },
    books: [
      {
        carrierId: 'karoo',
        latest: async () => latest,
        firstChargeAt: async () => {
          carrier.asked++;
          return carrier.first;
        },
      },
    ],
    metrics,
    clock: { now: () => now },
  });
  const read = async (): Promise<number | undefined> => {
    await measure();
    return (await metrics.reconciledDay.get()).values[0]?.value;
  };
  const pass = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  return { carrier, read, pass };
}

it('counts from the day before the first charge of a carrier that was never compared', async () => {
  // 22:30 UTC is the next day in South Africa.
  const { read, carrier } = setUp(new Date('2026-11-10T22:30:00.000Z'));
  expect(await read()).toBe(midnight('2026-11-11') - DAY_SECONDS);
  await read();
  expect(carrier.asked).toBe(1);
});

it('has no figure before the first charge, for which it looks once an hour', async () => {
  const { read, carrier, pass } = setUp(null);
  expect(await read()).toBeUndefined();
  carrier.first = new Date('2026-11-20T10:00:00.000Z');
  expect(await read()).toBeUndefined();
  expect(carrier.asked).toBe(1);
  pass(3_600_000);
  expect(await read()).toBe(midnight('2026-11-19'));
});

it('has the last compared day of one that was', async () => {
  const { read, carrier } = setUp(new Date('2026-11-10T10:00:00.000Z'), '2026-11-18');
  expect(await read()).toBe(midnight('2026-11-18'));
  expect(carrier.asked).toBe(0);
});
