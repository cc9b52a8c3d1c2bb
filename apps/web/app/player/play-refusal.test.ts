// A subscriber who could not pay is asked to recharge and is not led into a second subscription.
import { expect, it } from 'vitest';
import { leadsToNumberEntry, type PlayRefusal, REFUSAL_WORDS } from './play-refusal.ts';

it('leads only viewers without a subscription to number entry, and tells the others what helps', () => {
  const all = Object.keys(REFUSAL_WORDS) as PlayRefusal[];
  expect(all.filter(leadsToNumberEntry)).toEqual(['visitor', 'expired']);
  expect(REFUSAL_WORDS.not_paid).toMatch(/paused.*Recharge.*press Watch again/);
  for (const refusal of all.filter((one) => !leadsToNumberEntry(one)))
    expect(REFUSAL_WORDS[refusal]).not.toContain('subscribe');
});
