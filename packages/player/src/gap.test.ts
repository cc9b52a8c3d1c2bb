// Gaps in what a media element has in its buffer.
import { expect, it } from 'vitest';
import { jumpGap } from './gap.ts';

/** An element at a position, with these ranges in its buffer. */
const videoAt = (currentTime: number, ...ranges: [number, number][]) => ({
  currentTime,
  buffered: {
    length: ranges.length,
    start: (n: number) => ranges[n]?.[0] ?? Number.NaN,
    end: (n: number) => ranges[n]?.[1] ?? Number.NaN,
  },
});

it('moves the picture over a gap that is short enough', () => {
  const video = videoAt(10, [2, 8], [12, 20]);
  expect(jumpGap(video, 5)).toBe(true);
  expect(video.currentTime).toBeCloseTo(12, 1);
});

it.each<[string, ReturnType<typeof videoAt>, number, number?]>([
  ['within media', videoAt(13, [12, 20]), 5],
  ['before a gap that is too long', videoAt(10, [16, 20]), 5],
  ['while what follows is not due', videoAt(10, [12, 20]), 5, 11.9],
  ['with an empty buffer', videoAt(10), 5],
])('leaves the picture where it is %s', (_, video, seconds, latest) => {
  const { currentTime } = video;
  expect(jumpGap(video, seconds, latest)).toBe(false);
  expect(video.currentTime).toBe(currentTime);
});
