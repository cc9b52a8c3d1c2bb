import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { focalCrop } from './focal-crop.ts';

describe('a crop around a focal point', () => {
  it('is the largest part of the shape, with the point in its middle', () => {
    const crop = focalCrop(
      { width: 2000, height: 1000 },
      { width: 1, height: 1 },
      { x: 0.5, y: 0 },
    );
    expect(crop).toEqual({ left: 500, top: 0, width: 1000, height: 1000 });
  });

  it('stops at the edges of the picture', () => {
    const source = { width: 2000, height: 1000 };
    expect(focalCrop(source, { width: 1, height: 1 }, { x: 1, y: 1 }).left).toBe(1000);
    expect(focalCrop(source, { width: 1, height: 1 }, { x: 0, y: 1 }).left).toBe(0);
  });

  it('lies within the picture and holds the point, for any picture, shape and point', () => {
    const side = fc.integer({ min: 1, max: 10_000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, side, side, share, share, (w, h, tw, th, x, y) => {
        const crop = focalCrop({ width: w, height: h }, { width: tw, height: th }, { x, y });
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(w);
        expect(crop.top + crop.height).toBeLessThanOrEqual(h);
        expect(x * w).toBeGreaterThanOrEqual(crop.left - 1);
        expect(x * w).toBeLessThanOrEqual(crop.left + crop.width + 1);
        expect(y * h).toBeGreaterThanOrEqual(crop.top - 1);
        expect(y * h).toBeLessThanOrEqual(crop.top + crop.height + 1);
      }),
    );
  });
});
