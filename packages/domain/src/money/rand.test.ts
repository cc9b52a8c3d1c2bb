import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRand, parseRand, vatInside } from './rand.ts';

describe('rand', () => {
  // B1
  it('reads every amount back as it was formatted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_00 }), (cents) => {
        expect(parseRand(formatRand(cents))).toBe(cents);
      }),
    );
  });

  it.each(['', '-1', '1.234', '1e3', '5,00', ' 5', '5.', '.5', 'NaN', '99999999999'])(
    'rejects %j',
    (text) => expect(parseRand(text)).toBeUndefined(),
  );

  it('rejects amounts that are not whole cents', () => {
    expect(() => formatRand(0.5)).toThrow(RangeError);
    expect(() => formatRand(Number.NaN)).toThrow(RangeError);
  });

  // B1
  it.each([
    [500, 65],
    [1000, 130],
    [2500, 326],
    [0, 0],
  ])('finds the VAT inside %d cents', (price, vat) => expect(vatInside(price, 1500)).toBe(vat));

  it('splits a price into net and VAT that add up to it in the proportion 100 to 15', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_00 }), (price) => {
        const vat = vatInside(price, 1500);
        expect(Number.isInteger(vat)).toBe(true);
        expect(Math.abs(vat - (price * 15) / 115)).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('is taken at the rate that is given', () => {
    expect(vatInside(1140, 1400)).toBe(140);
  });
});
