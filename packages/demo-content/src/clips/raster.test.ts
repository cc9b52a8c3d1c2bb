import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ink, ink, Picture } from './raster.ts';
import { box, diamond, disc, edge } from './shapes.ts';

const WIDTH = 64;
const HEIGHT = 48;
const WHITE: Ink = { y: 235, u: 100, v: 150 };
const BLACK: Ink = { y: 16, u: 128, v: 128 };

function painted(contours: readonly (readonly number[])[], alpha = 1): Picture {
  const picture = new Picture(WIDTH, HEIGHT);
  picture.clear(BLACK);
  picture.fill(contours, WHITE, alpha);
  return picture;
}
/** How much of the picture is covered, in pixels of luma. */
function area(picture: Picture): number {
  let sum = 0;
  for (let i = 0; i < WIDTH * HEIGHT; i++) sum += ((picture.bytes[i] as number) - 16) / 219;
  return sum;
}

describe('the rasteriser', () => {
  it('fills whole pixels exactly, in all planes', () => {
    const { bytes } = painted([box(10, 8, 20, 10)]);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++)
        expect(bytes[y * WIDTH + x]).toBe(x >= 10 && x < 30 && y >= 8 && y < 18 ? 235 : 16);
    }
    const chroma = WIDTH * HEIGHT;
    expect([bytes[chroma + 4 * 32 + 5], bytes[chroma + 4 * 32 + 4]]).toEqual([100, 128]);
    expect([bytes[(chroma * 5) / 4 + 8 * 32 + 14], bytes[(chroma * 5) / 4 + 9 * 32 + 14]]).toEqual([
      150, 128,
    ]);
  });

  it('covers as much as a shape is large', () => {
    expect(area(painted([diamond(32, 24, 20, 15)]))).toBeCloseTo(600, -1);
    expect(Math.abs(area(painted([disc(32, 24, 16, 64)])) - Math.PI * 256)).toBeLessThan(4);
    expect(area(painted([box(10, 10, 10.5, 10)]))).toBeCloseTo(105, 0);
    expect(area(painted([box(10, 10, 10, 10)], 0.5))).toBeCloseTo(50, 0);
  });

  it('makes one shape of outlines that overlap, and a hole of one that turns the other way', () => {
    expect(area(painted([box(5, 5, 20, 20), box(15, 5, 20, 20)]))).toBeCloseTo(600, 0);
    const hole = [10, 10, 10, 20, 20, 20, 20, 10];
    expect(area(painted([box(5, 5, 20, 20), hole]))).toBeCloseTo(300, 0);
  });

  it('paints nothing outside the picture, whatever is drawn', () => {
    const anyPoint = fc.double({ min: -500, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.array(anyPoint, { minLength: 6, maxLength: 40 }), (points) => {
        const contour = points.slice(0, points.length - (points.length % 2));
        const picture = painted([contour, ...edge(contour, 6)]);
        const luma = picture.bytes.subarray(0, WIDTH * HEIGHT);
        expect(Math.min(...luma)).toBeGreaterThanOrEqual(16);
        expect(Math.max(...luma)).toBeLessThanOrEqual(235);
        // The reused buffers are clean again.
        expect(area(painted([box(0, 0, 8, 8)]))).toBeCloseTo(64, 5);
      }),
      { numRuns: 60 },
    );
  });

  it('knows its colours', () => {
    expect(ink('#ffffff')).toEqual({ y: 235, u: 128, v: 128 });
    expect(ink('#000000')).toEqual({ y: 16, u: 128, v: 128 });
    expect(() => ink('red')).toThrow(RangeError);
    expect(() => new Picture(3, 2)).toThrow(RangeError);
  });
});
