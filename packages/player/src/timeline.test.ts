import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bufferedAhead, durationOf, segmentAt, timelineOf } from './timeline.ts';

const part = (...durations: number[]) => ({ base: '/media/s/key/asset/', durations });

/** Time ranges as a video element reports them. */
const ranges = (...spans: [number, number][]): TimeRanges => ({
  length: spans.length,
  start: (i) => spans[i]?.[0] ?? 0,
  end: (i) => spans[i]?.[1] ?? 0,
});

describe('the timeline of a title', () => {
  it('lists the parts one after the other and shifts the times of each', () => {
    expect(timelineOf([part(2, 1.5), part(2)])).toEqual([
      { number: 0, part: 0, index: 0, start: 0, duration: 2, offset: 0 },
      { number: 1, part: 0, index: 1, start: 2, duration: 1.5, offset: 0 },
      { number: 2, part: 1, index: 0, start: 3.5, duration: 2, offset: 3.5 },
    ]);
    expect(durationOf(timelineOf([part(2, 1.5), part(2)]))).toBe(5.5);
    expect(durationOf([])).toBe(0);
  });

  it('finds for every time the segment that holds it', () => {
    const durations = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(durations, fc.double({ min: -5, max: 400, noNaN: true }), (lengths, seconds) => {
        const segments = timelineOf([part(...lengths)]);
        const found = segments[segmentAt(segments, seconds)];
        const inside = Math.min(Math.max(seconds, 0), durationOf(segments) - 0.001);
        expect(found?.start).toBeLessThanOrEqual(inside);
        expect((found?.start ?? 0) + (found?.duration ?? 0)).toBeGreaterThan(inside);
      }),
    );
  });
});

describe('the buffer ahead of the picture', () => {
  it('counts to the next gap only', () => {
    expect(bufferedAhead(ranges([0, 4], [6, 9]), 1)).toBe(3);
    expect(bufferedAhead(ranges([0, 4], [6, 9]), 5)).toBe(0);
    expect(bufferedAhead(ranges(), 0)).toBe(0);
  });

  it('passes over a gap that the player jumps', () => {
    expect(bufferedAhead(ranges([0.08, 4]), 0)).toBe(4);
  });
});
