// The reference of a charge follows from subscription, period and attempt, so that the carrier
// recognises it.
import { describe, expect, it } from 'vitest';
import {
  chargeReference,
  correlatorOf,
  freeReferences,
  isOurReference,
  refundReference,
} from './carrier-reference.ts';

const ONE = { subscriptionId: '0192f0c5-7b5e-7c3a-9b1a-2d3e4f506172', period: 3, attempt: 1 };

describe('the reference of a charge', () => {
  it('is always the same, and differs by subscription, period and attempt', () => {
    const others = [
      { ...ONE, subscriptionId: '0192f0c5-7b5e-7c3a-9b1a-2d3e4f506173' },
      { ...ONE, period: 4 },
      { ...ONE, attempt: 2 },
      { ...ONE, period: 31, attempt: 1 },
      { ...ONE, period: 3, attempt: 11 },
    ];
    expect(chargeReference(ONE)).toBe('BON-6d607163-4b03-8e60-ad37-8f4982c92478');
    expect(new Set([ONE, ...others].map(chargeReference)).size).toBe(6);
  });

  it('contains a UUID that is the correlator, and reveals nothing of its inputs', () => {
    const reference = chargeReference(ONE);
    expect(correlatorOf(reference)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(reference).not.toContain('0192f0c5');
    expect([isOurReference(reference), isOurReference('BON-1'), isOurReference(undefined)]).toEqual(
      [true, false, false],
    );
  });

  it('of a refund differs for each amount and each time', () => {
    const one = { chargeReference: chargeReference(ONE), amount: 500, attempt: 1 };
    expect(
      new Set([one, { ...one, amount: 200 }, { ...one, attempt: 2 }].map(refundReference)).size,
    ).toBe(3);
    expect(refundReference(one)).toBe(refundReference({ ...one }));
    expect(correlatorOf(refundReference(one))).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the first free reference', () => {
  const named = (item: string, attempt: number): string => `${item} ${attempt}`;
  const free = (items: string[], taken: string[]): Promise<string[]> =>
    freeReferences(items, named, async () => new Set(taken));

  it('is that of the attempt after the last one taken, however many are', async () => {
    const forty = Array.from({ length: 40 }, (_, index) => `b ${index + 1}`);
    expect(await free(['a', 'b', 'c'], [...forty, 'c 1'])).toEqual(['a 1', 'b 41', 'c 2']);
  });

  it('is issued once to two equal items of one call', async () => {
    expect(await free(['a', 'a', 'a'], ['a 2'])).toEqual(['a 1', 'a 3', 'a 4']);
  });
});
