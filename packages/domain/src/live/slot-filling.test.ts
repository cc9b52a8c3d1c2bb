import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, fillSlot, type SlotToFill } from './slot-filling.ts';

const slot = (fields: Partial<SlotToFill> = {}): SlotToFill => ({
  ...{ name: '1 600', ratingAge: 'A', startsAt: 1000, endsAt: 2000 },
  ...fields,
});
const film = (name: string, fields: Partial<Candidate> = {}): Candidate => ({
  ...{ name, assetId: `asset of ${name}`, ratingAge: 'A', from: null, until: null },
  ...fields,
});

describe('what fills a programme', () => {
  it('is never rated above the programme', () => {
    const pool = ['A', 'PG', '7-9PG', '10-12PG', '13', '16', '18', ''].map((ratingAge) =>
      film(`film ${ratingAge}`, { ratingAge }),
    );
    expect(fillSlot(slot(), pool, 16)).toEqual(['asset of film A']);
    expect(fillSlot(slot({ ratingAge: '13' }), pool, 16)).toHaveLength(5);
    expect(fillSlot(slot({ ratingAge: '18' }), pool, 16)).not.toContain('asset of film ');
  });

  it('may be shown during the whole of its airing', () => {
    const pool = [
      film('late', { from: 1001 }),
      film('ends early', { until: 1999 }),
      film('fits', { from: 1000, until: 2000 }),
    ];
    expect(fillSlot(slot(), pool, 16)).toEqual(['asset of fits']);
  });

  it('keeps the order of all others when one comes or goes, wherever it stood', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 2 });
    fc.assert(
      fc.property(names, fc.nat(), (all, at) => {
        const gone = all[at % all.length] as string;
        const pool = all.map((name) => film(name));
        const without = pool.filter(({ name }) => name !== gone);
        expect(fillSlot(slot(), without.toReversed(), 99)).toEqual(
          fillSlot(slot(), pool, 99).filter((asset) => asset !== `asset of ${gone}`),
        );
      }),
    );
  });

  it('begins with another recording at another time of the week', () => {
    const pool = Array.from({ length: 12 }, (_, at) => film(`film ${at}`));
    const firsts = Array.from(
      { length: 40 },
      (_, at) => fillSlot(slot({ name: `1 ${at * 30}` }), pool, 16)[0],
    );
    expect(new Set(firsts).size).toBeGreaterThan(6);
  });

  it('names media that several titles share once', () => {
    const pool = [film('one', { assetId: 'shared' }), film('two', { assetId: 'shared' })];
    expect(fillSlot(slot(), pool, 16)).toEqual(['shared']);
  });
});
