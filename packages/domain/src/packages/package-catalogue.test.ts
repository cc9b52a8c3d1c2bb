import { describe, expect, it } from 'vitest';
import { formatRand } from '../money/rand.ts';
import { durationDays, findPackage, freeId, PACKAGES, packageAt } from './package-catalogue.ts';

describe('the package catalogue', () => {
  // E1 B1
  it('equals the catalogue of the specification', () => {
    expect(PACKAGES.map((one) => [one.name, one.id, formatRand(one.price), one.duration])).toEqual([
      ['Daily', 'p-grtv-daily-c-01', '5.00', '1 Day'],
      ['Weekly', 'p-grtv-weekly-c-01', '10.00', '7 Days'],
      ['Monthly', 'p-grtv-monthly-c-01', '25.00', '30 Days'],
    ]);
  });

  // F7
  it('gives the same days for an id as durationDays', () => {
    for (const one of PACKAGES) expect(durationDays(one.id)).toBe(one.days);
    expect(durationDays('anything')).toBe(1);
  });

  // E5
  it('names the free day of a package after its id', () => {
    for (const one of PACKAGES) expect(freeId(one.id)).toBe(`${one.id}-free-day`);
    expect(findPackage('nothing')).toBeUndefined();
  });

  it('makes the same package from its id, name and price', () => {
    for (const one of PACKAGES) expect(packageAt(one.id, one.name, one.price)).toEqual(one);
  });
});
