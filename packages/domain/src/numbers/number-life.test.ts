// For any sequence of a number's subscriptions: the number pays for all that it is served, except
// the free day and the granted grace, and loses nothing that it paid for.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, findPackage, PACKAGES, type PackageId } from '../packages/package-catalogue.ts';
import { liveNumber, type NumberStep } from './number-life.test-kit.ts';

const HOUR = 3_600_000;
const DAILY: PackageId = 'p-grtv-daily-c-01';
const MONTHLY: PackageId = 'p-grtv-monthly-c-01';

const anyPackage = fc.constantFrom(...PACKAGES.map((one) => one.id));
const airtime = (answer: Extract<NumberStep, { do: 'airtime' }>['answer']): NumberStep => ({
  do: 'airtime',
  answer,
});
const NEXT: NumberStep = { do: 'next' };
const EMPTY = airtime('insufficient_airtime');
const RICH = airtime('pay');
const anyWait = fc
  .oneof(fc.integer({ min: 0, max: 6 * HOUR }), fc.integer({ min: 0, max: 60 * HOUR }))
  .map((ms): NumberStep => ({ do: 'wait', ms }));
const withPackage = (what: 'opt_in' | 'change' | 'upgrade') =>
  anyPackage.map((packageId): NumberStep => ({ do: what, packageId }));

/**
 * The options of a subscriber who wants free service, as short sequences of steps; the subscriber
 * controls the airtime.
 */
const gaming: fc.Arbitrary<NumberStep[]>[] = [
  fc.constant([RICH, NEXT]),
  fc.constant([EMPTY, NEXT]),
  fc.tuple(anyWait),
  // Watches unpaid for a while, then recharges.
  anyWait.map((waits) => [EMPTY, NEXT, waits, RICH, { do: 'top_up' }, NEXT]),
  fc.tuple(
    fc.constant<NumberStep>({ do: 'cancel' }),
    anyWait,
    fc.constantFrom(RICH, EMPTY),
    withPackage('opt_in'),
  ),
  fc.tuple(fc.constantFrom(RICH, EMPTY), withPackage('opt_in')),
  fc.tuple(withPackage('change')),
  fc.tuple(fc.constantFrom(RICH, EMPTY), withPackage('upgrade')),
];
const leaving: fc.Arbitrary<NumberStep[]>[] = [
  fc.tuple(
    fc.constantFrom<NumberStep[]>({ do: 'block' }, { do: 'forget' }),
    anyWait,
    fc.constant(RICH),
    withPackage('opt_in'),
  ),
  fc.nat({ max: 3 }).map((which) => [{ do: 'refund', which }]),
];
const failing: fc.Arbitrary<NumberStep[]>[] = [
  fc.constantFrom('carrier_unavailable', 'not_taken').map((answer) => [airtime(answer), NEXT]),
];
const lives = (...steps: fc.Arbitrary<NumberStep[]>[]) =>
  fc.tuple(
    anyPackage,
    fc.array(fc.oneof(...steps), { maxLength: 60 }).map((runs) => runs.flat()),
  );
const RUNS = { numRuns: 300 };

describe("any sequence of a number's subscriptions", () => {
  it('serves the paid time, the free day and the granted grace, and nothing else', () => {
    fc.assert(
      fc.property(lives(...gaming, ...leaving), ([first, steps]) => {
        const { servedMs, allowedMs } = liveNumber(first, steps);
        expect(servedMs).toBeLessThanOrEqual(allowedMs);
      }),
      RUNS,
    );
  });

  it('serves at most that time and the time that the carrier left unanswered', () => {
    fc.assert(
      fc.property(lives(...gaming, ...leaving, ...failing), ([first, steps]) => {
        const { servedMs, allowedMs, unansweredMs } = liveNumber(first, steps);
        expect(servedMs).toBeLessThanOrEqual(allowedMs + unansweredMs);
      }),
      RUNS,
    );
  });

  it('loses no paid time: it was served or is still to be served', () => {
    fc.assert(
      fc.property(lives(...gaming, ...failing), ([first, steps]) => {
        const { servedSoFarMs, aheadMs, paidMs } = liveNumber(first, steps);
        expect(servedSoFarMs + aheadMs).toBeGreaterThanOrEqual(paidMs);
      }),
      RUNS,
    );
  });

  it('grants grace once, and again only after a whole period that was paid in time', () => {
    fc.assert(
      fc.property(lives(...gaming, ...leaving, ...failing), ([first, steps]) => {
        expect(liveNumber(first, steps).wrongGrants).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('a number whose grace is used up', () => {
  it('has it again by a period paid in time after one that was given back', () => {
    const used: NumberStep[] = [EMPTY, NEXT, RICH, { do: 'top_up' }, NEXT];
    const givenBack: NumberStep[] = [
      { do: 'upgrade', packageId: MONTHLY },
      NEXT,
      { do: 'refund', which: 0 },
      { do: 'cancel' },
      { do: 'wait', ms: 1 },
    ];
    const again: NumberStep[] = [{ do: 'opt_in', packageId: DAILY }, NEXT];
    expect(liveNumber(DAILY, [...used, ...givenBack, ...again]).wrongGrants).toEqual([]);
  });
});

describe('a subscriber who exploits grace', () => {
  const hours = (count: number): NumberStep => ({ do: 'wait', ms: count * HOUR });

  it('pays R5 for each day watched, except the free first day and one grace', () => {
    // For two weeks: empties the airtime when a charge is due, watches as long as possible, then
    // tops up.
    const day: NumberStep[] = [EMPTY, hours(24), hours(5), hours(19), RICH, { do: 'top_up' }, NEXT];
    const { servedMs, payments } = liveNumber(DAILY, Array.from({ length: 7 }, () => day).flat());
    expect(payments).toBe(7);
    expect(servedMs).toBeLessThanOrEqual((payments + 1) * DAY_MS + 6 * HOUR);
  });

  it('gains nothing by stopping and returning, nor by having all data removed', () => {
    for (const way of ['cancel', 'forget', 'block'] as const) {
      const day: NumberStep[] = [
        airtime('pay'),
        { do: 'opt_in', packageId: DAILY },
        airtime('insufficient_airtime'),
        hours(24),
        hours(7),
        { do: way },
      ];
      const { servedMs, payments } = liveNumber(
        DAILY,
        Array.from({ length: 14 }, () => day).flat(),
      );
      expect(payments).toBe(13);
      expect(servedMs).toBeLessThanOrEqual((payments + 1) * DAY_MS + 6 * HOUR);
    }
  });

  it('gains nothing by changing to a longer package for its longer grace', () => {
    const change = (packageId: PackageId): NumberStep => ({ do: 'change', packageId });
    const day: NumberStep[] = [
      EMPTY,
      change(MONTHLY),
      hours(24),
      hours(7),
      change(DAILY),
      RICH,
      NEXT,
    ];
    const { servedMs, payments } = liveNumber(DAILY, Array.from({ length: 14 }, () => day).flat());
    expect(servedMs).toBeLessThanOrEqual((payments + 1) * DAY_MS + 6 * HOUR);
    expect(findPackage(DAILY)?.days).toBe(1);
  });
});
