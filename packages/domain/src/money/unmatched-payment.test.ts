// The effect of a payment that a backup has lost on its subscription.
import { describe, expect, it } from 'vitest';
import { DAY_MS, PACKAGES } from '../packages/package-catalogue.ts';
import type { Subscription } from '../subscription/subscription.ts';
import { decide } from '../subscription/subscription-decide.ts';
import { evolve } from '../subscription/subscription-evolve.ts';
import { after, DAILY, life } from '../subscription/subscription-life.test-kit.ts';
import { requestOfUnmatched, type UnmatchedPayment } from './unmatched-payment.ts';

const HOUR = 3_600_000;
const SOLD = PACKAGES.map(({ id, price }) => ({ packageId: id, price }));

/** The subscription after a payment that was found. */
function afterFound(state: Subscription, found: UnmatchedPayment): Subscription {
  const decision = requestOfUnmatched(state, found, SOLD);
  if (!decision.ok) throw new Error(decision.refusal);
  const asked = decision.events.reduce<Subscription>(evolve, state);
  const paid = decide(
    asked,
    {
      type: 'record_success',
      period: found.period,
      amount: found.amount,
      packageId: decision.packageId,
    },
    found.at,
  );
  if (!paid.ok) throw new Error(paid.refusal);
  return paid.events.reduce<Subscription>(evolve, asked);
}

describe('a payment that a restored database lacks', () => {
  const trial = life(DAILY, true).state;
  const end = trial.paidUntil as Date;
  const at = new Date(end.getTime() + 60_000);
  const first: UnmatchedPayment = { period: 1, attempt: 1, amount: 500, at };

  it('extends the paid time, as the renewal did', () => {
    expect(afterFound(trial, first)).toMatchObject({
      status: 'active',
      period: 1,
      paidUntil: new Date(end.getTime() + DAY_MS),
      takenCents: 500,
    });
  });

  it('pays for the grace served when it was taken soon after a denial, and starts its own period when the number was parked', () => {
    const soon = new Date(end.getTime() + HOUR);
    expect(afterFound(trial, { ...first, attempt: 2, at: soon })).toMatchObject({
      paidUntil: new Date(end.getTime() + DAY_MS),
      tries: 0,
    });
    const late = new Date(end.getTime() + 9 * HOUR);
    expect(afterFound(trial, { ...first, attempt: 3, at: late })).toMatchObject({
      paidUntil: new Date(late.getTime() + DAY_MS),
      tries: 0,
    });
  });

  it('follows a denial as the original subscription did, at any time after it', () => {
    for (const hours of [1, 4, 9, 23, 30, 47, 54, 80]) {
      const lived = life(DAILY, true);
      const paid = new Date(end.getTime() + hours * HOUR);
      lived.next();
      lived.deny();
      while ((lived.due() ?? paid) < paid) {
        lived.next();
        if (lived.state.chargingPackageId !== null) lived.deny();
      }
      lived.at(paid);
      lived.give({ type: 'top_up' });
      lived.next();
      lived.pay();
      const found = afterFound(trial, { ...first, attempt: 2, at: paid });
      expect([hours, found.status, found.paidUntil]).toEqual([
        hours,
        'active',
        lived.state.paidUntil,
      ]);
    }
  });

  it('follows an earlier unmatched payment, day by day', () => {
    const days = [0, 1, 2].reduce(
      (state, day) =>
        afterFound(state, { ...first, period: day + 1, at: new Date(at.getTime() + day * DAY_MS) }),
      trial,
    );
    expect(days).toMatchObject({ period: 3, paidUntil: new Date(end.getTime() + 3 * DAY_MS) });
  });

  it('upgrades the package at once when its price is that of a dearer package and the paid time still runs', () => {
    const active = afterFound(trial, first);
    const early = new Date((active.paidUntil as Date).getTime() - HOUR);
    expect(afterFound(active, { period: 2, attempt: 1, amount: 2500, at: early })).toMatchObject({
      packageId: 'p-grtv-monthly-c-01',
      takenCents: 2500,
    });
  });

  it('is rejected when the subscription has ended, the period is paid, or no package has that price', () => {
    const active = afterFound(trial, first);
    const cancelled = evolve(active, { type: 'cancelled', at: after(0), by: 'operator' });
    expect(requestOfUnmatched(cancelled, { ...first, period: 2 }, SOLD)).toEqual({
      ok: false,
      refusal: 'ended',
    });
    expect(requestOfUnmatched(active, first, SOLD)).toEqual({ ok: false, refusal: 'paid' });
    expect(requestOfUnmatched(active, { ...first, period: 2, amount: 501 }, SOLD)).toEqual({
      ok: false,
      refusal: 'other_amount',
    });
  });
});
