import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DisputeFacts, proposeAnswer } from './care-answer.ts';
import {
  type ApprovalRequest,
  decideApproval,
  disputeCanBecome,
  needsSecondPerson,
  refundProgress,
} from './care-refund.ts';
import { careTime, chargeWords, refundWords } from './care-words.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const LATER = new Date('2026-11-21T08:00:00.000Z');

describe('the second person', () => {
  it('is needed above the limit, and not at the limit', () => {
    const alone = { ofCharge: 0, ofNumberToday: 0 };
    expect(needsSecondPerson({ amount: 2000, ...alone }, 2000)).toBe(false);
    expect(needsSecondPerson({ amount: 2001, ...alone }, 2000)).toBe(true);
  });

  it('is needed whichever parts a sum above the limit is split into', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 10_000 }),
        (parts, limit) => {
          let given = 0;
          for (const amount of parts)
            if (!needsSecondPerson({ amount, ofCharge: given, ofNumberToday: 0 }, limit))
              given += amount;
          expect(given).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  const request = (given: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
    state: 'waiting',
    askedBy: 'anna',
    askedAt: NOW,
    expiresAt: LATER,
    decidedBy: null,
    ...given,
  });

  const decide = (
    given: ApprovalRequest,
    decision: { by: string; verdict: 'approved' | 'refused' },
    now = NOW,
  ) => decideApproval(given, { ...decision, askerIsDisabled: false, changes: [] }, now);

  it('is never the person who asked, whatever the state of the request', () => {
    for (const state of ['waiting', 'approved', 'refused'] as const)
      for (const verdict of ['approved', 'refused'] as const)
        expect(decide(request({ state }), { by: 'anna', verdict })).toEqual({
          ok: false,
          refusal: 'own_request',
        });
  });

  it('decides once: a repetition changes nothing, another decision is refused', () => {
    const decided = request({ state: 'approved', decidedBy: 'ben' });
    const as = (by: string, verdict: 'approved' | 'refused') => decide(decided, { by, verdict });
    expect(as('ben', 'approved')).toEqual({ ok: true, repeated: true });
    expect(as('ben', 'refused')).toEqual({ ok: false, refusal: 'decided' });
    expect(as('carla', 'approved')).toEqual({ ok: false, refusal: 'decided' });
  });

  it('comes too late once the request has expired', () => {
    const late = decide(request(), { by: 'ben', verdict: 'approved' }, LATER);
    expect(late).toEqual({ ok: false, refusal: 'expired' });
  });

  it('approves nothing that a disabled account asked for, and may refuse it', () => {
    const as = (given: ApprovalRequest, verdict: 'approved' | 'refused', now = NOW) =>
      decideApproval(given, { by: 'ben', verdict, askerIsDisabled: true, changes: [] }, now);
    expect(as(request(), 'approved')).toEqual({ ok: false, refusal: 'asker_disabled' });
    expect(as(request(), 'refused')).toEqual({ ok: true, repeated: false });
    expect(as(request(), 'approved', LATER)).toEqual({ ok: false, refusal: 'expired' });
    // It was approved before: the repetition says so.
    const approved = request({ state: 'approved', decidedBy: 'ben' });
    expect(as(approved, 'approved')).toEqual({ ok: true, repeated: true });
  });
});

describe('a dispute', () => {
  it('is decided once, and never opened again', () => {
    expect(disputeCanBecome('open', 'answered')).toBe(true);
    expect(disputeCanBecome('answered', 'upheld')).toBe(true);
    expect(disputeCanBecome('open', 'rejected')).toBe(true);
    for (const to of ['open', 'answered', 'upheld', 'rejected'] as const) {
      expect(disputeCanBecome('upheld', to)).toBe(false);
      expect(disputeCanBecome('rejected', to)).toBe(false);
    }
  });
});

describe('a refund that care asked for', () => {
  const asked = { state: 'free' as const, expiresAt: LATER, refusal: null };

  it('is given back only where the carrier said so', () => {
    expect(refundProgress(asked, 'succeeded', NOW)).toBe('given_back');
    for (const made of ['intended', 'unknown', undefined] as const)
      expect(refundProgress(asked, made, NOW)).toBe('asked');
    expect(refundProgress({ ...asked, state: 'approved' }, undefined, NOW)).toBe('asked');
    expect(refundProgress({ ...asked, state: 'approved' }, 'denied', NOW)).toBe('denied');
  });

  it('waits for the second person until its time is over', () => {
    const waiting = { ...asked, state: 'waiting' as const };
    expect(refundProgress(waiting, undefined, NOW)).toBe('waits');
    expect(refundProgress(waiting, undefined, LATER)).toBe('denied');
  });

  it('is denied by a person, by time and by billing', () => {
    for (const state of ['refused', 'expired'] as const)
      expect(refundProgress({ ...asked, state }, undefined, NOW)).toBe('denied');
    expect(refundProgress({ ...asked, refusal: 'more_than_left' }, undefined, NOW)).toBe('denied');
  });
});

describe('the words of care', () => {
  const charge = {
    state: 'succeeded' as const,
    reason: null,
    amount: 500,
    refunded: 0,
    isOverpayment: false,
    onHoldUntil: null,
    boughtUntil: LATER,
    nextTryAt: undefined,
  };

  it('give instants in South African time, over midnight and into another year', () => {
    expect(careTime(NOW)).toBe('20 Nov 2026, 10:00:00');
    expect(careTime(new Date('2026-12-31T22:00:00Z'))).toBe('1 Jan 2027, 00:00:00');
  });

  it('say what was taken, for how long, and what was given back', () => {
    expect(chargeWords(charge)).toEqual({
      answer: 'The carrier took R5.00.',
      means: 'It paid for the service until 21 Nov 2026, 10:00:00.',
      next: 'Nothing more happens with this payment.',
    });
    expect(chargeWords({ ...charge, refunded: 200 }).next).toContain('R2.00 of it is given back');
    expect(chargeWords({ ...charge, state: 'refunded', refunded: 500 }).next).toContain(
      'All of it',
    );
    expect(refundWords('denied', 'refused')).toContain('refused');
  });

  it('say why the outcome of a refund is unknown, and say that it did not answer only then', () => {
    expect(refundWords('unknown', null)).toContain('about to be sent');
    expect(refundWords('unknown', 'processing')).toContain('is not done');
    expect(refundWords('unknown', 'already_submitted')).toContain('had this request before');
    expect(refundWords('unknown', 'not_as_asked')).toContain('A person must decide');
    expect(refundWords('unknown', 'timed_out')).toContain('no readable answer');
  });

  it('say of every denial that nothing was taken, and when it is tried again', () => {
    for (const reason of [
      'insufficient_airtime',
      'spending_limit',
      'billing_blocked',
      'not_on_network',
      'refused',
      'carrier_unavailable',
      'not_taken',
      'something new',
    ]) {
      const words = chargeWords({ ...charge, state: 'denied', reason, nextTryAt: LATER });
      expect(words.means).toContain('Nothing was taken');
      expect(words.next).toBe('It is tried again at 21 Nov 2026, 10:00:00.');
    }
    const last = chargeWords({ ...charge, state: 'denied', reason: 'refused', nextTryAt: null });
    expect(last.next).toBe('It is not tried again for this period.');
  });

  it('never claim to know what an unanswered charge did', () => {
    expect(chargeWords({ ...charge, state: 'unknown' }).means).toContain('not known');
  });
});

describe('the proposed answer to a dispute', () => {
  const facts: DisputeFacts = {
    state: 'succeeded',
    amount: 2500,
    refunded: 0,
    isOverpayment: false,
    at: NOW,
    packageName: 'Monthly',
    boughtUntil: LATER,
    optIn: { at: NOW, price: 2500, proof: 'otp' },
    stoppedAt: null,
    receiptSentAt: NOW,
    plays: 3,
    lastPlayAt: NOW,
  };

  it('cites opt-in, price, proof, receipt and use where all of them agree', () => {
    const { verdict, words } = proposeAnswer(facts);
    expect(verdict).toBe('rejected');
    for (const part of ['accepted Monthly at R25.00', 'a code', 'receipt', '3 times', 'STOP'])
      expect(words).toContain(part);
  });

  it('gives the money back where the evidence speaks for the caller', () => {
    const faults: Partial<DisputeFacts>[] = [
      { optIn: null },
      { stoppedAt: NOW },
      { isOverpayment: true },
      { optIn: { at: NOW, price: 1000, proof: 'otp' } },
    ];
    for (const given of faults)
      expect(proposeAnswer({ ...facts, ...given })).toMatchObject({ verdict: 'upheld' });
  });

  it('gives nothing back of what was not taken, is given back, or is not known yet', () => {
    expect(proposeAnswer({ ...facts, state: 'denied', optIn: null }).verdict).toBe('rejected');
    expect(proposeAnswer({ ...facts, refunded: 2500, optIn: null }).verdict).toBe('rejected');
    expect(proposeAnswer({ ...facts, state: 'unknown' }).verdict).toBe('too_early');
  });
});
