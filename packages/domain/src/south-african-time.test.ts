// Days, months and hours in South African time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayOf,
  daysAfter,
  hourOf,
  instantOf,
  monthAfter,
  monthOf,
  parseDay,
  parseMonth,
} from './south-african-time.ts';

describe('South African time', () => {
  it('is two hours ahead of UTC, also across midnight, month and year', () => {
    const late = new Date('2026-12-31T22:30:00Z');
    expect([dayOf(late), monthOf(late), hourOf(late)]).toEqual(['2027-01-01', '2027-01', 0]);
    expect(instantOf('2027-01-01').toISOString()).toBe('2026-12-31T22:00:00.000Z');
    expect(instantOf('2026-11-20', 8).toISOString()).toBe('2026-11-20T06:00:00.000Z');
    expect([
      daysAfter('2028-02-28', 1),
      daysAfter('2026-01-01', -1),
      monthAfter('2026-12'),
    ]).toEqual(['2028-02-29', '2025-12-31', '2027-01']);
  });

  it('places every instant in its own day', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        (instant) => {
          const day = dayOf(instant);
          expect(instant >= instantOf(day) && instant < instantOf(daysAfter(day, 1))).toBe(true);
          expect(
            instant >= instantOf(day, hourOf(instant)) &&
              instant < instantOf(day, hourOf(instant) + 1),
          ).toBe(true);
          expect(parseDay(day)).toBe(day);
          expect(parseMonth(monthOf(instant))).toBe(monthOf(instant));
        },
      ),
    );
  });

  it.each([
    '2026-02-30',
    '2026-13-01',
    '2026-1-1',
    '20261120',
    '',
    '2026-11-20T00:00:00Z',
    'yesterday',
  ])('rejects %j as a day', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
  it.each(['2026-00', '2026-13', '2026-1', '2026-11-20', ''])('rejects %j as a month', (text) => {
    expect(parseMonth(text)).toBeUndefined();
  });
});
