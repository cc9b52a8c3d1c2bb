// Issue 4 section 1: who could not pay is told to recharge and is not led into a second
// subscription.
import { expect, it } from 'vitest';
import { leadsToNumber, REFUSAL_WORDS, type Refusal } from './refusal.ts';

it('leads to number entry only who has no subscription here, and says to the others what helps', () => {
  const all = Object.keys(REFUSAL_WORDS) as Refusal[];
  expect(all.filter(leadsToNumber)).toEqual(['visitor', 'expired']);
  expect(REFUSAL_WORDS.not_paid).toMatch(/paused.*Recharge.*press Watch again/);
  for (const refusal of all.filter((one) => !leadsToNumber(one)))
    expect(REFUSAL_WORDS[refusal]).not.toContain('subscribe');
});
