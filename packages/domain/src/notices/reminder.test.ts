// Reminders, WASPA 15: each calendar month, the first within 30 days.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../packages/package-catalogue.ts';
import { dayOfMonth, hourOf, monthAfter, monthOf } from '../south-african-time.ts';
import { noticeTime } from './notice-time.ts';
import { firstReminder, nextReminder } from './reminder.ts';

const anyStart = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2031-12-31T00:00:00Z'),
  noInvalidDate: true,
});

/** The times of the reminders when each one is sent without delay. */
function remindersFrom(start: Date, count: number): Date[] {
  const told = [firstReminder(start, 'some subscription')];
  while (told.length < count) {
    const due = told.at(-1) as Date;
    told.push(nextReminder(due, noticeTime('reminder', due)));
  }
  return told;
}

describe('reminders', () => {
  it('come within 30 days of the start, then once in every following calendar month, always by day', () => {
    fc.assert(
      fc.property(anyStart, (start) => {
        const told = remindersFrom(start, 30);
        const [first] = told as [Date];
        expect(first > start).toBe(true);
        expect(first.getTime() - start.getTime()).toBeLessThan(30 * DAY_MS);
        for (const one of told) expect([hourOf(one) >= 8, hourOf(one) < 20]).toEqual([true, true]);
        const later = told.map(monthOf).filter((month) => month !== monthOf(start));
        let expected = monthOf(start);
        for (const month of later) {
          expected = monthAfter(expected);
          expect(month).toBe(expected);
        }
        expect(later.length).toBeGreaterThanOrEqual(29);
      }),
    );
  });

  it('stay on the same day of the month, at most the 28th', () => {
    fc.assert(
      fc.property(anyStart, (start) => {
        const [first, ...later] = remindersFrom(start, 14) as [Date, ...Date[]];
        for (const one of later) expect(dayOfMonth(one)).toBe(Math.min(dayOfMonth(first), 28));
      }),
    );
  });

  it('that were delayed for months are sent once, and continue in the month after', () => {
    fc.assert(
      fc.property(anyStart, fc.integer({ min: 0, max: 400 * 24 }), (start, hours) => {
        const due = firstReminder(start, 'x');
        const told = noticeTime('reminder', new Date(due.getTime() + hours * 3_600_000));
        const next = nextReminder(due, told);
        expect(monthOf(next)).toBe(monthAfter(monthOf(told)));
        expect(next > told).toBe(true);
      }),
    );
  });
});
