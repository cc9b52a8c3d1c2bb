import { describe, expect, it } from 'vitest';
import { dayWords, numberHint, renews } from './account-words.ts';

describe('the account in words', () => {
  it('shows a number as a hint only', () => {
    expect(numberHint('27821234567')).toBe('082 ••• 4567');
  });
  it('knows what can still be cancelled', () => {
    expect((['trial', 'active', 'grace', 'parked', 'pending'] as const).every(renews)).toBe(true);
    expect((['cancelled', 'expired', 'blocked'] as const).some(renews)).toBe(false);
  });
  it('says an instant in South African time', () => {
    expect(dayWords('2026-11-21T22:30:00.000Z')).toMatch(/22 Nov.*00:30/);
  });
});
