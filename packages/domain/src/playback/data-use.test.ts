import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, monthOf } from '../south-african-time.ts';
import { addUse, type DataUse, totalOf, usedIn, usedOn } from './data-use.ts';

const at = (text: string) => new Date(`${text}+02:00`);

describe('the data use of a device', () => {
  it('is counted by the South African day, and by the month', () => {
    let use: DataUse = [];
    use = addUse(use, at('2026-11-30T23:59:59'), { site: 1, media: 10 });
    use = addUse(use, at('2026-12-01T00:00:00'), { site: 2, media: 20 });
    use = addUse(use, at('2026-12-01T18:00:00'), { site: 4, media: 40 });
    expect(usedOn(use, '2026-11-30')).toEqual({ site: 1, media: 10 });
    expect(usedOn(use, '2026-12-01')).toEqual({ site: 6, media: 60 });
    expect(usedOn(use, '2026-12-02')).toEqual({ site: 0, media: 0 });
    expect(usedIn(use, '2026-12')).toEqual({ site: 6, media: 60 });
    expect(totalOf(usedIn(use, '2026-11'))).toBe(11);
  });

  it('remembers this month and the last one, over a new year too', () => {
    let use: DataUse = [];
    for (const day of ['2026-10-31', '2026-11-30', '2026-12-31', '2027-01-01'])
      use = addUse(use, at(`${day}T12:00:00`), { site: 1, media: 0 });
    expect(use.map(({ day }) => day)).toEqual(['2026-12-31', '2027-01-01']);
  });

  it('drops the days of a clock that was ahead and has been set right', () => {
    const ahead = addUse([], at('2027-05-01T12:00:00'), { site: 9, media: 9 });
    const use = addUse(ahead, at('2026-12-01T12:00:00'), { site: 1, media: 1 });
    expect(use).toEqual([{ day: '2026-12-01', site: 1, media: 1 }]);
  });

  it('loses no byte of a month, whatever is counted when', () => {
    const bytes = fc.nat(5_000_000);
    const minute = fc.integer({ min: 0, max: 31 * 24 * 60 - 1 });
    fc.assert(
      fc.property(fc.array(fc.record({ minute, site: bytes, media: bytes })), (counts) => {
        const start = at('2026-12-01T00:00:00').getTime();
        const ordered = counts.toSorted((a, b) => a.minute - b.minute);
        let use: DataUse = [];
        for (const { minute, ...more } of ordered)
          use = addUse(use, new Date(start + minute * 60_000), more);
        const expected = counts.reduce((sum, one) => sum + totalOf(one), 0);
        expect(totalOf(usedIn(use, '2026-12'))).toBe(expected);
        expect(use.length).toBeLessThanOrEqual(31);
        const days = use.map(({ day }) => day);
        expect(days).toEqual([...new Set(days)].sort());
      }),
    );
  });

  it('is bounded to two months, however long a device is used', () => {
    let use: DataUse = [];
    const start = at('2026-01-15T12:00:00').getTime();
    for (let day = 0; day < 400; day++) {
      const now = new Date(start + day * 86_400_000);
      use = addUse(use, now, { site: 1, media: 0 });
      expect(use.at(-1)?.day).toBe(dayOf(now));
      expect(usedIn(use, monthOf(now)).site).toBeGreaterThan(0);
    }
    expect(use.length).toBeLessThanOrEqual(62);
  });
});
