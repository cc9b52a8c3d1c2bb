import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Colour, contrastRatio, isColour, luminance, mixColours } from './colour.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Colour => `#${value.toString(16).padStart(6, '0')}`);

describe('the contrast of two colours', () => {
  it('is that of the guidelines', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastRatio('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
  });

  it('is between 1 and 21, and the same in both directions', () => {
    fc.assert(
      fc.property(colours, colours, (one, other) => {
        const ratio = contrastRatio(one, other);
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21.001);
        expect(contrastRatio(other, one)).toBe(ratio);
      }),
    );
  });
});

describe('a mixed colour', () => {
  it('lies between the two, and is one of them at either end', () => {
    fc.assert(
      fc.property(colours, colours, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, share) => {
        const mixed = mixColours(a, b, share);
        expect(isColour(mixed)).toBe(true);
        expect(mixColours(a, b, 0)).toBe(a);
        expect(mixColours(a, b, 1)).toBe(b);
      }),
    );
    expect(luminance(mixColours('#000000', '#ffffff', 0.5))).toBeCloseTo(0.216, 2);
  });

  it('is refused for what is no colour', () => {
    expect(isColour('#fff')).toBe(false);
    expect(() => mixColours('red' as Colour, '#ffffff', 1)).toThrow(RangeError);
  });
});
