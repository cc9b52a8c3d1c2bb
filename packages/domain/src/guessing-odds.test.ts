// Issue 8 section 1 item 5: the odds that docs/fraud.md writes down.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guessingOdds } from './guessing-odds.ts';

const FRAUD = readFileSync(new URL('../../../docs/fraud.md', import.meta.url), 'utf8');

const ATTACKERS = [
  { networks: 1, against: 'one_number', words: 'one address, one number' },
  { networks: 1, against: 'anybody', words: 'one address, anybody' },
  { networks: 1000, against: 'one_number', words: 'a thousand addresses, one number' },
  { networks: 1000, against: 'anybody', words: 'a thousand addresses, anybody' },
] as const;

describe('the odds of guessing codes', () => {
  it.each(ATTACKERS)('$words: as docs/fraud.md says', ({ words, ...attacker }) => {
    const { triesAYear, guessedAYear, chanceAYear } = guessingOdds(attacker);
    expect(FRAUD).toContain(
      `| ${words} | ${Math.round(triesAYear)} | ${guessedAYear.toFixed(3)} | ${(chanceAYear * 100).toFixed(1)} % |`,
    );
  });

  it('one address is held to under three in a hundred a year, whomever it is after', () => {
    for (const against of ['one_number', 'anybody'] as const)
      expect(guessingOdds({ networks: 1, against }).chanceAYear).toBeLessThan(0.03);
  });

  it('more addresses help against anybody, and against one number only to the limits of the number', () => {
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
