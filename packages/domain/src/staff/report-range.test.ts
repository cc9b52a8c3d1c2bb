import { describe, expect, it } from 'vitest';
import type { Day } from '../south-african-time.ts';
import {
  daysOf,
  isReportable,
  keptOf,
  periodAfter,
  periodOf,
  rangeOf,
  summedRange,
  unknownAge,
} from './report-range.ts';

const day = (text: string): Day => text as Day;
const TODAY = day('2026-11-20');

describe('the range of a report', () => {
  it.each([
    [{}, '2026-10-22', '2026-11-20'],
    [{ to: day('2026-03-01') }, '2026-01-31', '2026-03-01'],
    [{ from: day('2026-11-01') }, '2026-11-01', '2026-11-20'],
    [{ from: day('2026-12-01') }, '2026-12-01', '2026-12-01'],
  ])('of %j has both ends', (asked, from, to) => {
    expect(rangeOf(asked, TODAY)).toEqual({ from, to });
  });

  it('has every day once, also over the end of a month', () => {
    expect(daysOf({ from: day('2026-10-30'), to: day('2026-11-02') })).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ]);
  });
});

describe('the length of a range', () => {
  it.each([
    ['2026-11-20', '2026-11-20', true],
    ['2026-11-21', '2026-11-20', false],
    ['2024-01-01', '2024-12-31', true],
    ['2024-01-01', '2025-01-01', false],
    ['0001-01-01', '2026-11-20', false],
    ['2026-11-20', '9999-12-31', false],
  ])('from %s to %s is for a report: %s', (from, to, isShort) => {
    expect(isReportable({ from: day(from), to: day(to) })).toBe(isShort);
  });

  it('is counted by number, so that the last year with four digits ends as well', () => {
    expect(daysOf({ from: day('9999-12-30'), to: day('9999-12-31') })).toHaveLength(2);
    expect(daysOf({ from: day('2026-11-21'), to: day('2026-11-19') })).toEqual([]);
  });
});

describe('weeks and months', () => {
  it('begin on Monday and on the first', () => {
    expect(
      ['2026-11-16', '2026-11-20', '2026-11-22'].map((at) => periodOf(day(at), 'week')),
    ).toEqual(Array(3).fill('2026-11-16'));
    expect(periodOf(TODAY, 'month')).toBe('2026-11-01');
  });

  it('follow each other, over years and short months', () => {
    expect(periodAfter(day('2026-12-28'), 'week')).toBe('2027-01-04');
    expect(periodAfter(day('2027-01-01'), 'month')).toBe('2027-02-01');
    expect(periodAfter(day('2026-12-01'), 'month')).toBe('2027-01-01');
  });
});

describe('what is left of a cohort', () => {
  it('falls by the ends of each week up to the last one', () => {
    const ended = new Map([
      [day('2026-11-02'), 3],
      [day('2026-11-16'), 2],
    ]);
    const cohort = { cohort: day('2026-11-02'), began: 10 };
    expect(keptOf(cohort, ended, day('2026-11-16'), 'week')).toEqual([7, 7, 5]);
  });
});

describe('the age of a charge without an outcome', () => {
  it.each([
    ['2026-11-20', 'today'],
    ['2026-11-19', 'one_day'],
    ['2026-11-18', 'two_to_seven_days'],
    ['2026-11-13', 'two_to_seven_days'],
    ['2026-11-12', 'over_seven_days'],
  ])('that was asked for on %s is %s', (asked, age) => {
    expect(unknownAge(day(asked), TODAY)).toBe(age);
  });
});

it('reads a long range as the whole months that it touches', () => {
  const read = (from: string, to: string) => summedRange({ from: from as Day, to: to as Day });
  expect(read('2026-11-01', '2026-12-01')).toEqual({
    ...{ from: '2026-11-01', to: '2026-12-01', grain: 'day' },
  });
  expect(read('2026-11-01', '2026-12-02')).toEqual({
    ...{ from: '2026-11-01', to: '2026-12-31', grain: 'month' },
  });
  expect(read('2025-11-24', '2026-11-23')).toEqual({
    ...{ from: '2025-11-01', to: '2026-11-30', grain: 'month' },
  });
});
