// When a denied payment is tried again.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, PACKAGES } from '../packages/package-catalogue.ts';
import { type dayOf, hourOf, instantOf } from '../south-african-time.ts';
import {
  DEFAULT_RETRY_SCHEDULE,
  graceEnd,
  graceMs,
  isPayday,
  nextTry,
  nextTryAfterFailure,
  parkedEnd,
  type RetrySchedule,
  unansweredMs,
} from './retry-schedule.ts';

const HOUR = 3_600_000;
const instant = fc.date({
  min: new Date('2026-01-01'),
  max: new Date('2028-01-01'),
  noInvalidDate: true,
});
const retrySchedule: fc.Arbitrary<RetrySchedule> = fc.record({
  firstDayHours: fc.uniqueArray(fc.integer({ min: 1, max: 23 }), { minLength: 1, maxLength: 5 }),
  graceHours: fc.uniqueArray(fc.integer({ min: 6, max: 20 }), { minLength: 1, maxLength: 3 }),
  graceDays: fc.integer({ min: 0, max: 7 }),
  parkedDays: fc.integer({ min: 1, max: 90 }),
  parkedEveryDays: fc.integer({ min: 1, max: 10 }),
  fromHour: fc.constant(6),
  untilHour: fc.constant(21),
});

describe('the retry schedule', () => {
  it('always moves forward, never at night, never within half an hour, and stops at its end', () => {
    fc.assert(
      fc.property(instant, retrySchedule, (paidUntil, rules) => {
        let now = paidUntil;
        for (let tries = 0; tries < 2000; tries++) {
          const next = nextTry(paidUntil, now, rules);
          if (next === null) return;
          expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime() + 30 * 60_000);
          expect(next.getTime()).toBeLessThan(parkedEnd(paidUntil, rules).getTime());
          expect(hourOf(next)).toBeGreaterThanOrEqual(6);
          expect(hourOf(next)).toBeLessThan(21);
          now = next;
        }
        throw new Error('the retry schedule has no end');
      }),
    );
  });

  it('tries a few times on the first day, and on paydays while parked', () => {
    const paidUntil = instantOf('2026-11-20', 10);
    const first = [1, 4, 9].map((hours) => new Date(paidUntil.getTime() + hours * 3_600_000));
    expect(nextTry(paidUntil, paidUntil, DEFAULT_RETRY_SCHEDULE)).toEqual(first[0]);
    expect(nextTry(paidUntil, first[0] ?? paidUntil, DEFAULT_RETRY_SCHEDULE)).toEqual(first[1]);
    expect(nextTry(paidUntil, instantOf('2026-11-22', 10), DEFAULT_RETRY_SCHEDULE)).toEqual(
      instantOf('2026-11-25', 7),
    );
    // A try that falls into the night waits for the morning.
    const late = instantOf('2026-11-20', 20);
    expect(nextTry(late, late, DEFAULT_RETRY_SCHEDULE)).toEqual(instantOf('2026-11-21', 6));
    expect(
      ['2026-11-25', '2026-11-30', '2028-02-29', '2026-02-28'].every((day) =>
        isPayday(day as ReturnType<typeof dayOf>),
      ),
    ).toBe(true);
    expect(
      ['2026-11-24', '2028-02-28', '2026-11-01'].some((day) =>
        isPayday(day as ReturnType<typeof dayOf>),
      ),
    ).toBe(false);
  });

  it("makes the first day's tries for served and for parked numbers", () => {
    fc.assert(
      fc.property(
        instant,
        retrySchedule,
        fc.integer({ min: 0, max: 12 }),
        (paidUntil, rules, hoursLater) => {
          const now = new Date(paidUntil.getTime() + hoursLater * HOUR);
          const next = nextTry(paidUntil, now, rules);
          for (const hours of rules.firstDayHours) {
            const at = new Date(paidUntil.getTime() + hours * HOUR);
            const byDay = hourOf(at) >= rules.fromHour && hourOf(at) < rules.untilHour;
            if (byDay && at.getTime() >= now.getTime() + HOUR / 2)
              expect(next?.getTime()).toBeLessThanOrEqual(at.getTime());
          }
        },
      ),
    );
  });

  it('grants a grace of a quarter of the period, at most two days: 6 hours, 42 hours, 2 days', () => {
    expect(PACKAGES.map((one) => graceMs(one, DEFAULT_RETRY_SCHEDULE) / HOUR)).toEqual([6, 42, 48]);
    const paidUntil = instantOf('2026-11-20', 10);
    expect(
      PACKAGES.map(
        (one) => graceEnd(paidUntil, one, DEFAULT_RETRY_SCHEDULE).getTime() - paidUntil.getTime(),
      ),
    ).toEqual([6, 42, 48].map((h) => h * HOUR));
  });

  it('never grants grace above a quarter of the period or above its days, and waits at least an hour for an answer', () => {
    fc.assert(
      fc.property(retrySchedule, fc.constantFrom(...PACKAGES), (rules, one) => {
        expect(graceMs(one, rules)).toBeLessThanOrEqual((one.days * DAY_MS) / 4);
        expect(graceMs(one, rules)).toBeLessThanOrEqual(rules.graceDays * DAY_MS);
        expect(unansweredMs(one, rules)).toBe(Math.max(graceMs(one, rules), HOUR));
      }),
    );
  });

  it('ends its tries a fixed time after the paid time', () => {
    const paidUntil = instantOf('2026-11-20', 10);
    expect(parkedEnd(paidUntil, DEFAULT_RETRY_SCHEDULE).getTime() - paidUntil.getTime()).toBe(
      32 * DAY_MS,
    );
    expect(nextTryAfterFailure(paidUntil, 1).getTime() - paidUntil.getTime()).toBe(5 * 60_000);
    expect(nextTryAfterFailure(paidUntil, 40).getTime() - paidUntil.getTime()).toBe(120 * 60_000);
  });
});
