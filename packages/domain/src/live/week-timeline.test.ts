import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEEK_MINUTES } from './live-schedule.ts';
import { type FilledSlot, type LiveTitle, layWeek, segmentsBetween } from './week-timeline.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Monday, 23 November 2026, 00:00 in South Africa. */
const MONDAY = Date.UTC(2026, 10, 22, 22) * 1000;

const title = (id: string, ...parts: readonly number[][]): LiveTitle => ({
  id,
  parts: parts.map((seconds, at) => ({
    assetId: `${id}-${at}`,
    durations: seconds.map((one) => one * SECOND),
  })),
});
const SLATE = title('slate', [2, 2, 2]);

const segmentSeconds = fc.integer({ min: 700, max: 4200 }).map((ms) => ms * 1000);
const aTitle = fc
  .array(fc.array(segmentSeconds, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
  .chain((parts) =>
    fc.uuid().map((id) => ({
      id,
      parts: parts.map((durations, at) => ({ assetId: `${id}/${at}`, durations })),
    })),
  );
/** Weeks with programmes, holes, and programmes without recordings. */
const aWeek = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 300 }),
      minutes: fc.integer({ min: 1, max: 900 }),
      titles: fc.array(aTitle, { maxLength: 3 }),
    }),
    { maxLength: 14 },
  )
  .chain((list) => fc.integer({ min: 0, max: 200 }).map((first) => ({ list, first })))
  .map(({ list, first }) => {
    const slots: FilledSlot[] = [];
    let at = first;
    for (const { gap, minutes, titles } of list) {
      const startsAt = at + gap;
      if (startsAt >= WEEK_MINUTES || startsAt + minutes > first + WEEK_MINUTES) break;
      slots.push({ startsAt, minutes, titles });
      at = startsAt + minutes;
    }
    return layWeek(slots, SLATE);
  });
/** Offsets within three weeks, often near the end of a week. */
const anOffset = fc.oneof(
  fc.integer({ min: 0, max: 3 * WEEK_MINUTES * 60 }),
  fc.integer({ min: WEEK_MINUTES * 60 - 8000, max: WEEK_MINUTES * 60 + 30_000 }),
);

describe('segments of a linear channel', () => {
  it('are the same wherever a window begins: two windows agree on what they share', () => {
    fc.assert(
      fc.property(
        aWeek,
        anOffset,
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 599 }),
        (week, offset, length, shift) => {
          const from = MONDAY + offset * SECOND;
          const to = from + length * SECOND;
          const later = from + shift * SECOND;
          const first = segmentsBetween(week, from, to);
          const second = segmentsBetween(week, later, to + HOUR);
          expect(second.filter(({ startsAt }) => startsAt < to)).toEqual(
            first.filter(({ startsAt }) => startsAt >= later),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are numbered without a gap, and the number of parts rises at each new part only', () => {
    fc.assert(
      fc.property(aWeek, anOffset, (week, offset) => {
        const from = MONDAY + offset * SECOND;
        const found = segmentsBetween(week, from, from + 4 * MINUTE);
        expect(found.length).toBeGreaterThan(0);
        for (const [at, segment] of found.entries()) {
          const before = found[at - 1];
          if (!before) continue;
          expect(segment.sequence).toBe(before.sequence + 1);
          const isSamePart = segment.partStartsAt === before.partStartsAt;
          expect(segment.discontinuity).toBe(before.discontinuity + (isSamePart ? 0 : 1));
          expect(segment.index).toBe(isSamePart ? before.index + 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('follow each other without a hole, but for less than a segment at the end of a week', () => {
    fc.assert(
      fc.property(aWeek, anOffset, (week, offset) => {
        const from = MONDAY + offset * SECOND;
        const found = segmentsBetween(week, from, from + 4 * MINUTE);
        for (const [at, { startsAt }] of found.entries()) {
          const before = found[at - 1];
          if (!before) continue;
          const hole = startsAt - (before.startsAt + before.duration);
          expect(hole).toBeGreaterThanOrEqual(0);
          const sinceMonday = (startsAt - MONDAY - week.anchor) % (WEEK_MINUTES * MINUTE);
          expect(hole).toBeLessThan(sinceMonday === 0 ? 4.2 * SECOND : 1);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('begin a programme at its time, or with the end of the segment that is still on air', () => {
    const news: FilledSlot = { startsAt: 60, minutes: 60, titles: [title('news', [7, 7])] };
    const film: FilledSlot = { startsAt: 120, minutes: 30, titles: [title('film', [2, 1], [2])] };
    const week = layWeek([news, film], SLATE);
    const boundary = MONDAY + 2 * HOUR;
    const [first, second] = segmentsBetween(week, boundary, boundary + 20 * SECOND);
    // 514 segments of 7 s end at 3,598 s, and the one after at 3,605 s.
    expect(first).toMatchObject({
      startsAt: boundary + 5 * SECOND,
      title: { id: 'film' },
      slot: film,
      index: 0,
    });
    expect(second).toMatchObject({ startsAt: boundary + 7 * SECOND, index: 1 });
  });

  it('repeat the recordings of a programme in turn until its end', () => {
    const titles = [title('a', [2]), title('b', [2, 2])];
    const week = layWeek([{ startsAt: 0, minutes: 1, titles }], SLATE);
    const ids = segmentsBetween(week, MONDAY, MONDAY + 64 * SECOND).map((one) => one.title.id);
    expect(ids.slice(0, 6)).toEqual(['a', 'b', 'b', 'a', 'b', 'b']);
    expect(ids.slice(29)).toEqual(['b', 'slate', 'slate']);
  });

  it('are those of the slate in a hole and in a programme without a recording', () => {
    const week = layWeek([{ startsAt: 0, minutes: 60, titles: [] }], SLATE);
    const inProgramme = segmentsBetween(week, MONDAY, MONDAY + MINUTE);
    expect(inProgramme.every(({ title: { id }, slot }) => id === 'slate' && slot !== null)).toBe(
      true,
    );
    const inHole = segmentsBetween(week, MONDAY + 5 * HOUR, MONDAY + 5 * HOUR + MINUTE);
    expect(inHole).toHaveLength(30);
    expect(inHole.every(({ title: { id }, slot }) => id === 'slate' && slot === null)).toBe(true);
  });

  it('repeat the recording that was chosen while it fits whole; others fill the rest', () => {
    const chosen = title('film', [1500]);
    const slots = [{ startsAt: 0, minutes: 60, chosen, titles: [title('other', [300])] }];
    const found = segmentsBetween(layWeek(slots, SLATE), MONDAY, MONDAY + HOUR);
    expect(found.map((one) => one.title.id)).toEqual(['film', 'film', 'other', 'other']);
    const alone = [{ startsAt: 0, minutes: 30, chosen, titles: [] }];
    const rest = segmentsBetween(layWeek(alone, SLATE), MONDAY + 26 * MINUTE, MONDAY + 30 * MINUTE);
    expect(new Set(rest.map((one) => one.title.id))).toEqual(new Set(['slate']));
  });

  it('show nothing in holes without a slate, and count on after them', () => {
    const slots = [0, 120].map((startsAt) => ({
      startsAt,
      minutes: 60,
      titles: [title('a', [4])],
    }));
    const week = layWeek(slots, undefined);
    expect(segmentsBetween(week, MONDAY + HOUR, MONDAY + 2 * HOUR)).toEqual([]);
    const all = segmentsBetween(week, MONDAY, MONDAY + 3 * HOUR);
    expect(all).toHaveLength(1800);
    expect((all.at(-1)?.sequence ?? 0) - (all[0]?.sequence ?? 0)).toBe(1799);
    expect(segmentsBetween(layWeek([], undefined), MONDAY, MONDAY + HOUR)).toEqual([]);
  });

  it('cannot be laid with a slate that shows nothing', () => {
    expect(() => layWeek([], title('nothing'))).toThrow(RangeError);
  });
});
