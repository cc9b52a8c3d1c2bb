// S7: when another package begins, and the texts until then.
import { describe, expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import { DAILY } from './holding.test-kit.ts';
import {
  answerWords,
  type ChangeAnswer,
  type Choice,
  changeNoticeOf,
  changeOptionsOf,
  changeTimeWords,
} from './package-change.ts';

const MONTHLY: Choice = {
  service_key: 'demo-monthly',
  package_id: 'p-grtv-monthly-c-01',
  name: 'Monthly',
  price: '25.00',
  service_period: 'month',
  effect: 'renewal',
  words: ['Nothing is taken now.'],
  at_once_words: ['R25.00 is taken now.'],
  words_language: 'en' as const,
};
const answer = (outcome: ChangeAnswer['outcome']): ChangeAnswer => ({
  next_package: null,
  status: 'success',
  outcome,
  description: `told: ${outcome}`,
});

describe('changeOptionsOf', () => {
  it('lists the possible ways only, the one without a charge now first', () => {
    expect(changeOptionsOf(MONTHLY)).toEqual([
      { when: 'renewal', words: ['Nothing is taken now.'], atOnce: false },
      { when: 'now', words: ['R25.00 is taken now.'], atOnce: true },
    ]);
    expect(
      changeOptionsOf({ ...MONTHLY, effect: null, words: [] }).map(({ atOnce }) => atOnce),
    ).toEqual([true]);
    expect(changeOptionsOf({ ...MONTHLY, effect: 'now', at_once_words: [] })).toEqual([
      { when: 'now', words: ['Nothing is taken now.'], atOnce: false },
    ]);
  });

  it('shows beside the price when it is charged', () => {
    expect(changeTimeWords('now', DAILY)).toBe('taken now');
    expect(changeTimeWords('renewal', DAILY)).toMatch(/^from .*21\sNov.*10:00$/);
    expect(changeTimeWords('renewal', { paid_until: null })).toBe('after your paid time');
  });
});

describe('the text after a change', () => {
  it('says what the call did where nothing is pending', () => {
    const words = (['planned', 'kept', 'changed', 'ended_meanwhile'] as const).map(
      (outcome) => changeNoticeOf(answer(outcome), MONTHLY, DAILY)?.words,
    );
    expect(words).toEqual([
      expect.stringMatching(/^From .*21\sNov, 10:00 you have Monthly at R25\.00\/month\. Nothing/),
      'You keep Monthly at R25.00/month. Nothing was taken now.',
      expect.stringMatching(
        /^You have Monthly now\. R25\.00 was taken; paid until .*21\sNov, 10:00\.$/,
      ),
      expect.stringContaining('given back to your airtime'),
    ]);
  });

  it('names the reason of a refusal, in the language of the page', () => {
    expect(answerWords('insufficient_airtime', MONTHLY, DAILY)).toBe(
      'Insufficient airtime. Nothing was taken, and you keep Daily as it was.',
    );
    expect(renderIn('zu', () => answerWords('carrier_unavailable', MONTHLY, DAILY))).toBe(
      'Inethiwekhi yakho ayiphendulanga. Akukho okuthathiwe, futhi usagcina i-Daily njengoba ibinjalo.',
    );
  });

  it('follows a payment that is being confirmed to its outcome', () => {
    for (const outcome of ['payment_pending', 'tried_now'] as const) {
      expect(changeNoticeOf(answer(outcome), MONTHLY, { ...DAILY, payment_pending: true })).toEqual(
        {
          tone: 'info',
          words: expect.stringMatching(/is being confirmed|We are asking your network/),
        },
      );
      const paid = { ...DAILY, package_id: MONTHLY.package_id };
      expect(changeNoticeOf(answer(outcome), MONTHLY, paid)).toEqual({
        tone: 'good',
        words: 'You have Monthly now. R25.00 was taken.',
      });
    }
    expect(changeNoticeOf(answer('payment_pending'), MONTHLY, DAILY)?.words).toBe(
      'R25.00 was not taken. You keep Daily as it was.',
    );
    // The account itself shows why it was denied and what helps.
    expect(
      changeNoticeOf(answer('tried_now'), MONTHLY, { ...DAILY, state: 'parked' }),
    ).toBeUndefined();
  });
});
