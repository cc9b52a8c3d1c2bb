// A number's state follows from its newest subscriptions at the instant that was asked for.
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createStillClock } from '@bonisa/server/app.test-kit';
import { v7 as uuid } from 'uuid';
import { expect, it } from 'vitest';
import { createRecentSubscriptions } from './recent-subscriptions.repository.ts';
import { subscriptions } from './subscription.tables.ts';

it('reads the newest subscriptions of each instant apart, also in one batch', async () => {
  const open = await createTestDatabase();
  try {
    const now = createStillClock().now();
    const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
    const cancelled = (subscriberId: number, startedAt: Date, paidUntil: Date) => ({
      id: uuid(),
      subscriberId,
      carrierId: 'one',
      packageId: 'p-grtv-daily-c-01',
      price: 500,
      status: 'cancelled' as const,
      startedAt,
      paidUntil,
      period: 1,
      version: 1,
      transactionId: uuid(),
    });
    // The older one is served for longer.
    const older = cancelled(1, at(-20), at(60));
    const newer = cancelled(1, at(-10), at(-5));
    const another = cancelled(2, at(-10), at(60));
    await open.db.insert(subscriptions).values([older, newer, another]);
    const recent = createRecentSubscriptions(open.db);
    const asked = [
      { subscriberId: 1, now },
      { subscriberId: 2, now },
      { subscriberId: 3, now },
      { subscriberId: 1, now: at(60) },
    ];
    const found = await Promise.all(asked.map(recent));
    expect(found.map((rows) => rows.map(({ id }) => id))).toEqual([
      [older.id, newer.id],
      [another.id],
      [],
      [newer.id, older.id],
    ]);
    expect(found[1]).toEqual([expect.objectContaining(another)]);
  } finally {
    await open.close();
  }
});
