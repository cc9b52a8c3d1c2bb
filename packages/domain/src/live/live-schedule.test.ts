// C9 R10: the current programme and the next ones.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airingsAt,
  airingsBetween,
  datedOverlap,
  doNotOverlap,
  gapsBetween,
  minuteOfWeek,
  WEEK_MINUTES,
  type WeeklySlot,
  weekFrom,
} from './live-schedule.ts';

const DAY = 1440;
const MINUTE = 60_000;

/**
 * A week of slots that do not overlap, with gaps; the last slot may run over the end of the week.
 */
const weeks = fc
  .array(
    fc.record({ gap: fc.integer({ min: 0, max: 600 }), minutes: fc.integer({ min: 1, max: 600 }) }),
    { maxLength: 12 },
  )
  .chain((parts) =>
    fc.record({ parts: fc.constant(parts), start: fc.integer({ min: 0, max: WEEK_MINUTES - 1 }) }),
  )
  .map(({ parts, start }) => {
    let at = start;
    return parts.map(({ gap, minutes }): WeeklySlot => {
      const startsAt = (at + gap) % WEEK_MINUTES;
      at += gap + minutes;
      return { startsAt, minutes };
    });
  });
const instants = fc.date({
  min: new Date('2020-01-01'),
  max: new Date('2040-01-01'),
  noInvalidDate: true,
});

describe('minuteOfWeek', () => {
  it.each([
    ['2026-11-22T22:00:00Z', 0],
    ['2026-11-22T21:59:59.999Z', WEEK_MINUTES - 1],
    ['2026-11-20T10:30:30Z', 4 * DAY + 12 * 60 + 30],
    ['1969-12-29T22:00:00Z', DAY],
  ])('places %s at minute %i in South Africa', (at, minute) => {
    expect(minuteOfWeek(new Date(at))).toBe(minute);
  });
});

describe('airingsAt', () => {
  it('returns the programme that has begun and not ended, and the next ones, soonest first', () => {
    fc.assert(
      fc.property(weeks, instants, (slots, at) => {
        fc.pre(doNotOverlap(slots));
        const { now, next } = airingsAt(slots, at, 3);
        if (now) expect(now.startsAt <= at && at < now.endsAt).toBe(true);
        const times = next.map(({ startsAt }) => startsAt.getTime());
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        for (const { slot, startsAt, endsAt } of next) {
          expect(startsAt > at).toBe(true);
          expect(minuteOfWeek(startsAt)).toBe(slot.startsAt);
          expect(endsAt.getTime() - startsAt.getTime()).toBe(slot.minutes * MINUTE);
        }
        expect(next.length > 0).toBe(slots.length > 0);
      }),
    );
  });

  it('gives the same answer from the nearby slots and those at the ends of the week alone', () => {
    fc.assert(
      fc.property(weeks, instants, (slots, at) => {
        fc.pre(doNotOverlap(slots));
        const minute = minuteOfWeek(at);
        const ordered = slots.toSorted((a, b) => a.startsAt - b.startsAt);
        const near = new Set([
          ...ordered.filter(({ startsAt }) => startsAt <= minute).slice(-1),
          ...ordered.slice(-1),
          ...ordered.filter(({ startsAt }) => startsAt > minute).slice(0, 3),
          ...ordered.slice(0, 3),
        ]);
        expect(airingsAt([...near], at, 3)).toEqual(airingsAt(slots, at, 3));
      }),
    );
  });

  it.each([
    [[{ startsAt: 0, minutes: 60 }], true],
    [
      [
        { startsAt: 0, minutes: 61 },
        { startsAt: 60, minutes: 60 },
      ],
      false,
    ],
    [
      [
        { startsAt: 30, minutes: 60 },
        { startsAt: WEEK_MINUTES - 10, minutes: 50 },
      ],
      false,
    ],
    [[], true],
  ])('reports for %j that doNotOverlap is %s', (slots, apart) => {
    expect(doNotOverlap(slots)).toBe(apart);
  });
});

describe('the airings of a span', () => {
  const slots = [
    { startsAt: 0, minutes: 60 },
    { startsAt: WEEK_MINUTES - 30, minutes: 30 },
  ];
  const monday = Date.UTC(2026, 10, 22, 22);

  it('are those that touch it, over the end of a week as well', () => {
    const found = airingsBetween(slots, new Date(monday - 60_000), new Date(monday + 60_000));
    expect(found.map(({ startsAt }) => startsAt.getTime())).toEqual([monday - 30 * 60_000, monday]);
  });

  it('leave out what ends as the span begins and what starts as it ends', () => {
    const hour = 3_600_000;
    expect(airingsBetween(slots, new Date(monday + hour), new Date(monday + 2 * hour))).toEqual([]);
    expect(airingsBetween(slots, new Date(monday - 2 * hour), new Date(monday - hour / 2))).toEqual(
      [],
    );
  });
});

describe('dated programmes', () => {
  // Monday 30 November 2026, 00:00 in South Africa.
  const monday = new Date('2026-11-29T22:00:00Z');
  const at = (minute: number) => new Date(monday.getTime() + minute * MINUTE);
  const weekly = { startsAt: 480, minutes: 240, name: 'week' };
  const once = (minute: number, minutes: number) => ({
    ...{ startsAt: at(minute), minutes, name: 'once' },
  });
  const shown = (airings: readonly { slot: { name: string }; startsAt: Date; endsAt: Date }[]) =>
    airings.map(({ slot, startsAt, endsAt }) => [
      slot.name,
      (startsAt.getTime() - monday.getTime()) / MINUTE,
      (endsAt.getTime() - monday.getTime()) / MINUTE,
    ]);

  it('take the time of the week, which goes on around them', () => {
    const day = airingsBetween([weekly], monday, at(DAY), [once(540, 60), once(700, 60)]);
    expect(shown(day)).toEqual([
      ['week', 480, 540],
      ['once', 540, 600],
      ['week', 600, 700],
      ['once', 700, 760],
    ]);
    const { now, next } = airingsAt([weekly], at(550), 2, [once(540, 60)]);
    expect(shown(now ? [now] : [])).toEqual([['once', 540, 600]]);
    expect(shown(next)).toEqual([
      ['week', 600, 720],
      ['week', 480 + WEEK_MINUTES, 720 + WEEK_MINUTES],
    ]);
  });

  it('are on where the week is off air, and only once', () => {
    const found = airingsAt<WeeklySlot & { name: string }, ReturnType<typeof once>>([], at(0), 3, [
      once(30, 60),
    ]);
    expect(found.now).toBeNull();
    expect(shown(found.next)).toEqual([['once', 30, 90]]);
  });

  it('never overlap the week, nor change it at another time', () => {
    const dates = fc.uniqueArray(fc.integer({ min: 0, max: 13 }), { maxLength: 6 });
    fc.assert(
      fc.property(weeks, dates, fc.integer({ min: 1, max: DAY }), (slots, days, minutes) => {
        fc.pre(doNotOverlap(slots));
        const dated = days.map((day) => ({ startsAt: at(day * DAY), minutes }));
        const airings = airingsBetween(slots, monday, at(14 * DAY), dated);
        for (const [index, one] of airings.entries())
          expect(one.endsAt <= (airings[index + 1]?.startsAt ?? one.endsAt)).toBe(true);
        const plain = airingsBetween(slots, monday, at(14 * DAY));
        const isDated = (time: number) =>
          dated.some((one) => time >= +one.startsAt && time < +one.startsAt + minutes * MINUTE);
        for (const { slot, startsAt } of plain)
          if (!isDated(+startsAt)) expect(airings.map((one) => one.slot)).toContain(slot);
      }),
    );
  });

  it('name the first two of them that overlap', () => {
    expect(datedOverlap([once(60, 30), once(0, 60)])).toBeUndefined();
    expect(datedOverlap([once(50, 30), once(0, 60)])).toEqual({ programme: 0, other: 1 });
  });

  it('are in a week that shows at each minute of seven days what is on then', () => {
    const dates = fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 6 });
    fc.assert(
      fc.property(weeks, dates, fc.integer({ min: 1, max: DAY }), (slots, days, minutes) => {
        fc.pre(doNotOverlap(slots));
        const dated = days.map((day) => ({ startsAt: at(day * DAY), minutes }));
        const week = weekFrom(monday, slots, dated);
        expect(doNotOverlap(week)).toBe(true);
        for (let minute = DAY; minute < 6 * DAY; minute += 97) {
          const one = airingsAt(week, at(minute), 0).now;
          const other = airingsAt(slots, at(minute), 0, dated).now;
          expect([one?.startsAt, one?.endsAt]).toEqual([other?.startsAt, other?.endsAt]);
        }
      }),
    );
  });

  it('leave the week as it is where none is within seven days', () => {
    const slots = [weekly];
    expect(weekFrom(monday, slots, [once(8 * DAY, 60)])).toBe(slots);
  });
});

describe('the gaps of a span', () => {
  it('are all of it that no airing of the week or of a date covers', () => {
    fc.assert(
      fc.property(weeks, instants, fc.integer({ min: 1, max: 9 * DAY }), (slots, from, minutes) => {
        const to = new Date(from.getTime() + minutes * MINUTE);
        const dated = [{ startsAt: new Date(from.getTime() + 30 * MINUTE), minutes: 45 }];
        const airings = airingsBetween(slots, from, to, dated);
        const gaps = gapsBetween(slots, from, to, dated);
        const all = [...airings, ...gaps].toSorted(
          (a, b) => a.startsAt.getTime() - b.startsAt.getTime(),
        );
        const covered = all.reduce((at, one) => {
          expect(Math.max(one.startsAt.getTime(), from.getTime())).toBe(at);
          return Math.min(one.endsAt.getTime(), to.getTime());
        }, from.getTime());
        expect(covered).toBe(to.getTime());
      }),
    );
  });
});
