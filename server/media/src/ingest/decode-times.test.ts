import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTrackFragments, uint32, uint64, writeBox } from './boxes.ts';
import { createDecodeTimes } from './decode-times.ts';

const FRAME = 512;
const VIDEO = { id: 1 };

/** A fragment of pictures whose offsets to their presentation are given, and of sound. */
function fragment(start: number, offsets: readonly number[]): Buffer {
  const traf = (id: number, time: number, run: readonly Buffer[]) =>
    writeBox(
      'traf',
      writeBox('tfhd', uint32(0x02_0008), uint32(id), uint32(FRAME)),
      writeBox('tfdt', uint32(0x0100_0000), uint64(time)),
      writeBox('trun', ...run),
    );
  return writeBox(
    'moof',
    writeBox('mfhd', uint32(0), uint32(1)),
    traf(1, start, [
      uint32(0xa01),
      uint32(offsets.length),
      uint32(0),
      ...offsets.flatMap((offset) => [uint32(10), uint32(offset)]),
    ]),
    traf(2, start, [uint32(0x201), uint32(1), uint32(0), uint32(10)]),
  );
}

/** When pictures are decoded and shown, and where the next fragment begins. */
function timesOf(moof: Buffer) {
  const [video] = readTrackFragments(moof);
  let at = video?.start ?? 0;
  const times = (video?.samples ?? []).map(({ duration, compositionOffset }) => {
    at += duration;
    return { decoded: at - duration, shown: at - duration + compositionOffset };
  });
  return { times, end: at };
}

it('begins pictures that were decoded two frames early at zero, with all at their own times', () => {
  const decoded = createDecodeTimes(VIDEO);
  // Shown in the order 0 4 2 1 3 8 6.
  const frames = [0, 4, 2, 1, 3, 8, 6];
  const first = fragment(
    0,
    frames.map((shown, i) => (shown + 2 - i) * FRAME),
  );
  const { times, end } = timesOf(decoded(first));
  expect(times.map(({ shown }) => shown)).toEqual(frames.map((shown) => shown * FRAME));
  expect(times.map((time) => time.decoded)).toEqual([0, 170, 341, 512, 1024, 1536, 2048]);
  expect(end).toBe(5 * FRAME);

  const second = fragment(7 * FRAME, [FRAME * 2, FRAME * 4]);
  const moved = readTrackFragments(decoded(second));
  expect(moved.map(({ start }) => start)).toEqual([5 * FRAME, 7 * FRAME]);
});

it('leaves pictures alone that are decoded when they are shown', () => {
  const decoded = createDecodeTimes(VIDEO);
  for (const moof of [fragment(0, [0, 0]), fragment(2 * FRAME, [0])])
    expect(decoded(moof)).toBe(moof);
});

it('decodes pictures in their order, and none before zero or after it is shown', () => {
  const reordered = fc.record({
    early: fc.integer({ min: 1, max: 2 }),
    groups: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }),
  });
  fc.assert(
    fc.property(reordered, ({ early, groups }) => {
      // Each group is decoded last picture first, as far as its pictures may be early.
      const shown = [0];
      for (const size of groups) {
        const from = shown.length;
        const order = Array.from({ length: size }, (_, i) => from + i);
        shown.push(...(early === 1 || size < 3 ? [order.pop() ?? 0, ...order] : pyramid(order)));
      }
      const moof = fragment(
        0,
        shown.map((place, i) => (place + early - i) * FRAME),
      );
      const { times } = timesOf(createDecodeTimes(VIDEO)(moof));
      expect(times.map((time) => time.shown)).toEqual(shown.map((place) => place * FRAME));
      for (const [i, time] of times.entries()) {
        expect(time.decoded).toBeGreaterThanOrEqual(0);
        expect(time.decoded).toBeLessThanOrEqual(time.shown);
        if (i > 0) expect(time.decoded).toBeGreaterThan(times[i - 1]?.decoded ?? 0);
      }
    }),
  );
});

/** The last picture, the middle one, then the others. */
function pyramid(order: readonly number[]): number[] {
  const last = order.at(-1) ?? 0;
  const middle = order[Math.floor((order.length - 1) / 2)] ?? 0;
  return [last, middle, ...order.filter((place) => place !== last && place !== middle)];
}
