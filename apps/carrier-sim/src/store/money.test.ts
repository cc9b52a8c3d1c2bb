import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AIRTIME_CEILING_CENTS,
  camaraFromCents,
  centsFromCamara,
  centsFromRand,
  isCamaraStep,
  randFromCents,
} from './money.ts';

describe('money at the carrier', () => {
  test('parses written rand as the same cents', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: AIRTIME_CEILING_CENTS }),
        (cents) => centsFromRand(randFromCents(cents)) === cents,
      ),
    );
  });

  test('converts cents to a CAMARA float and back without loss', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        (cents) => centsFromCamara({ amount: camaraFromCents(cents) }) === cents,
      ),
    );
  });

  test('counts every amount of whole cents as a step of 0.001', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (cents) => isCamaraStep(cents / 100)),
    );
  });

  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['0.00', 0],
    [7.25, 725],
  ])('reads the amount %s', (rand, cents) => expect(centsFromRand(rand)).toBe(cents));

  test.each(['', '-1', '1.234', 'R5', '1,50', '1e3', '99999999', Number.NaN, -5, 0.001])(
    'refuses the amount %s',
    (rand) => expect(centsFromRand(rand)).toBeUndefined(),
  );

  test('takes separate tax as well, and included tax once', () => {
    expect(centsFromCamara({ amount: 5, isTaxIncluded: true, taxAmount: 0.652 })).toBe(500);
    expect(centsFromCamara({ amount: 4.348, isTaxIncluded: false, taxAmount: 0.652 })).toBe(500);
    expect(centsFromCamara({ amount: 5.001 })).toBeUndefined();
  });
});
