// The figures of renewals are of each carrier, so that a paused one hides no other.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createMetrics } from '@bonisa/kit/metrics';
import { createStillClock } from '@bonisa/server/app.test-kit';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subscriptions } from '../../subscription/subscription.tables.ts';
import { createRenewalMeasure } from './renewal.readings.ts';

const HOUR_MS = 60 * 60_000;

describe('the figures of renewals', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await createTestDatabase();
  });
  afterAll(() => open.close());

  it('are of each carrier that is configured, also where nothing is due', async () => {
    const clock = createStillClock();
    const dueAt = (agoMs: number) => new Date(clock.now().getTime() - agoMs);
    const row = (carrierId: string, agoMs: number, subscriberId: number) => ({
      id: uuid(),
      subscriberId,
      carrierId,
      packageId: 'p-grtv-daily-c-01',
      price: 500,
      status: 'active' as const,
      startedAt: clock.now(),
      period: 1,
      version: 1,
      transactionId: uuid(),
      dueAt: dueAt(agoMs),
    });
    await open.db
      .insert(subscriptions)
      .values([row('one', 2 * HOUR_MS, 1), row('one', HOUR_MS, 2), row('two', 60_000, 3)]);
    const metrics = createMetrics();
    const carrierIds = ['one', 'two', 'three'];
    await createRenewalMeasure({ open, carrierIds, clock, metrics })();
    const valuesOf = async (gauge: typeof metrics.renewalsDue) =>
      (await gauge.get()).values.map(({ labels, value }) => [labels.carrier, value]);
    expect(await valuesOf(metrics.renewalsDue)).toEqual([
      ['one', 2],
      ['two', 1],
      ['three', 0],
    ]);
    expect(await valuesOf(metrics.renewalsLate)).toEqual([
      ['one', 7200],
      ['two', 60],
      ['three', 0],
    ]);
  });
});
