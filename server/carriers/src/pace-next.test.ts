// A shared pace (calls a second, in flight) for a carrier, held across processes: people who press
// Accept have the next turn in it, and its circuit is theirs too.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeOutcome } from './billing.port.ts';
import { type CallVerdict, verdictOf } from './call-verdict.ts';
import { createPace, type Pace, type PaceLimits, type PaceOptions } from './pace.ts';
import { NOT_ASKED, runAtPace, runNext } from './run-at-pace.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.test-kit.ts';

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());
beforeEach(() => clear());
const clear = () =>
  open.db.execute(sql`truncate carrier_pace, carrier_slots, carrier_call_tickets`);

/** The same pace as two processes have it; `statements` counts what both ask of the database. */
function paces(time: VirtualTime, limits: PaceLimits, more: Partial<PaceOptions> = {}) {
  const count = { statements: 0 };
  const db = new Proxy(time.watch(open.db), {
    get: (target, name) => {
      if (name === 'execute' || name === 'transaction') count.statements++;
      return Reflect.get(target, name) as unknown;
    },
  });
  const make = (): Pace =>
    createPace({
      db,
      carrier: 'karoo',
      limits,
      now: time.now,
      timers: time.timers,
      random: () => 0.5,
      ...more,
    });
  return { one: make(), other: make(), count };
}

function mostInASecond(instants: readonly number[]): number {
  const sorted = [...instants].sort((a, b) => a - b);
  return Math.max(
    0,
    ...sorted.map((from) => sorted.filter((at) => at >= from && at < from + 1000).length),
  );
}

/**
 * Renewals that always have more to do, and people who press at these milliseconds; when each call
 * began, and how long each person waited for it.
 */
async function crowd(perSecond: number, presses: readonly number[], seconds: number) {
  const time = createVirtualTime();
  const began = time.timers.now();
  const { one, other } = paces(time, { perSecond, inFlight: 8 });
  const begins: number[] = [];
  const waits: (number | 'turned away')[] = [];
  const call = async (): Promise<void> => {
    begins.push(time.timers.now() - began);
    await time.timers.sleep(30);
  };
  const renewals = async (pace: Pace): Promise<void> => {
    while (time.timers.now() - began < seconds * 1000) {
      const permit = await pace.take(500);
      await time.timers.sleep(permit.granted === 0 ? 50 : 20);
      const jobs = Array.from({ length: permit.granted }, () => undefined);
      if (permit.granted > 0)
        await runAtPace(permit, jobs, call, { judge: () => 'answered', skipped: () => undefined });
    }
  };
  const person = async (at: number): Promise<void> => {
    await time.timers.sleep(at);
    const pressed = time.timers.now();
    const work = async (): Promise<number> => {
      const waited = time.timers.now() - pressed;
      await call();
      return waited;
    };
    waits.push(
      await runNext<number | 'turned away'>(other, work, {
        judge: () => 'answered',
        skipped: () => 'turned away',
      }),
    );
  };
  await Promise.all([renewals(one), renewals(other), ...presses.map(person)]);
  return { begins, waits };
}

describe('a person at the pace', () => {
  it('waits less than a second however much is due, and renewals get the rest of the rate', async () => {
    const presses = Array.from({ length: 20 }, (_, index) => 500 + index * 450);
    const { begins, waits } = await crowd(50, presses, 10);
    for (const waited of waits) expect(waited).toBeLessThan(1000);
    expect(mostInASecond(begins)).toBeLessThanOrEqual(50);
    expect(begins.filter((at) => at < 10_000).length).toBeGreaterThanOrEqual(0.95 * 50 * 10);
  });

  it('never exceeds the rate, and is turned away at once instead of waiting over two seconds', async () => {
    const presses = fc.array(fc.integer({ min: 0, max: 2500 }), { maxLength: 150 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), presses, async (perSecond, some) => {
        await clear();
        const { begins, waits } = await crowd(perSecond, some, 3);
        expect(mostInASecond(begins)).toBeLessThanOrEqual(perSecond);
        expect(waits).toHaveLength(some.length);
        for (const waited of waits)
          if (waited !== 'turned away') expect(waited).toBeLessThanOrEqual(2000 + 2 * 1050);
      }),
      { numRuns: 4 },
    );
  });

  it('needs no slot, so work may hold them all', async () => {
    const { one, other } = paces(createVirtualTime(), { perSecond: null, inFlight: 1 });
    expect((await one.take(9)).lanes).toBe(1);
    expect(
      await runNext(other, async () => 'asked', {
        judge: () => 'answered',
        skipped: () => 'not asked',
      }),
    ).toBe('asked');
  });

  it('costs only a check each second without a rate, and two statements with one', async () => {
    const time = createVirtualTime();
    const press = (pace: Pace) =>
      runNext<CallVerdict>(pace, async () => 'answered', {
        judge: (verdict) => verdict,
        skipped: () => 'failed',
      });
    const free = paces(time, { perSecond: null, inFlight: 8 });
    await press(free.one);
    const looked = free.count.statements;
    for (let more = 0; more < 30; more++) await press(free.one);
    expect(free.count.statements).toBe(looked);
    await time.timers.sleep(1001);
    await press(free.one);
    expect(free.count.statements).toBe(looked + 1);

    await clear();
    const paced = paces(time, { perSecond: 1000, inFlight: 8 });
    await press(paced.one);
    const before = paced.count.statements;
    for (let more = 0; more < 10; more++) await press(paced.one);
    expect(paced.count.statements).toBe(before + 20);
  });
});

describe('a carrier that fails for people', () => {
  const limits = fc.constantFrom<PaceLimits>(
    { perSecond: null, inFlight: 8 },
    { perSecond: 50, inFlight: 8 },
  );
  const asking = (pace: Pace, outcome: ChargeOutcome, asked: { times: number }) =>
    runNext<ChargeOutcome>(
      pace,
      async () => {
        asked.times++;
        return outcome;
      },
      { judge: verdictOf, skipped: () => NOT_ASKED },
    );
  const silent: ChargeOutcome = { outcome: 'unknown', cause: 'timed_out' };
  const refused: ChargeOutcome = { outcome: 'denied', reason: 'insufficient_airtime', detail: '' };

  it('is paused for renewals and people after ten failures in a row, and a person is the probe when nothing is due', async () => {
    await fc.assert(
      fc.asyncProperty(limits, async (some) => {
        await clear();
        const time = createVirtualTime();
        const { one, other } = paces(time, some);
        const asked = { times: 0 };
        for (let press = 0; press < 10; press++)
          await asking(press % 2 ? one : other, silent, asked);
        expect(asked.times).toBe(10);
        expect(await asking(one, refused, asked)).toEqual(NOT_ASKED);
        await time.timers.sleep(1001);
        expect([
          await asking(other, refused, asked),
          (await other.take(5)).granted,
          asked.times,
        ]).toEqual([NOT_ASKED, 0, 10]);
        await time.timers.sleep(4000);
        expect([await asking(one, refused, asked), asked.times, await one.resumesAt()]).toEqual([
          refused,
          11,
          null,
        ]);
        expect((await other.take(5)).granted).toBeGreaterThan(1);
      }),
      { numRuns: 4 },
    );
  });

  it('is not paused while answers come between the failures', async () => {
    await fc.assert(
      fc.asyncProperty(limits, async (some) => {
        await clear();
        const { one, other } = paces(createVirtualTime(), some);
        const asked = { times: 0 };
        for (let round = 0; round < 5; round++) {
          for (let press = 0; press < 4; press++) await asking(one, silent, asked);
          await asking(other, refused, asked);
          // Another process may not have seen the failures yet; its next look is a second later at
          // most.
          await asking(one, refused, asked);
        }
        expect([asked.times, await one.resumesAt()]).toEqual([30, null]);
      }),
      { numRuns: 4 },
    );
  });

  it("is obeyed when it answers 'too many requests' to a person", async () => {
    const time = createVirtualTime();
    const { one, other } = paces(time, { perSecond: null, inFlight: 8 });
    await asking(
      one,
      { outcome: 'unavailable', cause: 'too_many_requests', retryAfterSeconds: 30 },
      { times: 0 },
    );
    expect(await other.resumesAt()).toEqual(new Date(time.timers.now() + 30_000));
    expect((await one.takeNext()).granted).toBe(0);
  });
});

describe("the operator's view of the pace", () => {
  it('has the limit, the slots in use and how far ahead tickets are taken', async () => {
    const granted: unknown[] = [];
    const time = createVirtualTime();
    const { one } = paces(
      time,
      { perSecond: 10, inFlight: 8 },
      { onGrant: (calls, to) => granted.push([calls, to]) },
    );
    expect(await one.reading()).toEqual({ perSecond: 10, inFlight: 8, held: 0, aheadSeconds: 0 });
    const permit = await one.take(3);
    const held = await one.reading();
    expect([held.held, held.aheadSeconds]).toEqual([
      permit.lanes,
      expect.closeTo(0.02 + 3 * 0.09, 3),
    ]);
    await permit.done({ answered: 3, failedSince: 0 });
    await one.takeNext();
    expect([granted, (await one.reading()).held]).toEqual([
      [
        [3, 'work'],
        [1, 'person'],
      ],
      0,
    ]);
  });
});
