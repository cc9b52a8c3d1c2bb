// S7: the meaning of each state with the right dates, and no announced charge that will not happen.
import { describe, expect, it } from 'vitest';
import type { Holding } from './account-words.ts';
import { DAILY } from './holding.test-kit.ts';
import { subscriptionWordsOf } from './subscription-words.ts';

const holding = (fields: Partial<Holding> & Pick<Holding, 'state'>): Holding => ({
  ...DAILY,
  ...fields,
});
const wordsOf = (fields: Parameters<typeof holding>[0], cheaper = false): string =>
  subscriptionWordsOf(holding(fields), { cheaper }).words.join(' ');

describe('subscriptionWordsOf', () => {
  it('names, in grace, the missing amount, the end of service, the next try and what helps', () => {
    const words = wordsOf({ state: 'grace', next_try_at: '2026-11-21T12:00:00.000Z' });
    expect(words).toMatch(
      /^We could not take R5\.00\. You can watch until .*23\sNov.*10:00\. Recharge: R5\.00 is then taken and it goes on at once\. We try again on .*21\sNov.*14:00\.$/,
    );
  });

  it('says, when parked, that service is paused, and offers a cheaper package only if there is one', () => {
    const parked = {
      state: 'parked',
      served_until: null,
      next_try_at: '2026-11-25T05:00:00.000Z',
    } as const;
    expect(wordsOf(parked)).toMatch(
      /^We could not take R5\.00, so watching is paused\. Recharge: R5\.00 is then taken and it goes on at once\. We try again on .*25\sNov.*07:00\.$/,
    );
    expect(wordsOf(parked, true)).toContain(
      'Recharge: R5.00 is then taken and it goes on at once. Or change to a cheaper package.',
    );
    expect(wordsOf({ ...parked, next_try_at: null })).not.toContain('try again');
  });

  it('says, at the limit of a month, what was taken, until when nothing is, and what helps', () => {
    const words = wordsOf({
      state: 'parked',
      served_until: null,
      next_try_at: '2026-12-01T05:00:00.000Z',
      withheld: { taken: '200.00', until: '2026-12-01T05:00:00.000Z' },
    });
    expect(words).toMatch(
      /^R200\.00 was taken this month\. Nothing more is taken until .*1\sDec.*07:00, unless you accept/,
    );
    expect(words).not.toContain('Recharge');
  });

  it('says neither denied nor paid while a charge is in flight', () => {
    const asked = { payment_pending: true } as const;
    expect(wordsOf({ state: 'grace', ...asked })).toMatch(
      /^We are asking your network for R5\.00\. You can watch until .*23\sNov/,
    );
    expect(wordsOf({ state: 'parked', served_until: null, ...asked })).toContain(
      'As soon as it is paid, you can watch.',
    );
    expect(wordsOf({ state: 'active', next_amount: '25.00', ...asked })).toMatch(
      /^R25\.00 for another package is being confirmed.*You have Daily until it is\.$/,
    );
  });

  it('says, after the end, that nothing more is charged, and until when viewing is possible', () => {
    for (const state of ['cancelled', 'expired', 'blocked'] as const) {
      const { tone, words } = subscriptionWordsOf(
        holding({ state, served_until: null, next_amount: null }),
        { cheaper: false },
      );
      expect([tone, words.join(' ')]).toEqual([
        'over',
        expect.stringMatching(/no more airtime will be taken|Nothing more is taken/),
      ]);
    }
    expect(
      wordsOf({ state: 'cancelled', served_until: '2026-11-21T08:00:00.000Z', next_amount: null }),
    ).toMatch(/paid for can be watched until .*21\sNov.*10:00/);
    expect(
      wordsOf({
        state: 'cancelled',
        served_until: '2026-11-21T08:00:00.000Z',
        next_amount: null,
        free_trial: true,
      }),
    ).toMatch(/Free until .*21\sNov.*10:00: watch until then\. Nothing was taken\.$/);
  });

  it('says, on the free day and when paid, that nothing was charged yet, or that it continues', () => {
    expect(wordsOf({ state: 'trial' })).toContain('nothing has been taken');
    expect(wordsOf({ state: 'active' })).toContain('until you stop');
    expect(wordsOf({ state: 'pending', paid_until: null, served_until: null })).toContain(
      'asked for once',
    );
  });
});
