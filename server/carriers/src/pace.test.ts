// The pace of a carrier (calls a second, calls in flight) that all processes share through the
// database. Processes run in parallel only on PostgreSQL (TEST_DATABASE_URL), where each has a pool
// of its own; PGlite has one session.

import { rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPaceBench, PROCESSES } from './pace.test-kit.ts';
import { createPace, type Pace, type PaceLimits } from './pace.ts';
import type { Permit } from './permit.ts';
import { runAtPace } from './run-at-pace.ts';
import { createVirtualTime } from './virtual-time.test-kit.ts';

const { paces, databaseOf, database, clear, slotsTaken, ticketsHeld } = createPaceBench();

/** The most of these instants within any window of so many milliseconds, its end not included. */
function mostWithin(instants: readonly number[], windowMs: number): number {
  const sorted = [...instants].sort((one, other) => one - other);
  let [most, first] = [0, 0];
  for (const [last, instant] of sorted.entries()) {
    while (instant - (sorted[first] ?? 0) >= windowMs) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

interface Play {
  readonly limits: PaceLimits;
  /** Workers of each process: each takes, prepares, calls, records, and takes again. */
  readonly workers: number;
  readonly wanted: number;
  readonly prepareMs: number;
  /** How long calls are on their way before the carrier counts them, one after the other. */
  readonly transitMs?: readonly number[];
  readonly callMs: readonly number[];
  readonly recordMs: number;
  readonly seconds: number;
  /** Every so many permits a process dies in the middle of its calls, and gives nothing back. */
  readonly diesEvery?: number;
}

const withoutReturn = (permit: Permit): Permit => ({
  ...permit,
  ended: async () => undefined,
  leave: async () => undefined,
  done: async () => undefined,
});

/**
 * Lets workers of several processes call as fast as they may; answers when the carrier counted
 * calls, and how many were in flight at most.
 */
async function play({
  limits,
  workers,
  wanted,
  prepareMs,
  transitMs = [0],
  callMs,
  recordMs,
  seconds,
  diesEvery = Number.POSITIVE_INFINITY,
}: Play) {
  const time = createVirtualTime();
  let permits = 0;
  const began = time.timers.now();
  const begins: number[] = [];
  let [inFlight, most] = [0, 0];
  const call = async (index: number): Promise<void> => {
    most = Math.max(most, ++inFlight);
    await time.timers.sleep(transitMs[(index + begins.length) % transitMs.length] ?? 0);
    begins.push(time.timers.now() - began);
    await time.timers.sleep(callMs[index % callMs.length] ?? 0);
    inFlight--;
  };
  const worker = async (pace: Pace): Promise<void> => {
    while (time.timers.now() - began < seconds * 1000) {
      const permit = await pace.take(wanted);
      if (permit.granted === 0) {
        await time.timers.sleep(100);
        continue;
      }
      await time.timers.sleep(prepareMs);
      const jobs = Array.from({ length: permit.granted }, (_, index) => index);
      const dies = ++permits % diesEvery === 0;
      await runAtPace(dies ? withoutReturn(permit) : permit, jobs, call, {
        judge: () => 'answered',
        skipped: () => undefined,
      });
      await time.timers.sleep(recordMs);
    }
  };
  await Promise.all(
    paces(time, limits).flatMap((pace) => Array.from({ length: workers }, () => worker(pace))),
  );
  return { begins, mostInFlight: most };
}

describe('the rate', () => {
  it('is never exceeded in any second, and used to 95 %, by three processes at a carrier of 50 calls/s', async () => {
    const { begins } = await play({
      limits: { perSecond: 50, inFlight: 32 },
      workers: 1,
      wanted: 250,
      prepareMs: 40,
      callMs: [5, 80, 20],
      recordMs: 40,
      seconds: 30,
    });
    expect(mostWithin(begins, 1000)).toBeLessThanOrEqual(50);
    expect(begins.filter((at) => at < 30_000).length).toBeGreaterThanOrEqual(0.95 * 50 * 30);
  });

  it('is never exceeded whatever the processes do; slots are never oversold, and everything is returned', {
    timeout: 600_000,
  }, async () => {
    const delay = fc.nat(400);
    const plays = fc.record({
      limits: fc.record({
        perSecond: fc.integer({ min: 1, max: 300 }),
        inFlight: fc.integer({ min: 1, max: 40 }),
      }),
      workers: fc.integer({ min: 1, max: 3 }),
      wanted: fc.integer({ min: 1, max: 300 }),
      prepareMs: delay,
      transitMs: fc
        .array(delay, { minLength: 1, maxLength: 7 })
        .map((some) => [fc.sample(fc.nat(40), { numRuns: 1, seed: some.length })[0] ?? 0, ...some]),
      callMs: fc.array(delay, { minLength: 1, maxLength: 5 }),
      recordMs: delay,
      seconds: fc.constant(3),
    });
    await fc.assert(
      fc.asyncProperty(plays, async (one) => {
        await clear();
        const { begins, mostInFlight } = await play(one);
        expect(begins.length).toBeGreaterThan(0);
        expect(mostWithin(begins, 1000)).toBeLessThanOrEqual(one.limits.perSecond ?? 0);
        expect(mostInFlight).toBeLessThanOrEqual(one.limits.inFlight);
        expect([await slotsTaken(), await ticketsHeld()]).toEqual([0, 0]);
      }),
      { numRuns: 2 },
    );
  });

  it('is not exceeded, and used again, after processes have died in the middle of their calls', async () => {
    const plays = fc.record({
      perSecond: fc.integer({ min: 1, max: 20 }),
      diesEvery: fc.integer({ min: 3, max: 30 }),
      callMs: fc.array(fc.nat(3000), { minLength: 1, maxLength: 5 }),
    });
    await fc.assert(
      fc.asyncProperty(plays, async ({ perSecond, diesEvery, callMs }) => {
        await clear();
        const { begins } = await play({
          limits: { perSecond, inFlight: 8 },
          workers: 1,
          wanted: 20,
          prepareMs: 20,
          callMs,
          recordMs: 20,
          seconds: 120,
          diesEvery,
        });
        expect(mostWithin(begins, 1000)).toBeLessThanOrEqual(perSecond);
        expect(begins.filter((at) => at > 60_000).length).toBeGreaterThan(0);
      }),
      { numRuns: 1 },
    );
  });

  it('is not exceeded by calls that a busy machine or a slow network delays by up to a second', async () => {
    const { begins } = await play({
      limits: { perSecond: 50, inFlight: 64 },
      workers: 2,
      wanted: 250,
      prepareMs: 20,
      transitMs: [3, 3, 3, 3, 900, 3, 3, 250, 3, 3, 3, 60, 3],
      callMs: [5, 5, 40],
      recordMs: 20,
      seconds: 30,
    });
    expect(mostWithin(begins, 1000)).toBeLessThanOrEqual(50);
  });

  it('is used to four fifths at a carrier that always needs half a second to answer', async () => {
    const { begins } = await play({
      limits: { perSecond: 50, inFlight: 200 },
      workers: 3,
      wanted: 250,
      prepareMs: 20,
      callMs: [500, 510, 505],
      recordMs: 20,
      seconds: 30,
    });
    expect(mostWithin(begins, 1000)).toBeLessThanOrEqual(50);
    expect(begins.filter((at) => at >= 5_000 && at < 30_000).length).toBeGreaterThanOrEqual(
      0.8 * 50 * 25,
    );
  });

  it('gives each ticket to one call in a window, spreads calls, and takes unused ones back', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: 10, inFlight: 8 }) as [Pace, Pace];
    const first = await one.take(100);
    expect(first.granted).toBe(5);
    const from = time.timers.now();
    expect(first.startsAt.map((at) => Math.round(at - from))).toEqual([20, 110, 200, 290, 380]);
    const second = await other.take(5);
    expect(second.startsAt[0]).toBeGreaterThanOrEqual(first.startsAt.at(-1) ?? 0);
    // All ten are in use: nobody gets an eleventh.
    expect((await one.takeNext()).granted).toBe(0);
    await first.ended(0, time.timers.now());
    await first.done({ answered: 1, failedSince: 0 });
    await second.done();
    expect(await ticketsHeld()).toBe(0);
    const free = await rowsOf<{ count: number }>(
      database(),
      sql`select count(*)::int as count from carrier_call_tickets where free_at <= ${time.now().toISOString()}::timestamptz + interval '900 milliseconds'`,
    );
    expect(free[0]?.count).toBe(9);
  });

  it('gets the tickets of a crashed process back after its longest call', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: 2, inFlight: 4 }) as [Pace, Pace];
    const lost = [await one.takeNext(), await one.takeNext()];
    expect(lost.map(({ granted }) => granted)).toEqual([1, 1]);
    await time.timers.sleep(40_000);
    expect((await other.takeNext()).granted).toBe(0);
    await time.timers.sleep(7_000);
    expect((await other.takeNext()).granted).toBe(1);
    expect(lost[0]?.mayBegin()).toBe(false);
  });

  it('may be below one call a second', async () => {
    const { begins } = await play({
      limits: { perSecond: 0.5, inFlight: 2 },
      workers: 1,
      wanted: 9,
      prepareMs: 0,
      callMs: [3],
      recordMs: 0,
      seconds: 30,
    });
    expect(mostWithin(begins, 2000)).toBe(1);
    expect(begins.length).toBeGreaterThanOrEqual(14);
  });
});

describe('the slots', () => {
  it('are fewer than the calls without a rate: one permit leaves half of them to others', async () => {
    const [one, other] = paces(createVirtualTime(), { perSecond: null, inFlight: 32 }) as [
      Pace,
      Pace,
    ];
    const first = await one.take(250);
    expect(first).toMatchObject({ granted: 250, lanes: 16, startsAt: [] });
    expect(await other.take(250)).toMatchObject({ granted: 250, lanes: 16 });
    await first.done({ answered: 250, failedSince: 0 });
    expect(await other.take(3)).toMatchObject({ granted: 3, lanes: 3 });
  });

  it('are all taken at a slow carrier, and only calls that can be made soon are granted', async () => {
    const time = createVirtualTime();
    const [pace] = paces(time, { perSecond: null, inFlight: 8 }) as [Pace];
    for (let round = 0; round < 9; round++) {
      const permit = await pace.take(250);
      for (let call = 0; call < 4; call++) await permit.ended(call, time.timers.now() - 2000);
      await permit.done();
    }
    expect(await pace.take(250)).toMatchObject({ granted: 8, lanes: 8 });
  });

  it('are waited for a little while others hold them all', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: null, inFlight: 1 }) as [Pace, Pace];
    const held = await one.take(5);
    const before = time.timers.now();
    expect((await other.take(5)).granted).toBe(0);
    expect(time.timers.now() - before).toBeLessThanOrEqual(2000);
    const waiting = other.take(5);
    await held.done({ answered: 5, failedSince: 0 });
    expect((await waiting).granted).toBe(5);
  });

  it('of a crashed process expire, and not before its longest call must have ended', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: null, inFlight: 1 }) as [Pace, Pace];
    const lost = await one.take(1);
    await time.timers.sleep(40_000);
    expect((await other.take(1)).granted).toBe(0);
    await time.timers.sleep(6_000);
    expect((await other.take(1)).granted).toBe(1);
    expect(lost.mayBegin()).toBe(false);
  });

  it('are held until the last call has ended, and none begins that could outlast them', async () => {
    const time = createVirtualTime();
    const [one, other] = paces(time, { perSecond: null, inFlight: 1 }) as [Pace, Pace];
    const permit = await one.take(20);
    const running = runAtPace(
      permit,
      Array.from({ length: permit.granted }, () => undefined),
      () => time.timers.sleep(9_000).then(() => 'made'),
      { judge: () => 'answered', skipped: () => 'skipped' },
    );
    await time.timers.sleep(15_000);
    expect((await other.take(1)).granted).toBe(0);
    expect(await running).toEqual(['made', 'made', ...Array<string>(18).fill('skipped')]);
    expect((await other.take(1)).granted).toBe(1);
  });

  it('follow the configuration when it grows and when it shrinks', async () => {
    const time = createVirtualTime();
    const lanesWith = async (inFlight: number): Promise<number> => {
      const [pace] = paces(time, { perSecond: null, inFlight }) as [Pace];
      const permits = [];
      for (let permit = await pace.take(1000); permit.granted > 0; permit = await pace.take(1000))
        permits.push(permit);
      for (const permit of permits) await permit.done();
      return permits.reduce((sum, { lanes }) => sum + lanes, 0);
    };
    expect([await lanesWith(5), await lanesWith(12), await lanesWith(3)]).toEqual([5, 12, 3]);
  });
});

describe("the database's own clock", () => {
  it('is used by default', async () => {
    const all = Array.from({ length: PROCESSES }, (_, process) =>
      createPace({
        db: databaseOf(process),
        carrier: 'karoo',
        limits: { perSecond: 1000, inFlight: 4 },
      }),
    );
    const [one, other] = all as [Pace, Pace];
    const permit = await one.take(3);
    expect(permit).toMatchObject({ granted: 3, lanes: 2 });
    expect(
      await runAtPace(permit, [1, 2, 3], async (job) => job * 2, {
        judge: () => 'answered',
        skipped: () => 0,
      }),
    ).toEqual([2, 4, 6]);
    // The statements may take seconds on a busy machine: the pause is measured from before them.
    const before = Date.now();
    const failing = await one.take(3);
    await failing.done({ answered: 0, failedSince: 10 });
    expect((await other.resumesAt())?.getTime()).toBeGreaterThan(before + 3000);
    expect((await other.take(1)).granted).toBe(0);
    await database().execute(sql`update carrier_pace set paused_until = clock_timestamp()`);
    expect((await other.take(9)).granted).toBe(1);
  });

  it('returns slots after a crash', async () => {
    const pace = createPace({
      db: database(),
      carrier: 'karoo',
      limits: { perSecond: null, inFlight: 2 },
    });
    await pace.take(9);
    await pace.take(9);
    expect(await slotsTaken()).toBe(2);
    await database().execute(sql`update carrier_slots set until = clock_timestamp()`);
    expect((await pace.take(9)).lanes).toBe(1);
  });

  it('lets many processes take and return at the same time, and never grants a slot twice', async () => {
    const slots = 7;
    let [held, most] = [0, 0];
    const work = async (process: number): Promise<void> => {
      const pace = createPace({
        db: databaseOf(process),
        carrier: 'karoo',
        limits: { perSecond: null, inFlight: slots },
      });
      for (let round = 0; round < 25; round++) {
        const permit = await pace.take(3);
        held += permit.lanes;
        most = Math.max(most, held);
        await database().execute(sql`select 1`);
        held -= permit.lanes;
        await permit.done({ answered: permit.granted, failedSince: 0 });
      }
    };
    await Promise.all(
      Array.from({ length: 2 * PROCESSES }, (_, worker) => work(worker % PROCESSES)),
    );
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(slots);
    expect(await slotsTaken()).toBe(0);
  });
});
