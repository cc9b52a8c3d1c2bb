import { describe, expect, it } from 'vitest';
import { createServerClock } from './live-clock.ts';
import { createLiveTimeline, type WrittenSpan } from './live-timeline.ts';

const ORIGIN = 300_000 * 1000;
const span: WrittenSpan = {
  number: 1000,
  starts_at: ORIGIN + 500,
  parts: [
    { base: '/a/', first: 0, durations: [2, 2, 1.5] },
    { base: '/b/', first: 5, durations: [2, 2] },
  ],
  runs: [
    [0, 1, 2, 0, 2],
    [1, 5, 2, 0, 10],
    [0, 0, 3, 1, 0],
  ],
  programmes: [
    { title: 'News', starts_at: ORIGIN - 60_000, ends_at: ORIGIN + 4000 },
    { title: 'Film', starts_at: ORIGIN + 4000, ends_at: ORIGIN + 600_000 },
  ],
  captions: [],
};
const timeline = createLiveTimeline({ origin: ORIGIN, spanSeconds: 300 });
timeline.add(span);

describe('the timeline of a live channel in the player', () => {
  it('places each segment, with the offset of its part, a cut part and a repeated one too', () => {
    const at = (position: number) => timeline.segmentFrom(position);
    expect(at(0)).toMatchObject({ part: 0, index: 1, start: 0.5, offset: -1.5 });
    expect(at(3)).toMatchObject({ part: 0, index: 2, start: 2.5, offset: -1.5 });
    expect(at(4)).toMatchObject({ part: 1, index: 5, start: 4, offset: -6 });
    // A second without a segment, and the first part again.
    expect(at(8)).toMatchObject({ part: 0, index: 0, start: 9, offset: 9 });
    expect(timeline.parts).toHaveLength(2);
  });

  it('goes on behind the end of a segment, in spite of rounded durations', () => {
    expect(timeline.segmentFrom(3.99999)).toMatchObject({ start: 4 });
    expect(timeline.segmentFrom(6.00001)).toMatchObject({ start: 6 });
  });

  it('does not know what lies beyond its spans', () => {
    expect(timeline.has(1000)).toBe(true);
    expect(timeline.has(1001)).toBe(false);
    expect(timeline.segmentFrom(20)).toBeUndefined();
  });

  it('wants an outdated span anew, and takes the new one’s segments', () => {
    const renewed = createLiveTimeline({ origin: ORIGIN, spanSeconds: 300 });
    renewed.add(span);
    renewed.outdate();
    expect([renewed.has(1000), renewed.segmentFrom(0)]).toEqual([false, undefined]);
    expect(renewed.programmeAt(1)?.title).toBe('News');
    renewed.add({
      ...span,
      parts: [{ base: '/c/', first: 7, durations: [2] }],
      runs: [[0, 7, 1, 0, 14]],
    });
    expect(renewed.segmentFrom(0)).toMatchObject({ part: 2, index: 7, start: 0.5, offset: -13.5 });
  });

  it('names the programme at a position', () => {
    expect(timeline.programmeAt(1)?.title).toBe('News');
    expect(timeline.programmeAt(4)?.title).toBe('Film');
  });
});

describe('the server’s clock in the player', () => {
  it('goes on from what the server said last', () => {
    let elapsed = 1000;
    const clock = createServerClock(50_000, () => elapsed);
    elapsed = 4000;
    expect(clock.now()).toBe(53_000);
    clock.set(90_000);
    elapsed = 5000;
    expect(clock.now()).toBe(91_000);
  });
});
