// S6 S7: the life of a subscription after its first day, step by step.
import { describe, expect, it } from 'vitest';
import { DAY_MS, type PackageId } from '../packages/package-catalogue.ts';
import { servedUntil } from './entitlement.ts';
import { DEFAULT_RETRY_SCHEDULE, graceEnd, parkedEnd } from './retry-schedule.ts';
import { sold } from './sold.test-kit.ts';
import { isLive, MONTHLY_LIMIT, type Subscription } from './subscription.ts';
import { decide } from './subscription-decide.ts';
import { dueAt } from './subscription-due.ts';
import { evolve } from './subscription-evolve.ts';
import { after, DAILY, HOUR, life, typesOf } from './subscription-life.test-kit.ts';

const DAILY_PACKAGE = { days: 1 };
const WEEKLY: PackageId = 'p-grtv-weekly-c-01';
const MONTHLY: PackageId = 'p-grtv-monthly-c-01';

describe('a renewal', () => {
  it('extends from the end of the paid time, however late the answer is, and is served meanwhile', () => {
    const one = life();
    expect(typesOf(one.next())).toEqual(['charge_requested']);
    expect(one.served()).toBe(true);
    one.at(after(DAY_MS + 5 * HOUR));
    one.pay();
    expect(one.state).toMatchObject({
      status: 'active',
      period: 1,
      paidUntil: after(2 * DAY_MS),
      tries: 0,
    });
    one.next();
    expect(one.state.period).toBe(2);
    one.pay();
    expect(one.state.paidUntil).toEqual(after(3 * DAY_MS));
  });

  it('goes through grace, tries at decent hours, parking and later tries to its end when every charge is denied', () => {
    const one = life();
    const tries: Date[] = [];
    one.next();
    let parkedAt: Date | undefined;
    while (isLive(one.state.status)) {
      if (one.state.chargingPackageId !== null) {
        tries.push(one.now);
        one.deny();
      }
      if (one.state.status === 'parked') parkedAt ??= one.now;
      expect(one.served()).toBe(one.state.status === 'grace');
      if (one.state.status !== 'parked')
        expect(one.now < graceEnd(after(DAY_MS), DAILY_PACKAGE, DEFAULT_RETRY_SCHEDULE)).toBe(true);
      one.next();
    }
    expect(one.state.status).toBe('expired');
    expect(parkedAt).toEqual(graceEnd(after(DAY_MS), DAILY_PACKAGE, DEFAULT_RETRY_SCHEDULE));
    expect(one.now).toEqual(parkedEnd(after(DAY_MS), DEFAULT_RETRY_SCHEDULE));
    // From 10:00 South African time: at once, then after 1, 4 and 9 hours, then at 17:00 of the
    // next day's grace hours, then every third day and on paydays.
    expect(tries.slice(0, 6).map((at) => at.toISOString())).toEqual([
      '2026-11-21T08:00:00.000Z',
      '2026-11-21T09:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T17:00:00.000Z',
      '2026-11-22T15:00:00.000Z',
      '2026-11-23T05:00:00.000Z',
    ]);
    expect(tries.map((at) => at.toISOString().slice(0, 10))).toEqual(
      expect.arrayContaining(['2026-11-25', '2026-11-30']),
    );
    expect(tries.length).toBeLessThan(25);
    for (const at of tries.slice(1)) expect(at.getUTCHours() + 2).toBeGreaterThanOrEqual(6);
  });

  it('leaves the parked state at once when airtime arrives, and records it', () => {
    const one = life(WEEKLY);
    one.next();
    one.deny();
    while (one.state.status !== 'parked') {
      one.next();
      if (one.state.chargingPackageId !== null) one.deny();
    }
    expect(one.served()).toBe(false);
    one.at(new Date(one.now.getTime() + HOUR));
    expect(typesOf(one.give({ type: 'top_up' }))).toEqual(['retry_brought_forward']);
    expect(dueAt(one.state)).toEqual(one.now);
    one.next();
    expect(typesOf(one.pay())).toEqual(['charge_succeeded', 'reactivated']);
    expect(one.state).toMatchObject({
      status: 'active',
      paidUntil: new Date(one.now.getTime() + 7 * DAY_MS),
    });
    expect(typesOf(one.give({ type: 'top_up' }))).toEqual([]);
  });

  it('is tried again within minutes, then more slowly, when the carrier failed', () => {
    const one = life(WEEKLY);
    one.next();
    const gaps: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      one.deny('carrier_unavailable');
      const before = one.now;
      one.next();
      gaps.push((one.now.getTime() - before.getTime()) / 60_000);
    }
    expect(gaps).toEqual([5, 10, 20, 40, 80, 120, 120, 120]);
  });

  it.each([
    ['billing_blocked', 'content_block'],
    ['not_on_network', 'ported_out'],
  ])('blocks the subscription when a further try is useless: %s', (reason, block) => {
    const one = life();
    one.next();
    expect(one.deny(reason)).toMatchObject([
      { type: 'charge_denied', nextTryAt: null },
      { type: 'blocked', reason: block },
    ]);
    expect([one.state.status, dueAt(one.state), one.served()]).toEqual(['blocked', null, false]);
  });

  it('parks a subscription whose charge is in flight longer than grace, without another request', () => {
    const one = life();
    one.next();
    one.give({ type: 'record_unconfirmed', period: 1 });
    expect(typesOf(one.next())).toEqual(['parked']);
    expect([one.state.status, dueAt(one.state), one.served()]).toEqual(['parked', null, false]);
    one.pay();
    expect(one.state.status).toBe('active');
  });

  it('never takes more than R200 in a calendar month without a further consent', () => {
    const one = life();
    one.next();
    const rich: Subscription = {
      ...one.state,
      status: 'active',
      chargingPackageId: null,
      takenMonth: '2026-11',
      takenCents: MONTHLY_LIMIT - 400,
    };
    const decision = decide(rich, { type: 'pass_time' }, one.now);
    expect(decision).toMatchObject({
      ok: true,
      events: [
        {
          type: 'charge_withheld',
          reason: 'monthly_limit',
          nextTryAt: new Date('2026-12-01T05:00:00Z'),
        },
        { type: 'parked', nextTryAt: new Date('2026-12-01T05:00:00Z') },
      ],
    });
    expect(
      decide({ ...rich, takenCents: MONTHLY_LIMIT - 500 }, { type: 'pass_time' }, one.now),
    ).toMatchObject({
      events: [{ type: 'charge_requested' }],
    });
    expect(
      decide({ ...rich, takenMonth: '2026-10' }, { type: 'pass_time' }, one.now),
    ).toMatchObject({ events: [{ type: 'charge_requested' }] });
  });
});

describe('another package', () => {
  it('begins at once when it is dearer and accepted, and adds the unused paid time', () => {
    const one = life(DAILY, false);
    one.pay();
    one.at(after(6 * HOUR));
    expect(one.give({ type: 'upgrade', ...sold(MONTHLY) })).toMatchObject([
      { type: 'charge_requested', packageId: MONTHLY, period: 2, atOnce: true },
    ]);
    expect([one.state.status, one.served()]).toEqual(['active', true]);
    one.pay();
    expect(one.state).toMatchObject({
      packageId: MONTHLY,
      status: 'active',
      paidUntil: after(31 * DAY_MS),
    });
  });

  it('leaves everything as it was when its charge is denied', () => {
    const one = life(DAILY, false);
    one.pay();
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    one.deny();
    expect(one.state).toMatchObject({
      packageId: DAILY,
      status: 'active',
      paidUntil: after(DAY_MS),
      chargingPackageId: null,
    });
    expect(one.next()).toMatchObject([{ type: 'charge_requested', packageId: DAILY, period: 3 }]);
  });

  it('becomes the renewal when its charge is unanswered at the end of the paid time', () => {
    const one = life(DAILY, false);
    one.pay();
    one.give({ type: 'upgrade', ...sold(WEEKLY) });
    expect(typesOf(one.next())).toEqual(['fell_due']);
    one.pay();
    expect(one.state).toMatchObject({
      packageId: WEEKLY,
      status: 'active',
      paidUntil: after(8 * DAY_MS),
    });
  });

  it('replaces a package that was to follow, once the upgrade is paid', () => {
    const one = life(DAILY, false);
    one.pay();
    one.give({ type: 'change_package', ...sold(WEEKLY) });
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    one.deny();
    expect(one.state).toMatchObject({ packageId: DAILY, nextPackageId: WEEKLY });
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    one.pay();
    expect(one.state).toMatchObject({ packageId: MONTHLY, nextPackageId: null });
    expect(one.next()).toMatchObject([{ type: 'charge_requested', packageId: MONTHLY }]);
  });

  it('cannot be agreed to while a charge is in flight', () => {
    const one = life(DAILY, false);
    one.pay();
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    for (const type of ['upgrade', 'change_package'] as const) {
      expect(decide(one.state, { type, ...sold(WEEKLY) }, one.now)).toEqual({
        ok: false,
        refusal: 'charge_in_flight',
      });
    }
    one.deny();
    one.next();
    expect(decide(one.state, { type: 'change_package', ...sold(WEEKLY) }, one.now)).toEqual({
      ok: false,
      refusal: 'charge_in_flight',
    });
  });

  it('waits for the next try where the accepted words took nothing now', () => {
    const one = life(MONTHLY);
    one.next();
    one.deny();
    const { nextTryAt } = one.state;
    expect(one.give({ type: 'change_package', ...sold(DAILY) })).toMatchObject([
      { type: 'package_change_requested', chargedNow: false },
    ]);
    expect(dueAt(one.state)).toEqual(nextTryAt);
    expect(one.next()).toMatchObject([{ type: 'charge_requested', packageId: DAILY }]);
  });

  it('was always tried at once by an event of before the words were named', () => {
    const one = life(MONTHLY);
    one.next();
    one.deny();
    const old = { type: 'package_change_requested', at: one.now, ...sold(DAILY) } as const;
    expect(dueAt(evolve(one.state, old))).toEqual(one.now);
  });

  it('is tried at once, at its own price, when it is requested while unpaid', () => {
    const one = life(MONTHLY);
    one.next();
    one.deny();
    one.give({ type: 'change_package', ...sold(DAILY), chargedNow: true });
    expect(dueAt(one.state)).toEqual(one.now);
    expect(one.next()).toMatchObject([
      { type: 'charge_requested', packageId: DAILY, amount: 500, period: 1 },
    ]);
  });
});

describe('servedUntil', () => {
  it('is the end of grace while the subscription renews, the end of the paid time once cancelled, and null where nothing can be watched', () => {
    const one = life();
    const ends = graceEnd(after(DAY_MS), DAILY_PACKAGE, DEFAULT_RETRY_SCHEDULE);
    expect(servedUntil(one.state, one.now)).toEqual(ends);
    one.next();
    one.deny();
    expect(servedUntil(one.state, one.now)).toEqual(ends);
    expect(servedUntil(one.state, ends)).toBeNull();
    expect(servedUntil(undefined, one.now)).toBeNull();
    const stopped = life();
    stopped.give({ type: 'cancel', by: 'subscriber' });
    expect(servedUntil(stopped.state, stopped.now)).toEqual(after(DAY_MS));
  });
});

describe('a refund', () => {
  it('of the whole running period ends access and the subscription', () => {
    const one = life(WEEKLY, false);
    one.pay();
    one.at(after(DAY_MS));
    one.give({ type: 'record_refund', period: 1, amount: 1000, whole: true });
    expect([one.state.status, one.served()]).toEqual(['cancelled', false]);
    expect(typesOf(one.next())).toEqual(['expired']);
  });

  it('of the running period ends it also after a denied upgrade', () => {
    const one = life(WEEKLY, false);
    one.pay();
    one.give({ type: 'upgrade', ...sold(MONTHLY) });
    one.deny();
    expect(one.state).toMatchObject({ status: 'active', period: 2 });
    one.give({ type: 'record_refund', period: 1, amount: 1000, whole: true, paidLatest: true });
    expect([one.state.status, one.served()]).toEqual(['cancelled', false]);
  });

  // Illegal commands are rejected by name.
  it('is rejected by name for an unpaid period and for a zero amount', () => {
    const refusalOf = (
      one: ReturnType<typeof life>,
      change: { period?: number; amount?: number; whole?: boolean; paidLatest?: true },
    ) => {
      const decision = decide(
        one.state,
        { type: 'record_refund', period: 1, amount: 1000, whole: true, ...change },
        one.now,
      );
      return decision.ok ? undefined : decision.refusal;
    };
    const pending = life(WEEKLY, false);
    expect(refusalOf(pending, {})).toBe('not_paid');
    pending.give({ type: 'cancel', by: 'subscriber' });
    expect([refusalOf(pending, {}), refusalOf(pending, { whole: false })]).toEqual([
      'not_paid',
      undefined,
    ]);
    const trial = life(WEEKLY);
    trial.next();
    expect([refusalOf(trial, {}), refusalOf(trial, { whole: false, paidLatest: true })]).toEqual([
      'not_paid',
      'not_paid',
    ]);
    trial.deny();
    expect([trial.state.status, refusalOf(trial, {})]).toEqual(['grace', 'not_paid']);
    const paid = life(WEEKLY, false);
    paid.pay();
    for (const amount of [0, -1, 0.5, Number.NaN])
      expect(refusalOf(paid, { amount })).toBe('wrong_amount');
    expect(refusalOf(paid, { period: 2 })).toBe('wrong_period');
    paid.next();
    expect([refusalOf(paid, { period: 2 }), refusalOf(paid, {})]).toEqual(['not_paid', undefined]);
  });

  it('of a paid period is accepted also while the next one waits for a new month', () => {
    const one = life(WEEKLY, false);
    one.pay();
    const waits = {
      ...one.state,
      status: 'grace' as const,
      takenMonth: '2026-11',
      takenCents: 20_000,
    };
    expect(
      decide(waits, { type: 'record_refund', period: 1, amount: 1000, whole: true }, one.now),
    ).toMatchObject({ ok: true });
  });

  it('of a part, or of a period that has passed, changes nothing', () => {
    const one = life(WEEKLY, false);
    one.pay();
    const before = one.state;
    one.give({ type: 'record_refund', period: 1, amount: 300, whole: false });
    expect(one.state).toEqual(before);
    one.next();
    one.pay();
    const second = one.state;
    one.give({ type: 'record_refund', period: 1, amount: 1000, whole: true });
    expect(one.state).toEqual(second);
  });
});

describe('a late success of a charge that counted as never taken', () => {
  it('buys the package that the charge was for, whatever was agreed to before or since', () => {
    const one = life(DAILY);
    one.give({ type: 'change_package', ...sold(MONTHLY) });
    one.next();
    one.deny('not_taken');
    one.give({ type: 'record_success', period: 1, amount: 2500, packageId: MONTHLY });
    expect(one.state).toMatchObject({ status: 'active', packageId: MONTHLY, nextPackageId: null });
    expect(one.state.paidUntil).toEqual(new Date(one.now.getTime() + 30 * DAY_MS));
  });

  it('keeps the package that is to follow', () => {
    const one = life(DAILY);
    one.next();
    one.deny('not_taken');
    one.give({ type: 'change_package', ...sold(WEEKLY) });
    one.give({ type: 'record_success', period: 1, amount: 500, packageId: DAILY });
    expect(one.state).toMatchObject({ status: 'active', packageId: DAILY, nextPackageId: WEEKLY });
    expect(one.state.paidUntil).toEqual(new Date(one.now.getTime() + DAY_MS));
  });
});
