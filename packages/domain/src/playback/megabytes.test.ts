import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMegabytes, megabytesOf } from './megabytes.ts';

describe('megabytes', () => {
  it.each([
    [0, 0],
    [1, 0.01],
    [100_000, 0.1],
    [1_100_000, 1.1],
    [1_100_001, 1.11],
    [3_050_001, 3.06],
    [24_990_000, 24.99],
    [24_990_001, 25],
    [25_000_001, 26],
    [38_000_000, 38],
  ])('shows %i bytes as %f MB', (bytes, megabytes) => expect(megabytesOf(bytes)).toBe(megabytes));

  it('never shows less than the real amount, nor 4 % more from a quarter of a megabyte on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000_000 }), (bytes) => {
        const said = megabytesOf(bytes) * 1_000_000;
        expect(said).toBeGreaterThanOrEqual(bytes - 1e-6);
        expect(said - bytes).toBeLessThan(Math.max(10_001, bytes * 0.04));
      }),
    );
  });

  it('rejects a value that is no count', () => {
    for (const bytes of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => megabytesOf(bytes)).toThrow(RangeError);
  });

  it.each([
    [0, '0'],
    [0.1, '0.10'],
    [2.87, '2.87'],
    [3.1, '3.10'],
    [3, '3'],
    [15.9, '15.90'],
    [153, '153'],
  ])('writes %f MB with two decimals, or none for a whole number', (megabytes, digits) =>
    expect(formatMegabytes(megabytes)).toBe(`${digits}\u00a0MB`),
  );
});
