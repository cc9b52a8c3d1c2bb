import { describe, expect, it } from 'vitest';
import { overlappingRate, vatRates } from './vat-rates.ts';

const rate = (day: string, percent: number) => ({
  from: new Date(`${day}T00:00:00+02:00`),
  rate: percent * 100,
});

describe('the rate of VAT', () => {
  it('is the one of the law at the instant', () => {
    const vatRateAt = vatRates([]);
    expect(vatRateAt(new Date('2018-03-31T21:59:59Z'))).toBe(1400);
    expect(vatRateAt(new Date('2018-03-31T22:00:00Z'))).toBe(1500);
    expect(vatRateAt(new Date('2026-11-23T12:00:00Z'))).toBe(1500);
  });

  it('is a configured one from its day on', () => {
    const vatRateAt = vatRates([rate('2027-04-01', 16), rate('2028-04-01', 15.5)]);
    expect(vatRateAt(new Date('2027-03-31T21:59:59Z'))).toBe(1500);
    expect(vatRateAt(new Date('2027-03-31T22:00:00Z'))).toBe(1600);
    expect(vatRateAt(new Date('2030-01-01T00:00:00Z'))).toBe(1550);
  });

  it('overlaps where it does not begin after the one before', () => {
    const [first, second] = [rate('2027-04-01', 16), rate('2028-04-01', 17)];
    expect(overlappingRate([])).toBeUndefined();
    expect(overlappingRate([first, second])).toBeUndefined();
    expect(overlappingRate([second, first])).toBe(first);
    expect(overlappingRate([first, first])).toBe(first);
    const early = rate('2018-04-01', 16);
    expect(overlappingRate([early])).toBe(early);
  });
});
