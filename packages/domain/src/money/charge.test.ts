import { describe, expect, it } from 'vitest';
import {
  canBecome,
  DENIAL_WORDS,
  lastLookUpAt,
  lastSentAt,
  lookupDelaySeconds,
  MADE_WITHIN_MS,
  PAYMENT_BEING_CONFIRMED,
} from './charge.ts';

describe('the states of a charge', () => {
  it('keeps a succeeded or denied charge final, except for a refund', () => {
    expect(canBecome('unknown', 'succeeded')).toBe(true);
    expect(canBecome('succeeded', 'denied')).toBe(false);
    expect(canBecome('denied', 'succeeded', 'insufficient_airtime')).toBe(false);
    // A charge that counted as never taken may have been taken after all.
    expect(canBecome('denied', 'succeeded', 'not_taken')).toBe(true);
    expect(canBecome('denied', 'refunded', 'not_taken')).toBe(false);
    expect(canBecome('succeeded', 'refunded')).toBe(true);
    expect(canBecome('refunded', 'refunded')).toBe(false);
  });

  it('looks up an unknown charge soon, then more slowly, and never stops', () => {
    expect([0, 1, 2, 99].map(lookupDelaySeconds)).toEqual([5, 15, 60, 3600]);
  });

  it('looks up a charge that counts as never taken once more, when no request can be under way any more', () => {
    const [asked, soon] = [new Date('2026-10-23T03:13:16Z'), new Date('2026-10-23T03:56:43Z')];
    const charge = { createdAt: asked, sentAt: null };
    expect(lastLookUpAt(charge, soon)).toEqual(new Date('2026-10-23T09:13:16Z'));
    expect(lastLookUpAt(charge, soon)?.getTime()).toBeGreaterThan(asked.getTime() + MADE_WITHIN_MS);
    expect(lastLookUpAt(charge, new Date('2026-10-23T09:13:16Z'))).toBeNull();
  });

  it('measures a charge on hold from the time that it was sent again', () => {
    const createdAt = new Date('2026-10-23T03:13:16Z');
    const sentAt = new Date('2026-10-25T09:00:00Z');
    expect(lastSentAt({ createdAt, sentAt: null })).toBe(createdAt);
    expect(lastSentAt({ createdAt, sentAt })).toBe(sentAt);
    const soon = new Date('2026-10-25T09:01:20Z');
    expect(lastLookUpAt({ createdAt, sentAt }, soon)).toEqual(new Date('2026-10-25T15:00:00Z'));
  });

  // X4 X5
  it('describes a denied or pending payment in words that the page classifies correctly', () => {
    expect(PAYMENT_BEING_CONFIRMED).not.toMatch(/otp|timed out|insufficient/i);
    const told = Object.entries(DENIAL_WORDS).filter(([, words]) => /insufficient/i.test(words));
    expect(told.map(([reason]) => reason)).toEqual(['insufficient_airtime']);
    for (const words of Object.values(DENIAL_WORDS)) expect(words).not.toMatch(/otp|timed out/i);
  });
});
