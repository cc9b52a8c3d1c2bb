import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doNotOverlap, WEEK_MINUTES, type WeeklySlot } from './live-schedule.ts';
import { weekOf, weekTime } from './live-week.ts';

const at = (startsAt: number, minutes: number): WeeklySlot => ({ startsAt, minutes });

describe('the week of a live channel', () => {
  it('is one gap without programmes, and none where they fill it', () => {
    expect(weekOf([])).toEqual({ overlaps: [], gaps: [at(0, WEEK_MINUTES)] });
    const days = [0, 1, 2, 3, 4, 5, 6].map((day) => at(day * 1440, 1440));
    expect(weekOf(days)).toEqual({ overlaps: [], gaps: [] });
    expect(weekOf(days.map((slot) => at((slot.startsAt + 60) % WEEK_MINUTES, 1440)))).toEqual({
      ...{ overlaps: [], gaps: [] },
    });
  });

  it('names gaps, the one over the end of the week once', () => {
    expect(weekOf([at(600, 60), at(720, 30)]).gaps).toEqual([
      at(660, 60),
      at(750, WEEK_MINUTES - 150),
    ]);
    expect(weekOf([at(0, 60)]).gaps).toEqual([at(60, WEEK_MINUTES - 60)]);
    expect(weekOf([at(WEEK_MINUTES - 30, 60)]).gaps).toEqual([at(30, WEEK_MINUTES - 60)]);
  });

  it('names overlaps by the places of the programmes, over the end of the week too', () => {
    expect(weekOf([at(700, 60), at(600, 120)]).overlaps).toEqual([{ slot: 0, other: 1 }]);
    expect(weekOf([at(10, 60), at(WEEK_MINUTES - 30, 60)]).overlaps).toEqual([
      { slot: 0, other: 1 },
    ]);
    expect(weekTime(1440 + 18 * 60 + 30)).toBe('Tue 18:30');
  });

  it('has an overlap exactly where the schedule refuses it, and gaps fill the rest', () => {
    const slot = fc.record({
      startsAt: fc.nat(WEEK_MINUTES - 1),
      minutes: fc.integer({ min: 1, max: 1440 }),
    });
    fc.assert(
      fc.property(fc.array(slot, { minLength: 1, maxLength: 8 }), (slots) => {
        const { overlaps, gaps } = weekOf(slots);
        expect(overlaps.length === 0).toBe(doNotOverlap(slots));
        if (overlaps.length > 0) return;
        const minutes = [...slots, ...gaps].reduce((sum, one) => sum + one.minutes, 0);
        expect(minutes).toBe(WEEK_MINUTES);
        expect(gaps.length === 0 || doNotOverlap([...slots, ...gaps])).toBe(true);
      }),
    );
  });
});
