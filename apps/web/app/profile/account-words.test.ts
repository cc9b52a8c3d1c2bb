// S7: the texts of the account.
import { describe, expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import {
  dateWords,
  dayWords,
  type Holding,
  holdingWords,
  nextEventOf,
  numberHint,
  outcomeWords,
  paymentDates,
  paymentsShown,
  proofWords,
  renews,
} from './account-words.ts';

const holding = (state: Holding['state']): Holding => ({
  package_id: 'p-grtv-weekly-c-01',
  name: 'Weekly',
  price: '10.00',
  service_period: 'week',
  state,
  started_at: '2026-11-20T08:00:00.000Z',
  paid_until: '2026-11-21T22:30:00.000Z',
  served_until: '2026-11-23T22:30:00.000Z',
  next_try_at: null,
  withheld: null,
  payment_pending: false,
  next_amount: '10.00',
  free_trial: false,
  recharge: null,
});

describe('the texts of the account', () => {
  it('show only a hint of the number', () => {
    expect(numberHint('27821234567')).toBe('082 ••• 4567');
  });
  it('know which states can still be cancelled', () => {
    expect((['trial', 'active', 'grace', 'parked', 'pending'] as const).every(renews)).toBe(true);
    expect((['cancelled', 'expired', 'blocked'] as const).some(renews)).toBe(false);
  });
  it('show times in South African time', () => {
    expect(dayWords('2026-11-21T22:30:00.000Z')).toMatch(/22\sNov.*00:30/);
    expect(dateWords('2026-11-21T22:30:00.000Z')).toMatch(/22 Nov.* 2026/);
  });
  it('show the held package in one line', () => {
    expect(holdingWords(holding('active'))).toBe('Weekly, R10.00/week · Active');
    expect(holdingWords(holding('cancelled'))).toBe('Weekly · Cancelled');
    expect(holdingWords(null)).toBe('No subscription');
  });
  it('show what comes next, and never announce a charge that will not happen', () => {
    expect(nextEventOf(holding('active'))).toMatchObject({
      term: 'Next payment',
      words: expect.stringMatching(/^R10\.00 on .*22\sNov/),
    });
    expect(nextEventOf(holding('trial'))?.term).toBe('First payment');
    expect(nextEventOf({ ...holding('active'), next_amount: '25.00' })?.words).toMatch(
      /^R25\.00 on /,
    );
    for (const state of ['cancelled', 'expired', 'blocked', 'grace', 'parked'] as const) {
      const next = nextEventOf(holding(state));
      expect(`${next?.term} ${next?.words}`).not.toMatch(/R\d|next|first/i);
    }
    expect(nextEventOf({ ...holding('pending'), paid_until: null })).toBeUndefined();
  });
  it("call a cancelled subscription's remaining time paid only where it was paid for", () => {
    expect(nextEventOf({ ...holding('cancelled'), free_trial: true })?.term).toBe('Free until');
    expect(nextEventOf(holding('cancelled'))?.term).toBe('Paid until');
    expect(nextEventOf({ ...holding('cancelled'), served_until: null })).toBeUndefined();
    for (const state of ['grace', 'parked'] as const)
      expect(nextEventOf(holding(state))?.term).toBe('Payment due since');
  });
  it('show the outcome of a payment, its reason, and its refunds', () => {
    const charge = {
      reference: 'BON-1',
      at: '',
      package_id: '',
      package_name: 'Weekly',
      amount: '10.00',
      vat: '1.30',
      reason: null,
      reason_words: null,
      tries: 1,
    };
    const back = (amount: string, outcome: 'succeeded' | 'pending') => ({
      at: '',
      amount,
      outcome,
    });
    expect(outcomeWords({ ...charge, outcome: 'succeeded', refunds: [] })).toEqual({
      outcome: 'Paid',
      notes: [],
    });
    expect(
      outcomeWords({
        ...charge,
        outcome: 'denied',
        reason: 'insufficient_airtime',
        reason_words: 'Insufficient airtime',
        refunds: [],
      }),
    ).toEqual({
      outcome: 'Not taken',
      notes: ['Insufficient airtime'],
    });
    expect(
      outcomeWords({
        ...charge,
        outcome: 'succeeded',
        refunds: [back('2.50', 'succeeded'), back('1.00', 'pending')],
      }),
    ).toEqual({
      outcome: 'Paid',
      notes: ['R2.50 given back', 'R1.00 is being given back'],
    });
    expect(
      outcomeWords({ ...charge, outcome: 'refunded', refunds: [back('10.00', 'succeeded')] }),
    ).toEqual({
      outcome: 'Given back',
      notes: ['All of it'],
    });
    for (const outcome of ['unknown', 'pending'] as const)
      expect(outcomeWords({ ...charge, outcome, refunds: [] }).outcome).toBe('Being confirmed');
  });
  it('combine successive denials into one row, so that payments stay visible', () => {
    const charge = {
      package_id: 'weekly',
      package_name: 'Weekly',
      amount: '10.00',
      vat: '1.30',
      refunds: [],
    };
    const refused = (at: string, reason: string, package_id = 'weekly') => ({
      ...charge,
      package_id,
      reference: at,
      at,
      outcome: 'denied' as const,
      reason,
      reason_words: reason,
    });
    const paid = {
      ...charge,
      reference: 'paid',
      at: '2027-01-05T04:00:00Z',
      outcome: 'succeeded' as const,
      reason: null,
      reason_words: null,
    };
    const shown = paymentsShown([
      refused('2027-01-14T04:00:00Z', 'insufficient_airtime'),
      refused('2027-01-13T04:00:00Z', 'insufficient_airtime'),
      refused('2027-01-12T04:00:00Z', 'insufficient_airtime'),
      refused('2027-01-12T03:00:00Z', 'carrier_unavailable'),
      refused('2027-01-12T02:00:00Z', 'carrier_unavailable', 'monthly'),
      paid,
      paid,
    ]);
    expect(shown.map(({ tries }) => tries)).toEqual([3, 1, 1, 1, 1]);
    expect(shown[0] && [paymentDates(shown[0]), outcomeWords(shown[0]).notes]).toEqual([
      '12 to 14 Jan 2027',
      ['Insufficient airtime', 'Tried 3 times'],
    ]);
    expect(shown[1] && paymentDates(shown[1])).toBe('12 Jan 2027');
    expect(paymentDates({ since: '2026-12-30T10:00:00Z', at: '2027-01-02T10:00:00Z' })).toBe(
      '30 Dec 2026 to 02 Jan 2027',
    );
  });
  it('are in the language of the page, with its names of days and months', () => {
    expect(renderIn('st', () => holdingWords(holding('active')))).toBe(
      'Weekly, R10.00/week · E a sebetsa',
    );
    expect(renderIn('zu', () => nextEventOf(holding('active'))?.words)).toBe(
      'u-R10.00 ngo-Son, 22\u00a0Nov, 00:30',
    );
    expect(renderIn('af', () => dateWords('2026-12-31T23:30:00.000Z'))).toBe('01 Jan 2027');
  });
  it('show how a number was proven', () => {
    expect(proofWords('otp')).toContain('one-time PIN');
    expect(proofWords('signed_letter')).toContain('signed letter');
  });
});
