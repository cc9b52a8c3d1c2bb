import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WeeklySlot } from './live-schedule.ts';
import { weekOf } from './live-week.ts';
import { mergeWeeks, takeTheirs } from './week-merge.ts';

interface Programme extends WeeklySlot {
  readonly title: string;
}

const at = (startsAt: number, title: string, minutes = 60): Programme => ({
  ...{ startsAt, minutes, title },
});
const same = (one: Programme, other: Programme): boolean =>
  one.title === other.title && one.minutes === other.minutes;
const merge = (began: Programme[], mine: Programme[], theirs: Programme[]) =>
  mergeWeeks({ began, mine, theirs }, same);

const NEWS = at(480, 'News');
const TALK = at(600, 'Talk');

describe('two editors of one week', () => {
  it('both keep their work where they changed different programmes', () => {
    const [late, film] = [at(1320, 'Late'), at(600, 'Film')];
    expect(merge([NEWS, TALK], [TALK, late], [NEWS, film])).toEqual({
      slots: [film, late],
      clashes: [],
    });
  });

  it('meet where they changed the same programme: mine is there, and theirs can be taken', () => {
    const [mine, theirs] = [at(480, 'Morning'), at(480, 'Sunrise', 90)];
    const merged = merge([NEWS, TALK], [mine, TALK], [theirs, TALK]);
    expect(merged).toEqual({
      slots: [mine, TALK],
      clashes: [{ startsAt: 480, mine: [mine], theirs: [theirs] }],
    });
    const [clash] = merged.clashes;
    expect(clash && takeTheirs(merged.slots, clash)).toEqual([theirs, TALK]);
  });

  it('meet where one took a programme away that the other changed', () => {
    const long = at(480, 'News', 90);
    const merged = merge([NEWS, TALK], [TALK], [long, TALK]);
    expect(merged).toEqual({
      slots: [TALK],
      clashes: [{ startsAt: 480, mine: [], theirs: [long] }],
    });
    expect(merge([NEWS, TALK], [long, TALK], [TALK]).clashes).toEqual([
      { startsAt: 480, mine: [long], theirs: [] },
    ]);
  });

  it('keep both where a moved programme meets another: they overlap, and the week says so', () => {
    const [moved, film] = [at(510, 'News'), at(540, 'Film')];
    const { slots, clashes } = merge([NEWS], [moved], [NEWS, film]);
    expect({ slots, clashes }).toEqual({ slots: [moved, film], clashes: [] });
    expect(weekOf(slots).overlaps).toHaveLength(1);
  });

  const week = fc.uniqueArray(
    fc.record({
      startsAt: fc.nat(4).map((hour) => hour * 60),
      minutes: fc.constantFrom(30, 60),
      title: fc.constantFrom('A', 'B'),
    }),
    { selector: ({ startsAt }) => startsAt, maxLength: 5 },
  );
  const has = (slots: readonly Programme[], one: Programme): boolean =>
    slots.some((slot) => slot.startsAt === one.startsAt && same(slot, one));

  it('lose no change: mine is in the week, theirs as well or in a clash', () => {
    fc.assert(
      fc.property(week, week, week, (began, mine, theirs) => {
        const { slots, clashes } = merge(began, mine, theirs);
        const clashing = new Set(clashes.map(({ startsAt }) => startsAt));
        for (const slot of mine) if (!has(began, slot)) expect(has(slots, slot)).toBe(true);
        for (const slot of theirs)
          if (!has(began, slot)) expect(has(slots, slot) || clashing.has(slot.startsAt)).toBe(true);
        for (const slot of began)
          if (!has(mine, slot) || (!has(theirs, slot) && !clashing.has(slot.startsAt)))
            expect(has(slots, slot)).toBe(false);
        const every = [...mine, ...theirs];
        for (const slot of slots) expect(has(every, slot)).toBe(true);
      }),
    );
  });

  it('get the other week where they changed nothing, and the same one without a clash', () => {
    const sorted = (slots: readonly Programme[]) =>
      slots.toSorted((a, b) => a.startsAt - b.startsAt);
    fc.assert(
      fc.property(week, week, week, (began, mine, theirs) => {
        expect(merge(began, began, theirs)).toEqual({ slots: sorted(theirs), clashes: [] });
        expect(merge(began, mine, began)).toEqual({ slots: sorted(mine), clashes: [] });
        expect(merge(began, mine, mine)).toEqual({ slots: sorted(mine), clashes: [] });
        const [ours, others] = [merge(began, mine, theirs), merge(began, theirs, mine)];
        expect(ours.clashes.map(({ startsAt }) => startsAt)).toEqual(
          others.clashes.map(({ startsAt }) => startsAt),
        );
        const taken = ours.clashes.reduce(takeTheirs<Programme>, [...ours.slots]);
        expect(taken).toEqual(others.slots);
      }),
    );
  });
});
