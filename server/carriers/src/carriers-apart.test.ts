// Two carriers on one database: what one of them does never slows the calls to the other.
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createPaceBench } from './pace.test-kit.ts';
import type { Pace } from './pace.ts';
import { createStops } from './stops.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.test-kit.ts';

const { paces, database } = createPaceBench();

const paceOf = (time: VirtualTime, carrier: string): Pace => {
  const [pace] = paces(time, { perSecond: 50, inFlight: 20 }, { carrier });
  if (!pace) throw new Error('no pace');
  return pace;
};

/** Takes permits until the carrier grants none. */
async function useUp(pace: Pace): Promise<number> {
  let granted = 0;
  for (let permit = await pace.take(500); permit.granted > 0; permit = await pace.take(500))
    granted += permit.granted;
  return granted;
}

describe('the pace of a carrier', () => {
  it('grants as many calls beside a carrier whose pace is used up as it grants alone', async () => {
    const time = createVirtualTime();
    const alone = await useUp(paceOf(time, 'alone'));
    expect(alone).toBeGreaterThan(0);
    await useUp(paceOf(time, 'vula'));
    expect((await paceOf(time, 'vula').take(1)).granted).toBe(0);
    expect(await useUp(paceOf(time, 'karoo'))).toBe(alone);
  });

  it('does not pause because another carrier fails', async () => {
    const time = createVirtualTime();
    const [karoo, vula] = [paceOf(time, 'karoo'), paceOf(time, 'vula')];
    const permit = await vula.take(20);
    await permit.done({ answered: 0, failedSince: 10 });
    expect(await vula.resumesAt()).not.toBeNull();
    expect(await karoo.resumesAt()).toBeNull();
    expect((await karoo.take(5)).granted).toBe(5);
  });
});

describe('the stops of a carrier', () => {
  it('do not stop an operation at another carrier, nor resume it there', async () => {
    await database().execute(sql`truncate carrier_stops`);
    const heard: string[] = [];
    const stopsOf = (carrier: string) =>
      createStops({
        db: database(),
        carrier,
        clock: { now: () => new Date('2026-11-20T08:00:00Z') },
        onStop: (operation) => heard.push(`${carrier} stops ${operation}`),
        onWorking: (operation) => heard.push(`${carrier} resumes ${operation}`),
      });
    const [karoo, vula] = [stopsOf('karoo'), stopsOf('vula')];
    const refused = { outcome: 'unavailable', cause: 'misconfigured', detail: '403 X' };
    await vula.learn('charge', refused);
    expect([await vula.mayCall('charge'), await vula.room('charge', 100)]).toEqual([false, 0]);
    expect([await karoo.mayCall('charge'), await karoo.room('charge', 100)]).toEqual([true, 100]);
    await karoo.learn('charge', { outcome: 'succeeded' });
    expect(await vula.mayCall('charge')).toBe(false);
    expect(heard).toEqual(['vula stops charge']);
  });
});
