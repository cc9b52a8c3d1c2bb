import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carrierOfRange } from './registry.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const msisdn = digits(9).map((rest) => `27${rest}` as Msisdn);
const prefix = fc
  .integer({ min: 0, max: 9 })
  .chain((length) => digits(length))
  .map((rest) => `27${rest}`);
/** Up to four carriers, no two of which share a prefix. */
const carriers = fc.uniqueArray(prefix, { maxLength: 12 }).chain((all) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(), { minLength: all.length, maxLength: all.length }),
    )
    .map(([count, owners]) =>
      Array.from({ length: count }, (_, index) => ({
        id: `carrier-${index}`,
        prefixes: all.filter((_prefix, place) => (owners[place] ?? 0) % count === index),
      })),
    ),
);

describe('the carrier of a number range', () => {
  it('is a configured carrier for every number', () => {
    fc.assert(
      fc.property(carriers, msisdn, (all, number) => {
        expect(all.map(({ id }) => id)).toContain(carrierOfRange(all, number));
      }),
    );
  });

  it('is the carrier with the longest matching prefix, in any order of carriers', () => {
    fc.assert(
      fc.property(carriers, msisdn, fc.nat(), (all, random, choice) => {
        const prefixes = all.flatMap((one) => one.prefixes);
        const chosen = prefixes[choice % Math.max(prefixes.length, 1)] ?? '';
        // A number with one of the prefixes, if there is one.
        const number = (chosen + random.slice(chosen.length)) as Msisdn;
        const matching = all.flatMap(({ id, prefixes: own }) =>
          own.filter((one) => number.startsWith(one)).map((one) => ({ id, length: one.length })),
        );
        const longest = Math.max(...matching.map(({ length }) => length));
        const owner = matching.find(({ length }) => length === longest);
        if (!owner) {
          expect(prefixes).toEqual([]);
          return;
        }
        expect(carrierOfRange(all, number)).toBe(owner.id);
        expect(carrierOfRange(all.toReversed(), number)).toBe(owner.id);
      }),
    );
  });

  it('is the first carrier without a range for a number outside all ranges', () => {
    const all = [
      { id: 'narrow', prefixes: ['2761'] },
      { id: 'wide', prefixes: [] },
      { id: 'other', prefixes: [] },
    ];
    expect(carrierOfRange(all, '27821234567' as Msisdn)).toBe('wide');
    expect(carrierOfRange(all, '27611234567' as Msisdn)).toBe('narrow');
  });
});
