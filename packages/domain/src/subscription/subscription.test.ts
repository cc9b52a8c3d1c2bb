import { describe, expect, it } from 'vitest';
import { DAY_MS, PACKAGES, type PackageId } from '../packages/package-catalogue.ts';
import { entitlement, freeTrialFlag } from './entitlement.ts';
import { sold } from './sold.test-kit.ts';
import {
  isLive,
  type Subscription,
  type SubscriptionCommand,
  type SubscriptionEvent,
} from './subscription.ts';
import { decide } from './subscription-decide.ts';
import { evolve } from './subscription-evolve.ts';

const T0 = new Date('2026-11-20T10:00:00Z');
const DAILY: PackageId = 'p-grtv-daily-c-01';
const PAID = { type: 'record_success', period: 1, amount: 500 } as const;
const later = (ms: number): Date => new Date(T0.getTime() + ms);

function run(commands: readonly [SubscriptionCommand, Date][]): {
  state: Subscription | undefined;
  events: SubscriptionEvent[];
} {
  let state: Subscription | undefined;
  const events: SubscriptionEvent[] = [];
  for (const [command, at] of commands) {
    const decision = decide(state, command, at);
    if (!decision.ok) continue;
    for (const event of decision.events) {
      state = evolve(state, event);
      events.push(event);
    }
  }
  return { state, events };
}

describe('a subscription', () => {
  // F8 B1
  it('starts with a free day without a charge, and is charged when the day has passed', () => {
    const started = run([[{ type: 'start', ...sold(DAILY), trial: true }, T0]]);
    expect(started.events.map((event) => event.type)).toEqual(['trial_started']);
    expect(started.state).toMatchObject({ status: 'trial', period: 0, paidUntil: later(DAY_MS) });
    const passed = run([
      [{ type: 'start', ...sold(DAILY), trial: true }, T0],
      [{ type: 'pass_time' }, later(DAY_MS - 1)],
      [{ type: 'pass_time' }, later(DAY_MS)],
    ]);
    expect(passed.events.map((event) => event.type)).toEqual(['trial_started', 'charge_requested']);
    expect(passed.events[1]).toMatchObject({ packageId: DAILY, period: 1, amount: 500 });
    expect(passed.state).toMatchObject({ status: 'due', chargingPackageId: DAILY });
  });

  // F7 B1
  it.each(PACKAGES.map((one) => [one.id, one.days] as const))(
    "runs for its package's days when it is charged: %s",
    (packageId, days) => {
      const { state } = run([
        [{ type: 'start', ...sold(packageId), trial: false }, T0],
        [{ type: 'record_success', period: 1, amount: 500 }, later(2000)],
      ]);
      expect(state).toMatchObject({ status: 'active', paidUntil: later(2000 + days * DAY_MS) });
    },
  );

  it('that cannot be paid is never served, and one whose answer is late is served once the success is known', () => {
    const start: [SubscriptionCommand, Date] = [
      { type: 'start', ...sold(DAILY), trial: false },
      T0,
    ];
    const denied = run([
      start,
      [{ type: 'record_denial', period: 1, reason: 'insufficient_airtime' }, T0],
    ]);
    expect(denied.state).toMatchObject({ status: 'expired', paidUntil: null });
    const late = run([start, [{ type: 'record_unconfirmed', period: 1 }, T0]]);
    expect(late.state?.status).toBe('pending');
    expect(entitlement(late.state, T0)).toEqual({ entitled: false, reason: 'payment_pending' });
    const known = run([
      start,
      [{ type: 'record_unconfirmed', period: 1 }, T0],
      [{ type: 'record_success', period: 1, amount: 500 }, later(60_000)],
    ]);
    expect(known.state?.status).toBe('active');
  });

  it('is served after cancellation until the paid time ends, and a second cancellation changes nothing', () => {
    const { state, events } = run([
      [{ type: 'start', ...sold(DAILY), trial: false }, T0],
      [{ type: 'record_success', period: 1, amount: 500 }, T0],
      [{ type: 'cancel', by: 'subscriber' }, later(1000)],
      [{ type: 'cancel', by: 'subscriber' }, later(2000)],
    ]);
    expect(events.filter((event) => event.type === 'cancelled')).toHaveLength(1);
    expect(state && isLive(state.status)).toBe(false);
    expect(entitlement(state, later(DAY_MS - 1)).entitled).toBe(true);
    expect(entitlement(state, later(DAY_MS)).entitled).toBe(false);
  });

  it('is not revived by money that arrives after the stop: the overpayment is to be refunded', () => {
    const { state, events } = run([
      [{ type: 'start', ...sold(DAILY), trial: false }, T0],
      [{ type: 'cancel', by: 'stop_message' }, later(1000)],
      [{ type: 'record_success', period: 1, amount: 500 }, later(2000)],
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'charge_surplus', period: 1 });
    expect(state?.status).toBe('cancelled');
    expect(entitlement(state, later(3000)).entitled).toBe(false);
  });

  it('is not served while blocked', () => {
    const { state } = run([
      [{ type: 'start', ...sold(DAILY), trial: true }, T0],
      [{ type: 'block', reason: 'stop_all' }, later(1000)],
    ]);
    expect(entitlement(state, later(2000))).toEqual({ entitled: false, reason: 'blocked' });
    expect(decide(state, { type: 'cancel', by: 'subscriber' }, later(3000))).toEqual({
      ok: false,
      refusal: 'already_ended',
    });
  });

  const WEEKLY: PackageId = 'p-grtv-weekly-c-01';
  const change = (packageId: PackageId): SubscriptionCommand => ({
    type: 'change_package',
    ...sold(packageId),
  });

  // S7
  it('changes to another package for the next period; naming the held package withdraws the change, and a repeat adds no event', () => {
    const start: [SubscriptionCommand, Date] = [{ type: 'start', ...sold(DAILY), trial: true }, T0];
    const asked = run([start, [change(WEEKLY), later(1000)], [change(WEEKLY), later(2000)]]);
    expect(asked.events.map((event) => event.type)).toEqual([
      'trial_started',
      'package_change_requested',
    ]);
    expect(asked.state).toMatchObject({
      status: 'trial',
      packageId: DAILY,
      nextPackageId: WEEKLY,
      paidUntil: later(DAY_MS),
      period: 0,
    });
    const due = decide(asked.state, { type: 'pass_time' }, later(DAY_MS));
    expect(due).toMatchObject({
      ok: true,
      events: [{ type: 'charge_requested', packageId: WEEKLY, period: 1, amount: 1000 }],
    });
    const renewed = run([
      start,
      [change(WEEKLY), later(1000)],
      [{ type: 'pass_time' }, later(DAY_MS)],
      [{ ...PAID, amount: 1000 }, later(DAY_MS)],
    ]);
    expect(renewed.state).toMatchObject({
      packageId: WEEKLY,
      nextPackageId: null,
      period: 1,
      status: 'active',
      paidUntil: later(8 * DAY_MS),
    });
    const back = run([
      start,
      [change(DAILY), T0],
      [change(WEEKLY), later(1000)],
      [change(DAILY), later(2000)],
    ]);
    expect(back.state).toMatchObject({ packageId: DAILY, nextPackageId: null });
    expect(back.events).toHaveLength(3);
  });

  // S7
  it('can change its package only while it renews, and its end drops the change', () => {
    const start: [SubscriptionCommand, Date] = [
      { type: 'start', ...sold(DAILY), trial: false },
      T0,
    ];
    const refusal = (state: Subscription | undefined) => {
      const decision = decide(state, change(WEEKLY), later(5000));
      return decision.ok ? undefined : decision.refusal;
    };
    const paid: [SubscriptionCommand, Date] = [
      { type: 'record_success', period: 1, amount: 500 },
      T0,
    ];
    expect(refusal(run([start]).state)).toBe('not_renewed');
    expect(refusal(undefined)).toBe('not_started');
    for (const end of [
      [{ type: 'cancel', by: 'subscriber' }, later(2000)],
      [{ type: 'block', reason: 'stop_all' }, later(2000)],
      [{ type: 'record_refund', period: 1, amount: 500, whole: true }, later(2000)],
    ] as [SubscriptionCommand, Date][]) {
      const { state } = run([start, paid, [change(WEEKLY), later(1000)], end]);
      expect([state?.nextPackageId, refusal(state)]).toEqual([null, 'not_renewed']);
    }
    const grace = { ...(run([start, paid]).state as Subscription), status: 'grace' as const };
    expect(refusal(grace)).toBeUndefined();
    // A subscriber who cannot pay the month may agree to a day instead.
    expect(refusal({ ...grace, status: 'parked' })).toBeUndefined();
  });

  it('rejects senseless commands by name', () => {
    expect(decide(undefined, { type: 'cancel', by: 'subscriber' }, T0)).toEqual({
      ok: false,
      refusal: 'not_started',
    });
    const { state } = run([[{ type: 'start', ...sold(DAILY), trial: true }, T0]]);
    expect(decide(state, { type: 'start', ...sold(DAILY), trial: true }, T0)).toEqual({
      ok: false,
      refusal: 'already_started',
    });
    expect(decide(state, PAID, T0)).toEqual({ ok: false, refusal: 'wrong_period' });
    expect(decide(state, { type: 'upgrade', ...sold('p-grtv-weekly-c-01') }, T0)).toEqual({
      ok: false,
      refusal: 'not_renewed',
    });
    const active = run([
      [{ type: 'start', ...sold('p-grtv-weekly-c-01'), trial: false }, T0],
      [{ ...PAID, amount: 1000 }, T0],
    ]).state;
    expect(decide(active, { type: 'upgrade', ...sold(DAILY) }, T0)).toEqual({
      ok: false,
      refusal: 'not_upwards',
    });
    for (const type of ['upgrade', 'change_package'] as const)
      expect(decide(active, { type, packageId: 'x-monthly', price: 0 }, T0)).toEqual({
        ok: false,
        refusal: 'wrong_amount',
      });
    expect(
      decide(undefined, { type: 'start', packageId: DAILY, price: 0.5, trial: true }, T0),
    ).toEqual({ ok: false, refusal: 'wrong_amount' });
    const asked = run([
      [{ type: 'start', ...sold(DAILY), trial: false }, T0],
      [PAID, T0],
      [{ type: 'upgrade', ...sold('p-grtv-monthly-c-01') }, later(1000)],
    ]).state;
    expect(decide(asked, { type: 'upgrade', ...sold('p-grtv-monthly-c-01') }, later(2000))).toEqual(
      { ok: false, refusal: 'charge_in_flight' },
    );
    expect(
      decide(asked, { type: 'record_refund', period: 9, amount: 500, whole: true }, T0),
    ).toEqual({ ok: false, refusal: 'wrong_period' });
    const expired = { ...(active as Subscription), status: 'expired' as const };
    expect(decide(expired, { type: 'block', reason: 'stop_all' }, T0)).toEqual({
      ok: false,
      refusal: 'already_ended',
    });
    expect(() => evolve(undefined, { type: 'expired', at: T0 })).toThrow(/cannot begin/);
  });

  // F8
  it('flags the free trial for under 24 hours', () => {
    expect(freeTrialFlag({ period: 0, startedAt: T0 }, later(DAY_MS - 1))).toBe(true);
    expect(freeTrialFlag({ period: 0, startedAt: T0 }, later(DAY_MS))).toBe(false);
    expect(freeTrialFlag({ period: 1, startedAt: T0 }, T0)).toBe(false);
  });
});
