// A subscription keeps the price that its owner agreed to, whatever the package costs since.
import { describe, expect, it } from 'vitest';
import { DAILY, HOUR, life } from './subscription-life.test-kit.ts';

const WEEKLY = 'p-grtv-weekly-c-01';
const raised = { packageId: DAILY, price: 600 };

/** A paid Daily at R5.00. */
function paid() {
  const one = life(DAILY, true);
  one.next();
  one.pay();
  return one;
}

/** The amount of the next renewal. */
function nextAmount(one: ReturnType<typeof life>): number | undefined {
  const request = one.next().find((event) => event.type === 'charge_requested');
  return request?.type === 'charge_requested' ? request.amount : undefined;
}

describe('the price of a subscription', () => {
  it('renews at the agreed price until its owner accepts another one of the same package', () => {
    const one = paid();
    expect(nextAmount(one)).toBe(500);
    one.pay();
    one.give({ type: 'change_package', ...raised });
    expect(one.state).toMatchObject({ price: 500, nextPackageId: DAILY, nextPrice: 600 });
    expect(one.give({ type: 'change_package', ...raised })).toEqual([]);
    expect(nextAmount(one)).toBe(600);
    one.give({ type: 'record_success', period: one.state.period, amount: 600 });
    expect(one.state).toMatchObject({ price: 600, nextPackageId: null, nextPrice: null });
    expect(nextAmount(one)).toBe(600);
  });

  it('renews at the agreed price until an accepted price begins, and gives it up when taken back', () => {
    const one = paid();
    const from = new Date(one.now.getTime() + 40 * HOUR);
    one.give({ type: 'change_package', ...raised, from });
    expect(one.give({ type: 'change_package', ...raised, from })).toEqual([]);
    expect(one.state).toMatchObject({ price: 500, nextPrice: 600, nextFrom: from });
    expect(nextAmount(one)).toBe(500);
    one.pay();
    expect(one.state).toMatchObject({ price: 500, nextPrice: 600, nextFrom: from });
    expect(nextAmount(one)).toBe(600);
    one.deny();
    expect(one.state).toMatchObject({ nextPrice: 600 });
    one.give({ type: 'change_package', packageId: DAILY, price: 500 });
    expect(one.state).toMatchObject({ nextPrice: null, nextFrom: null });
    expect(nextAmount(one)).toBe(500);
  });

  it('does not give up another planned package for a price that begins later', () => {
    const one = paid();
    one.give({ type: 'change_package', packageId: WEEKLY, price: 1200 });
    const from = new Date(one.now.getTime() + 40 * HOUR);
    expect(() => one.give({ type: 'change_package', ...raised, from })).toThrow('change_pending');
  });

  it('takes a change back to the held package at the held price', () => {
    const one = paid();
    one.give({ type: 'change_package', packageId: WEEKLY, price: 1200 });
    one.give({ type: 'change_package', packageId: DAILY, price: 500 });
    expect(one.state).toMatchObject({ nextPackageId: null, nextPrice: null });
    expect(nextAmount(one)).toBe(500);
  });

  it('leaves an unpaid subscription as it was when the operator withdraws an accepted price', () => {
    const one = paid();
    const from = new Date(one.now.getTime() + 60 * 24 * HOUR);
    one.give({ type: 'change_package', ...raised, from });
    const { takenCents } = one.state;
    one.next();
    one.deny();
    const before = one.state;
    one.at(new Date(one.now.getTime() + HOUR));
    const withdrawn = { type: 'change_package', packageId: DAILY, price: 500 } as const;
    expect(one.give({ ...withdrawn, withdrawn: true })).toMatchObject([{ withdrawn: true }]);
    expect(one.state).toEqual({ ...before, nextPackageId: null, nextPrice: null, nextFrom: null });
    expect(one.state.takenCents).toBe(takenCents);
    // Nobody agreed to anything by it.
    expect(one.give({ ...withdrawn, price: 400, withdrawn: true })).toEqual([]);
  });

  it('restarts no monthly sum by planning another package and taking that back', () => {
    const one = paid();
    const { takenCents } = one.state;
    one.give({ type: 'change_package', packageId: WEEKLY, price: 1200 });
    one.give({ type: 'change_package', packageId: DAILY, price: 500 });
    expect(one.state.takenCents).toBe(takenCents);
    // Nor by a dearer package whose charge is denied.
    one.give({ type: 'upgrade', packageId: WEEKLY, price: 1200 });
    one.deny();
    expect(one.state.takenCents).toBe(takenCents);
    // Its own consent has a sum of its own.
    one.give({ type: 'upgrade', packageId: WEEKLY, price: 1200 });
    one.give({ type: 'record_success', period: one.state.period, amount: 1200 });
    expect(one.state.takenCents).toBe(1200);
  });

  it('restarts the monthly sum of the held price by a further consent to be charged now', () => {
    const one = paid();
    one.next();
    one.deny();
    one.give({ type: 'change_package', packageId: WEEKLY, price: 1200 });
    one.give({ type: 'change_package', packageId: DAILY, price: 500 });
    expect(one.state.takenCents).toBe(500);
    one.give({ type: 'change_package', packageId: WEEKLY, price: 1200, chargedNow: true });
    expect(one.state.takenCents).toBe(500);
    one.give({ type: 'change_package', packageId: DAILY, price: 500, chargedNow: true });
    expect(one.state).toMatchObject({ takenCents: 0, nextTryAt: one.now });
  });

  it('never begins the held package at once at a higher price', () => {
    const one = paid();
    expect(() => one.give({ type: 'upgrade', ...raised })).toThrow('not_upwards');
  });

  it('keeps an accepted price when an older charge at the former price succeeds late', () => {
    const one = paid();
    one.next();
    one.deny('not_taken');
    const { period } = one.state;
    one.give({ type: 'change_package', ...raised });
    one.give({ type: 'record_success', period, amount: 500 });
    expect(one.state).toMatchObject({ price: 500, nextPackageId: DAILY, nextPrice: 600 });
    expect(nextAmount(one)).toBe(600);
  });

  it("withholds a charge above the package's own monthly limit", () => {
    const one = paid();
    const [withheld] = one.give({ type: 'pass_time' });
    expect(withheld).toBeUndefined();
    one.at(one.due() as Date);
    expect(one.give({ type: 'pass_time', monthlyLimit: 900 })).toMatchObject([
      { type: 'charge_withheld' },
      { type: 'parked' },
    ]);
  });

  it('goes on in that month by a further consent only, and has used up no grace', () => {
    const one = paid();
    one.at(one.due() as Date);
    const { graceFrom } = one.state;
    one.give({ type: 'pass_time', monthlyLimit: 900 });
    expect(one.state).toMatchObject({ status: 'parked', takenCents: 500, graceFrom });
    const again = { type: 'change_package', packageId: DAILY, price: 500 } as const;
    expect(one.give({ ...again, monthlyLimit: 900 })).toEqual([]);
    // Below the limit there is nothing to accept again.
    expect(one.give({ ...again, chargedNow: true })).toEqual([]);
    expect(one.give({ ...again, chargedNow: true, monthlyLimit: 900 })).toMatchObject([
      { type: 'package_change_requested', chargedNow: true },
    ]);
    expect(one.state).toMatchObject({ takenCents: 0, nextTryAt: one.now });
    expect(one.give({ type: 'pass_time', monthlyLimit: 900 })).toMatchObject([
      { type: 'charge_requested', amount: 500 },
    ]);
    one.pay();
    expect(one.state).toMatchObject({ status: 'active', takenCents: 500, graceFrom });
  });
});
