// Grace is no discount. The tests follow what a number is served unpaid.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noticeTime } from '../notices/notice-time.ts';
import { DAY_MS, type PackageId } from '../packages/package-catalogue.ts';
import { hourOf } from '../south-african-time.ts';
import { servedUntil } from './entitlement.ts';
import { DEFAULT_RETRY_SCHEDULE } from './retry-schedule.ts';
import { sold } from './sold.test-kit.ts';
import { carriedOver } from './subscription.ts';
import { after, DAILY, HOUR, life, typesOf } from './subscription-life.test-kit.ts';

const WEEKLY: PackageId = 'p-grtv-weekly-c-01';
const MONTHLY: PackageId = 'p-grtv-monthly-c-01';

/**
 * A subscription whose grace after the free day is used up, and which has paid since: late, so that
 * it has no new grace.
 */
function withoutGrace(packageId: PackageId = DAILY) {
  const one = life(packageId);
  one.next();
  one.deny();
  one.at(new Date((one.state.graceUntil?.getTime() ?? 0) - 1));
  one.give({ type: 'top_up' });
  one.next();
  one.pay();
  return one;
}

describe('grace', () => {
  it.each([
    [DAILY, 6],
    [WEEKLY, 42],
    [MONTHLY, 48],
  ] as const)('of %s is served for %i hours and not a moment longer', (packageId, hours) => {
    const one = life(packageId);
    const end = after(DAY_MS + hours * HOUR);
    expect(servedUntil(one.state, one.now)).toEqual(end);
    one.next();
    expect(one.deny()).toMatchObject([
      { type: 'charge_denied' },
      { type: 'grace_granted', until: end },
    ]);
    expect([one.served(new Date(end.getTime() - 1)), one.served(end)]).toEqual([true, false]);
    expect(servedUntil(one.state, one.now)).toEqual(end);
    while (one.state.status === 'grace') {
      one.next();
      if (one.state.chargingPackageId) one.deny();
    }
    expect([one.now, one.state.status, one.state.graceFrom]).toEqual([end, 'parked', null]);
  });

  it('lets a payment during grace buy a period that follows the last one without a gap', () => {
    const one = life(WEEKLY);
    one.next();
    one.deny();
    one.at(after(DAY_MS + 41 * HOUR));
    one.give({ type: 'top_up' });
    one.next();
    one.pay();
    expect(one.state.paidUntil).toEqual(after(8 * DAY_MS));
  });

  it('is not granted again before it was earned: the next denial parks at once, and tries continue', () => {
    const one = withoutGrace();
    expect(servedUntil(one.state, one.now)).toEqual(one.state.paidUntil);
    one.next();
    expect(typesOf(one.deny())).toEqual(['charge_denied', 'parked']);
    expect(one.served()).toBe(false);
    expect(typesOf(one.next())).toEqual(['charge_requested']);
    one.pay();
    // A period that was paid late buys all of its time from then on, but earns no grace either.
    expect(one.state.paidUntil).toEqual(new Date(one.now.getTime() + DAY_MS));
    one.next();
    expect(typesOf(one.deny())).toEqual(['charge_denied', 'parked']);
  });

  it('is granted again when a whole period that was paid in time has ended', () => {
    const one = withoutGrace();
    one.next();
    one.pay();
    expect(one.state.graceFrom).toEqual(one.state.paidUntil);
    one.next();
    expect(typesOf(one.deny())).toEqual(['charge_denied', 'grace_granted']);
  });

  it('is not earned by a period that was refunded', () => {
    const one = withoutGrace();
    one.next();
    one.pay();
    one.give({
      type: 'record_refund',
      period: one.state.period,
      amount: 500,
      whole: true,
      paidLatest: true,
    });
    expect([one.state.status, one.state.graceFrom]).toEqual(['cancelled', null]);
  });

  it('is not used while the carrier cannot be reached, and the time served meanwhile is paid', () => {
    for (const one of [life(), withoutGrace()]) {
      const graceFrom = one.state.graceFrom;
      const due = one.state.paidUntil ?? after(0);
      one.next();
      one.deny('carrier_unavailable');
      one.at(new Date(due.getTime() + 5 * HOUR));
      expect([one.served(), one.state.graceFrom]).toEqual([true, graceFrom]);
      one.next();
      one.pay();
      expect(one.state.paidUntil).toEqual(new Date(due.getTime() + DAY_MS));
      // The charge was never denied, so the period counts as paid in time.
      expect(one.state.graceFrom).toEqual(graceFrom ?? one.state.paidUntil);
    }
  });

  it('is counted from the end of the paid time when the carrier denies late', () => {
    const one = life();
    one.next();
    one.deny('carrier_unavailable');
    one.at(after(DAY_MS + 4 * HOUR));
    one.next();
    expect(one.deny()).toMatchObject([
      { type: 'charge_denied' },
      { type: 'grace_granted', until: after(DAY_MS + 6 * HOUR) },
    ]);
    const none = withoutGrace();
    none.next();
    none.deny('carrier_unavailable');
    none.next();
    expect(typesOf(none.deny())).toEqual(['charge_denied', 'parked']);
  });

  it('of a monthly package is not paid off by a daily one: a Daily payment covers at most six hours of it', () => {
    const one = life(MONTHLY);
    one.next();
    one.deny();
    one.at(after(DAY_MS + 40 * HOUR));
    one.give({ type: 'change_package', ...sold(DAILY), chargedNow: true });
    one.next();
    one.pay();
    expect(one.state.paidUntil).toEqual(new Date(one.now.getTime() + 18 * HOUR));
  });

  it('is not changed by a package change while it runs, and ends with the subscription', () => {
    const one = life(DAILY);
    one.next();
    one.deny();
    one.give({ type: 'change_package', ...sold(MONTHLY), chargedNow: true });
    one.next();
    expect(typesOf(one.deny())).toEqual(['charge_denied']);
    expect(one.state.graceUntil).toEqual(after(DAY_MS + 6 * HOUR));
    one.give({ type: 'cancel', by: 'subscriber' });
    expect(one.served()).toBe(false);
  });
});

describe('grace that would end at night', () => {
  it('lasts until 09:30 when a charge fails at 20:56, after the notice of the morning', () => {
    const one = life(DAILY, false);
    one.at(new Date('2026-11-20T18:56:00Z'));
    one.pay();
    one.next();
    expect(one.deny()).toMatchObject([
      { type: 'charge_denied' },
      { type: 'grace_granted', until: new Date('2026-11-22T07:30:00Z') },
    ]);
    // The night is not charged: a payment covers no more than the six hours of the rule.
    one.at(new Date('2026-11-22T07:00:00Z'));
    one.give({ type: 'top_up' });
    one.next();
    one.pay();
    expect(one.state.paidUntil).toEqual(new Date(one.now.getTime() + 18 * HOUR));
  });

  it('is announced at a permitted hour before it ends, at all times, for all packages and graces', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<PackageId>(DAILY, WEEKLY, MONTHLY),
        fc.integer({ min: 0, max: 2 * 24 * 60 }),
        fc.integer({ min: 0, max: 3 * 24 * 60 }),
        fc.float({ min: 0, max: 3, noNaN: true }),
        fc.string(),
        (packageId, start, lateMinutes, graceDays, number) => {
          const startedAt = after(start * 60_000);
          const rules = { ...DEFAULT_RETRY_SCHEDULE, graceDays };
          const one = life(packageId, true, rules, { graceFrom: startedAt, paidUntil: null });
          one.at(one.state.paidUntil ?? startedAt);
          one.at(new Date(one.now.getTime() + start * 60_000));
          one.next();
          one.at(new Date(one.now.getTime() + lateMinutes * 60_000));
          const [, answer] = one.deny();
          if (answer?.type !== 'grace_granted') return;
          const sentAt = noticeTime('not_paid', one.now, number);
          expect(answer.until.getTime() - sentAt.getTime()).toBeGreaterThanOrEqual(HOUR);
          const hour = hourOf(sentAt);
          expect(hour >= 8 && hour < 20).toBe(true);
          expect(one.served(sentAt)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('a number that returns', () => {
  it('keeps the grace that it had left, however its earlier subscription ended', () => {
    const { state } = withoutGrace();
    for (const status of ['cancelled', 'blocked', 'expired'] as const) {
      expect(carriedOver([{ ...state, status }], T_LATER, T_LATER).graceFrom).toBeNull();
    }
    const kept = life().state;
    expect(carriedOver([{ ...kept, status: 'expired' }], null, T_LATER).graceFrom).toEqual(
      kept.graceFrom,
    );
    expect(carriedOver([], T_LATER, T_LATER)).toEqual({ graceFrom: T_LATER, paidUntil: null });
  });

  it('takes over free and paid time that is unused, but no passed time and no refunded time', () => {
    const month = life(MONTHLY, false);
    month.pay();
    month.give({ type: 'cancel', by: 'subscriber' });
    expect(carriedOver([month.state], null, after(10 * DAY_MS)).paidUntil).toEqual(
      after(30 * DAY_MS),
    );
    expect(
      carriedOver([{ ...month.state, status: 'blocked' }], null, after(10 * DAY_MS)).paidUntil,
    ).toEqual(after(30 * DAY_MS));
    expect(carriedOver([month.state], null, after(30 * DAY_MS)).paidUntil).toBeNull();
    const free = life(MONTHLY);
    free.give({ type: 'cancel', by: 'subscriber' });
    expect(carriedOver([free.state], null, after(HOUR)).paidUntil).toEqual(after(DAY_MS));
    expect(carriedOver([free.state], null, after(DAY_MS)).paidUntil).toBeNull();
    month.at(after(10 * DAY_MS));
    month.give({ type: 'record_refund', period: 1, amount: 2500, whole: true, paidLatest: true });
    expect(carriedOver([month.state], null, after(10 * DAY_MS)).paidUntil).toBeNull();
  });

  it('begins its first period when the carried time ends, and loses the carried time when it is refunded later', () => {
    const graceFrom = after(-DAY_MS);
    const one = life(DAILY, false, undefined, { graceFrom, paidUntil: after(20 * DAY_MS) });
    expect(one.served()).toBe(false);
    one.pay();
    expect(one.state).toMatchObject({
      paidUntil: after(21 * DAY_MS),
      carriedUntil: after(20 * DAY_MS),
      graceFrom,
    });
    one.at(after(5 * DAY_MS));
    one.give({ type: 'withdraw_carried', unusedMs: 15 * DAY_MS });
    expect(one.state).toMatchObject({
      paidUntil: after(6 * DAY_MS),
      carriedUntil: after(5 * DAY_MS),
    });
  });

  it('keeps the carried time when its own first period is refunded', () => {
    const one = life(DAILY, false, undefined, { graceFrom: null, paidUntil: after(20 * DAY_MS) });
    one.pay();
    one.give({ type: 'record_refund', period: 1, amount: 500, whole: true, paidLatest: true });
    expect(one.state).toMatchObject({ status: 'cancelled', paidUntil: after(20 * DAY_MS) });
  });
});

describe('a refunded upgrade that had begun at once', () => {
  it('leaves the time that was paid before the upgrade', () => {
    const one = life(WEEKLY, false);
    one.pay();
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    one.pay();
    expect(one.state.paidUntil).toEqual(after(37 * DAY_MS));
    one.at(after(DAY_MS));
    one.give({ type: 'record_refund', period: 2, amount: 2500, whole: true, paidLatest: true });
    expect(one.state).toMatchObject({ status: 'cancelled', paidUntil: after(7 * DAY_MS) });
  });

  it('continues without the days of the cheaper package when those are refunded', () => {
    const one = life(WEEKLY, false);
    one.pay();
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    one.pay();
    one.at(after(2 * DAY_MS));
    one.give({
      type: 'record_refund',
      period: 1,
      amount: 1000,
      whole: true,
      bought: { from: after(0), until: after(7 * DAY_MS) },
    });
    expect(one.state).toMatchObject({
      status: 'active',
      packageId: MONTHLY,
      paidUntil: after(32 * DAY_MS),
    });
  });
});

const T_LATER = after(3 * DAY_MS);
