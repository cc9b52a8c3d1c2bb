import { describe, expect, it } from 'vitest';
import {
  canBecome,
  DENIAL_WORDS,
  lastLookAt,
  lookupDelaySeconds,
  MADE_WITHIN_MS,
  PAYMENT_BEING_CONFIRMED,
} from './charge.ts';

describe('a charge', () => {
  it('is final once it succeeded or was denied, but for a refund', () => {
    expect(canBecome('unknown', 'succeeded')).toBe(true);
    expect(canBecome('succeeded', 'denied')).toBe(false);
    expect(canBecome('denied', 'succeeded', 'insufficient_airtime')).toBe(false);
    // What we took for never taken may have been taken after all.
    expect(canBecome('denied', 'succeeded', 'not_taken')).toBe(true);
    expect(canBecome('denied', 'refunded', 'not_taken')).toBe(false);
    expect(canBecome('succeeded', 'refunded')).toBe(true);
    expect(canBecome('refunded', 'refunded')).toBe(false);
  });

  it('is looked up soon, then slower, and never stops being looked up', () => {
    expect([0, 1, 2, 99].map(lookupDelaySeconds)).toEqual([5, 15, 60, 3600]);
  });

  it('that counts as never taken is looked for once more when nothing can be on its way any more', () => {
    const [asked, soon] = [new Date('2026-10-23T03:13:16Z'), new Date('2026-10-23T03:56:43Z')];
    expect(lastLookAt(asked, soon)).toEqual(new Date('2026-10-23T09:13:16Z'));
    expect(lastLookAt(asked, soon)?.getTime()).toBeGreaterThan(asked.getTime() + MADE_WITHIN_MS);
    expect(lastLookAt(asked, new Date('2026-10-23T09:13:16Z'))).toBeNull();
  });

  // X4 X5
  it('is described in words that the page reads rightly', () => {
    expect(PAYMENT_BEING_CONFIRMED).not.toMatch(/otp|timed out|insufficient/i);
    const told = Object.entries(DENIAL_WORDS).filter(([, words]) => /insufficient/i.test(words));
    expect(told.map(([reason]) => reason)).toEqual(['insufficient_airtime']);
    for (const words of Object.values(DENIAL_WORDS)) expect(words).not.toMatch(/otp|timed out/i);
  });
});
