import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LaidPlan,
  planAfter,
  planBegins,
  plannedBetween,
  plansSince,
  shiftFrom,
} from './live-plans.ts';
import { type FilledSlot, type LiveTitle, layWeek } from './week-timeline.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Monday, 23 November 2026, 00:00 in South Africa. */
const MONDAY = Date.UTC(2026, 10, 22, 22) * 1000;

const title = (id: string, seconds: number): LiveTitle => ({
  id,
  parts: [{ assetId: id, durations: [seconds * SECOND, seconds * SECOND] }],
});
const SLATE = title('slate', 2);
const weekOf = (...titles: readonly LiveTitle[]) =>
  layWeek(
    [
      { startsAt: 0, minutes: 120, titles },
      { startsAt: 180, minutes: 60, titles },
    ],
    SLATE,
  );
const first: LaidPlan<FilledSlot> = {
  week: weekOf(title('a', 4)),
  startsAt: 0,
  ...shiftFrom(weekOf(title('a', 4)), MONDAY, 1),
};

describe('plans of a live channel', () => {
  it('begin with numbers that fit 32 bits, above those of all plans before', () => {
    const days = fc.integer({ min: 0, max: 60 * 365 });
    const revisions = fc.integer({ min: 1, max: 20_000 });
    fc.assert(
      fc.property(days, revisions, (day, revision) => {
        const from = MONDAY + day * 24 * HOUR;
        const week = weekOf(title('a', 1));
        const plans = [{ week, startsAt: 0, ...shiftFrom(week, from, revision) }];
        const [segment] = plannedBetween(plans, from, from + MINUTE);
        expect(segment?.sequence).toBe(from / SECOND + revision * 10_000);
        const [later] = plannedBetween(plans, from + 72 * HOUR, from + 73 * HOUR);
        const next = shiftFrom(week, from + 72 * HOUR, revision + 1).sequence;
        const [newer] = plannedBetween(
          [{ week, startsAt: 0, sequence: next, discontinuity: 0 }],
          from + 70 * HOUR,
          from + 73 * HOUR,
        );
        expect(later?.sequence).toBeLessThan(newer?.sequence ?? 0);
        expect(newer?.sequence).toBeLessThan(2 ** 32);
      }),
    );
  });

  it('leave what was on air before as it was, and number the segments on', () => {
    const when = fc.integer({ min: 1, max: 5 * 3600 });
    const seconds = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(fc.array(fc.tuple(when, seconds), { minLength: 1, maxLength: 4 }), (changes) => {
        let plans = [first];
        for (const [at, [offset, length]] of changes.entries()) {
          const from = MONDAY + offset * SECOND;
          const plan = planAfter(plans, weekOf(title(`film ${at}`, length)), from);
          expect(plan.startsAt).toBeGreaterThanOrEqual(from);
          expect(plan.startsAt).toBeLessThan(from + 10 * SECOND);
          const before = plannedBetween(plans, MONDAY, plan.startsAt);
          plans = [...plans, plan];
          expect(plannedBetween(plans, MONDAY, plan.startsAt)).toEqual(before);
        }
        const all = plannedBetween(plans, MONDAY, MONDAY + 6 * HOUR);
        const wrong = all.slice(1).filter((segment, at) => {
          const { sequence, startsAt, discontinuity, duration } = all[at] ?? segment;
          const hole = segment.startsAt - startsAt - duration;
          const parts = segment.discontinuity - discontinuity;
          return segment.sequence !== sequence + 1 || hole < 0 || hole >= 10 * SECOND || parts > 1;
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('number on after hours off the air', () => {
    const before = {
      ...first,
      week: layWeek([{ startsAt: 0, minutes: 60, titles: [SLATE] }], undefined),
    };
    const week = layWeek([{ startsAt: 600, minutes: 60, titles: [title('b', 3)] }], undefined);
    const plan = planAfter([before], week, MONDAY + 5 * HOUR);
    const all = plannedBetween([before, plan], MONDAY, MONDAY + 11 * HOUR);
    const numbers = all.map(({ sequence }) => sequence);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
    expect(new Set(all.map((one) => one.title.id))).toEqual(new Set(['slate', 'b']));
  });

  it('are forgotten once nothing of them can be seen', () => {
    const plans = [1, 5, 3, 9].map((startsAt) => ({ startsAt }));
    expect(plansSince(plans, 0)).toEqual([{ startsAt: 1 }, { startsAt: 3 }, { startsAt: 9 }]);
    expect(plansSince(plans, 3)).toEqual([{ startsAt: 3 }, { startsAt: 9 }]);
    expect(plansSince(plans, 20)).toEqual([{ startsAt: 9 }]);
  });
});

describe('a new plan', () => {
  const slot = { startsAt: 0, minutes: 60, chosen: null, isFilled: true };
  /** Ten past midnight. */
  const now = new Date(MONDAY / 1000 + 10 * 60_000);
  const minutesLater = (before: object, after: object) =>
    (planBegins([{ ...slot, ...before }], [{ ...slot, ...after }], now) - now.getTime()) / 60_000;

  it('waits for the end of the programme that is on air', () => {
    expect(minutesLater({}, {})).toBe(50);
    expect(minutesLater({}, { isFilled: false })).toBe(50);
  });

  it('begins at once where an editor changed that programme, or only the slate is on air', () => {
    expect(minutesLater({}, { minutes: 30 })).toBeLessThan(1);
    expect(minutesLater({}, { chosen: 'film' })).toBeLessThan(1);
    expect(minutesLater({ isFilled: false }, {})).toBeLessThan(0.2);
    expect(minutesLater({ startsAt: 120 }, { startsAt: 120 })).toBeLessThan(0.2);
  });
});
