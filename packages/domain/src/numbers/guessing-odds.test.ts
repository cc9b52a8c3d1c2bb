// The odds that docs/fraud.md states.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guessingOdds } from './guessing-odds.ts';

const FRAUD = readFileSync(new URL('../../../../docs/fraud.md', import.meta.url), 'utf8');

const ATTACKERS = [
  { networks: 1, against: 'one_number', words: 'one address, one number' },
  { networks: 1, against: 'anybody', words: 'one address, anybody' },
  { networks: 1000, against: 'one_number', words: 'a thousand addresses, one number' },
  { networks: 1000, against: 'anybody', words: 'a thousand addresses, anybody' },
] as const;

describe('the odds of guessing codes', () => {
  it.each(ATTACKERS)('equal those in docs/fraud.md for $words', ({ words, ...attacker }) => {
    const { triesAYear, guessedAYear, chanceAYear } = guessingOdds(attacker);
    expect(FRAUD).toContain(
      `| ${words} | ${Math.round(triesAYear)} | ${guessedAYear.toFixed(3)} | ${(chanceAYear * 100).toFixed(1)} % |`,
    );
  });

  it('stay under three in a hundred a year for one address, whatever its target', () => {
    for (const against of ['one_number', 'anybody'] as const)
      expect(guessingOdds({ networks: 1, against }).chanceAYear).toBeLessThan(0.03);
  });

  it("grow with more addresses against any number, but against one number only up to that number's limits", () => {
    expect(guessingOdds({ networks: 1000, against: 'anybody' }).triesAYear).toBe(
      1000 * guessingOdds({ networks: 1, against: 'anybody' }).triesAYear,
    );
    const [thousand, million] = [1000, 1_000_000].map((networks) =>
      guessingOdds({ networks, against: 'one_number' }),
    );
    expect(million).toEqual(thousand);
    expect(thousand?.chanceAYear).toBeLessThan(0.1);
  });
});
