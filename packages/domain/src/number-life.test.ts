// Issue 8 sections 1.9 and 1.10: for any life of a number, with all its subscriptions: what is
// served is paid for, to within the free day and the grace that the rule grants, and nothing that
// was paid for is lost.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { liveNumber, type NumberStep } from './number-life.test-kit.ts';
import { DAY_MS, findPackage, PACKAGES, type PackageId } from './package-catalogue.ts';

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
 * What a subscriber can do, in the short runs in which it is worth something; airtime is what they
 * make it.
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

describe('any life of a number', () => {
  it('is served for what was paid, the free day and granted grace, and for nothing else', () => {
    fc.assert(
      fc.property(lives(...gaming, ...leaving), ([first, steps]) => {
        const { servedMs, allowedMs } = liveNumber(first, steps);
        expect(servedMs).toBeLessThanOrEqual(allowedMs);
      }),
      RUNS,
    );
  });

  it('is served for no more than that and what the carrier left unanswered', () => {
    fc.assert(
      fc.property(lives(...gaming, ...leaving, ...failing), ([first, steps]) => {
        const { servedMs, allowedMs, unansweredMs } = liveNumber(first, steps);
        expect(servedMs).toBeLessThanOrEqual(allowedMs + unansweredMs);
      }),
      RUNS,
    );
  });

  it('loses nothing that was paid: it was served, or is still to be served', () => {
    fc.assert(
      fc.property(lives(...gaming, ...failing), ([first, steps]) => {
        const { servedSoFarMs, aheadMs, paidMs } = liveNumber(first, steps);
        expect(servedSoFarMs + aheadMs).toBeGreaterThanOrEqual(paidMs);
      }),
      RUNS,
    );
  });

  it('has grace once, and again only after a whole period that was paid in time', () => {
    fc.assert(
      fc.property(lives(...gaming, ...leaving, ...failing), ([first, steps]) => {
        expect(liveNumber(first, steps).wrongGrants).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe('one who games grace', () => {
  const hours = (count: number): NumberStep => ({ do: 'wait', ms: count * HOUR });

  it('pays R5 for each day that is watched, but for the first free day and one grace', () => {
    // Empties the airtime when a day is paid, watches as long as it goes, and tops up at the end:
    // for two weeks.
    const day: NumberStep[] = [EMPTY, hours(24), hours(5), hours(19), RICH, { do: 'top_up' }, NEXT];
    const { servedMs, payments } = liveNumber(DAILY, Array.from({ length: 7 }, () => day).flat());
    expect(payments).toBe(7);
    expect(servedMs).toBeLessThanOrEqual((payments + 1) * DAY_MS + 6 * HOUR);
  });

  it('gains nothing by stopping and coming back, nor by having everything removed', () => {
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

  it('gains nothing by changing to a longer package for its grace', () => {
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
