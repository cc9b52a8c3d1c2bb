// S7: a new price of the held package, from when, and what came of Accept.
import { describe, expect, it } from 'vitest';
import { DAILY } from './holding.test-kit.ts';
import { acceptedWords, type Offer, offerWords } from './price-offer.tsx';

const LATER: Offer = {
  package_id: DAILY.package_id,
  name: 'Daily',
  price: '6.00',
  held_price: '5.00',
  service_period: 'day',
  from: '2026-12-20T22:00:00.000Z',
  effect: 'later',
  words: ['Nothing is taken now.'],
  words_language: 'en',
};

describe('the offer of a new price', () => {
  it('names both prices and the South African day, before and after its beginning', () => {
    expect(offerWords(LATER)).toBe('Daily costs R6.00/day from 21 Dec 2026 on. You pay R5.00/day.');
    expect(offerWords({ ...LATER, effect: 'renewal' })).toBe(
      'Daily costs R6.00/day since 21 Dec 2026. You pay R5.00/day.',
    );
  });

  it('says after Accept what is paid until then', () => {
    expect(acceptedWords(LATER, 'planned', DAILY)).toBe(
      'From 21 Dec 2026 on you pay R6.00/day for Daily. Until then you pay R5.00/day.',
    );
    expect(acceptedWords({ ...LATER, effect: 'renewal' }, 'planned', DAILY)).toMatch(
      /^From .*21\sNov.*10:00 you have Daily at R6\.00\/day\. Nothing was taken now\.$/,
    );
    expect(acceptedWords({ ...LATER, effect: 'now' }, 'tried_now', DAILY)).toBe(
      'We are asking your network for R6.00.',
    );
  });
});
