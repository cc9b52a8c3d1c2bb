import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayInput, instantInput, monthInput, windowInstant } from './times.ts';

describe('a day or a month that a caller gives', () => {
  it.each(['2000-01-01', '2026-11-20', '2028-02-29', '2100-12-31'])('may be %s', (day) => {
    expect(dayInput.parse(day)).toBe(day);
    expect(monthInput.parse(day.slice(0, 7))).toBe(day.slice(0, 7));
  });

  it.each(['0000-01-01', '0001-01-01', '1999-12-31', '2101-01-01', '9999-12-31'])(
    'is never %s, whose year no report has',
    (day) => {
      for (const [schema, given] of [
        [dayInput, day],
        [monthInput, day.slice(0, 7)],
      ] as const)
        expect(schema.safeParse(given).error?.issues.map(({ message }) => message)).toEqual([
          'must be in the years 2000 to 2100',
        ]);
    },
  );

  it('of a window may be the last of four digits, which stands for no end', () => {
    expect(windowInstant.safeParse('9999-12-31T23:59:59Z').success).toBe(true);
    for (const text of ['9999-12-31T23:59:59-12:00', '1969-12-31T23:59:59Z'])
      expect(windowInstant.safeParse(text).error?.issues).toMatchObject([
        { message: 'must be in the years 1970 to 9999' },
      ]);
  });

  it('is refused once where it is none', () => {
    expect(dayInput.safeParse('2026-02-30').error?.issues).toMatchObject([
      { message: 'must be a day as in 2026-11-20' },
    ]);
    expect(monthInput.safeParse('2026-13').error?.issues).toMatchObject([
      { message: 'must be a month as in 2026-11' },
    ]);
  });
});

describe('an instant that a caller gives', () => {
  it.each([
    '0000-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+00:01',
    '2201-01-01T00:00:00Z',
    '2200-12-31T23:59:59-12:00',
    '9999-12-31T23:59:59-12:00',
  ])('is never %s', (text) => {
    expect(instantInput.safeParse(text).error?.issues).toMatchObject([
      { message: 'must be in the years 1970 to 2200' },
    ]);
  });

  it('is refused once where it is none', () => {
    for (const text of ['soon', '2026-02-30T00:00:00Z', '2026-11-20'])
      expect(instantInput.safeParse(text).error?.issues).toHaveLength(1);
  });

  it('has a year of four digits in UTC, whatever its offset', () => {
    const offsets = fc.constantFrom('Z', '+02:00', '-12:00', '+14:00', '+23:59', '-23:59');
    const dates = fc.date({ min: new Date('0000-01-02'), max: new Date('9999-12-30') });
    fc.assert(
      fc.property(dates, offsets, (date, offset) => {
        fc.pre(!Number.isNaN(date.getTime()));
        const text = date.toISOString().replace('Z', offset);
        const read = instantInput.safeParse(text);
        const year = new Date(text).getUTCFullYear();
        expect(read.success).toBe(year >= 1970 && year <= 2200);
      }),
    );
  });
});
