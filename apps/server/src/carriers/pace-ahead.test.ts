// Clocks: a pace that was booked while the database's clock was ahead.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createPaceRepository } from './pace.repository.ts';
import { createPaceBench } from './pace.test-kit.ts';
import { createPace } from './pace.ts';

const { database } = createPaceBench();
const limits = { perSecond: 5, inFlight: 2 };
const paceOf = () => createPace({ db: database(), carrier: 'karoo', limits });
const repository = () => createPaceRepository(database(), 'karoo', () => sql`clock_timestamp()`);

/** Leaves the pace as a call does, and then as if the clock had been an hour ahead. */
async function bookAhead(interval: string): Promise<void> {
  const permit = await paceOf().take(1);
  expect(permit.granted).toBe(1);
  const ahead = sql.raw(`interval '${interval}'`);
  await database().execute(sql`update carrier_slots set until = until + ${ahead}`);
  await database().execute(sql`update carrier_call_tickets set free_at = free_at + ${ahead}`);
  await database().execute(
    sql`update carrier_pace set next_at = next_at + ${ahead}, paused_until = paused_until + ${ahead}`,
  );
}

it('grants nothing while it is booked out, and calls again once the bookings are brought back', async () => {
  await bookAhead('1 hour');
  const pace = paceOf();
  await repository().bringBack();
  expect((await pace.take(1)).granted).toBe(1);
  expect((await pace.takeNext()).granted).toBe(1);
  expect((await pace.reading()).aheadSeconds).toBeLessThan(2);
});

it('is brought back by the next start', async () => {
  await bookAhead('2 days');
  expect((await paceOf().take(1)).granted).toBe(1);
});

it('leaves bookings and pauses alone that can be', async () => {
  await bookAhead('90 seconds');
  await repository().bringBack();
  expect((await paceOf().takeNext()).granted).toBe(0);
});
