import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ladderFor, packagedRate, segmentFrames } from './encoding-ladder.ts';

const shape = (width: number, height: number) => ({
  width,
  height,
  frameRate: { num: 25, den: 1 },
  hasAudio: true,
});
const heights = (width: number, height: number) =>
  ladderFor(shape(width, height)).map((rendition) => rendition.height);

describe('the encoding ladder', () => {
  it('goes up to the size of the source and not above it', () => {
    expect(heights(1920, 1080)).toEqual([144, 240, 360, 480, 720, 1080]);
    expect(heights(1280, 720)).toEqual([144, 240, 360, 480, 720]);
    expect(heights(854, 480)).toEqual([144, 240, 360, 480]);
    expect(heights(640, 360)).toEqual([144, 240, 360]);
    expect(heights(160, 120)).toEqual([120]);
  });

  it('uses the shorter side of a portrait video', () => {
    expect(
      ladderFor(shape(720, 1280)).map((rendition) => [
        rendition.height,
        rendition.pixelWidth,
        rendition.pixelHeight,
      ]),
    ).toEqual([
      [144, 144, 256],
      [240, 240, 426],
      [360, 360, 640],
      [480, 480, 854],
      [720, 720, 1280],
    ]);
  });

  it('limits the rates for viewers who pay by the megabyte', () => {
    expect(
      ladderFor(shape(1280, 720)).map((rendition) => rendition.maxVideoRate + rendition.audioRate),
    ).toEqual([88_000, 228_000, 464_000, 864_000, 1_564_000]);
    expect(
      ladderFor({ ...shape(1280, 720), hasAudio: false }).every(
        (rendition) => rendition.audioRate === 0,
      ),
    ).toBe(true);
  });

  it('halves the frames of the lowest rendition only', () => {
    const steps = (num: number) =>
      ladderFor({ ...shape(640, 360), frameRate: { num, den: 1 } }).map(
        (rendition) => rendition.frameStep,
      );
    expect(steps(25)).toEqual([2, 1, 1]);
    expect(steps(15)).toEqual([1, 1, 1]);
  });

  it('has even sides, the proportions of the source and rising rates', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 240, max: 4096 }),
        fc.integer({ min: 240, max: 4096 }),
        (width, height) => {
          const renditions = ladderFor(shape(width, height));
          expect(renditions.length).toBeGreaterThan(0);
          renditions.forEach((rendition, i) => {
            expect(rendition.pixelWidth % 2).toBe(0);
            expect(rendition.pixelHeight % 2).toBe(0);
            expect(rendition.height).toBeLessThanOrEqual(Math.min(width, height));
            expect(rendition.height).toBeGreaterThan(renditions[i - 1]?.height ?? 0);
            expect(rendition.pixelWidth / rendition.pixelHeight / (width / height)).toBeCloseTo(
              1,
              1,
            );
          });
        },
      ),
    );
  });

  it('refuses a source without a size', () => {
    for (const [width, height] of [
      [0, 0],
      [Number.NaN, 10],
      [10, Number.POSITIVE_INFINITY],
    ] as const) {
      expect(() => ladderFor(shape(width, height))).toThrow(RangeError);
    }
  });
});

describe('the frame rate', () => {
  it.each([
    [25, 1, 25, 1],
    [30, 1, 30, 1],
    [30000, 1001, 30000, 1001],
    [60, 1, 60, 2],
    [60000, 1001, 60000, 2002],
    [50, 1, 50, 2],
    [120, 1, 120, 4],
    [0, 0, 25, 1],
    [1, 1, 25, 1],
    [90000, 1, 25, 1],
  ])('of a source with %i/%i frames a second becomes %i/%i', (num, den, toNum, toDen) => {
    expect(packagedRate({ num, den })).toEqual({ num: toNum, den: toDen });
  });

  it('makes segments of about two seconds', () => {
    expect([24, 25, 30].map((num) => segmentFrames({ num, den: 1 }))).toEqual([48, 50, 60]);
    expect(segmentFrames({ num: 30000, den: 1001 })).toBe(60);
  });
});
