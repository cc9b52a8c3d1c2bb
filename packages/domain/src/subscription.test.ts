import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entitlement, freeTrialFlag } from './entitlement.ts';
import { DAY_MS, PACKAGES, type PackageId } from './package-catalogue.ts';
import {
  canChangePackage,
  decide,
  dueAt,
  evolve,
  isLive,
  type Subscription,
  type SubscriptionCommand,
  type SubscriptionEvent,
} from './subscription.ts';

const T0 = new Date('2026-11-20T10:00:00Z');
const DAILY: PackageId = 'p-grtv-daily-c-01';
const later = (ms: number): Date => new Date(T0.getTime() + ms);

function run(commands: readonly [SubscriptionCommand, Date][]): { state: Subscription | undefined; events: SubscriptionEvent[] } {
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
  it('starts with a free day, without any charge, and ends when the day has passed', () => {
    const started = run([[{ type: 'start', packageId: DAILY, trial: true }, T0]]);
    expect(started.events.map((event) => event.type)).toEqual(['trial_started']);
    expect(started.state).toMatchObject({ status: 'trial', period: 0, paidUntil: later(DAY_MS) });
    const passed = run([
      [{ type: 'start', packageId: DAILY, trial: true }, T0],
      [{ type: 'pass_time' }, later(DAY_MS - 1)],
      [{ type: 'pass_time' }, later(DAY_MS)],
    ]);
    expect(passed.events.map((event) => event.type)).toEqual(['trial_started', 'expired']);
  });

  // F7 B1
  it.each(PACKAGES.map((one) => [one.id, one.days] as const))('that is charged runs its days: %s', (packageId, days) => {
    const { state } = run([
      [{ type: 'start', packageId, trial: false }, T0],
      [{ type: 'record_success', period: 1 }, later(2000)],
    ]);
    expect(state).toMatchObject({ status: 'active', paidUntil: later(2000 + days * DAY_MS) });
  });

  it('that cannot be paid is never served, and one whose answer is late is served once it is known', () => {
    const start: [SubscriptionCommand, Date] = [{ type: 'start', packageId: DAILY, trial: false }, T0];
    const denied = run([start, [{ type: 'record_denial', period: 1, reason: 'insufficient_airtime' }, T0]]);
    expect(denied.state).toMatchObject({ status: 'expired', paidUntil: null });
    const late = run([start, [{ type: 'record_unconfirmed', period: 1 }, T0]]);
    expect(late.state?.status).toBe('pending');
    expect(entitlement(late.state, T0)).toEqual({ entitled: false, reason: 'payment_pending' });
    const known = run([start, [{ type: 'record_unconfirmed', period: 1 }, T0], [{ type: 'record_success', period: 1 }, later(60_000)]]);
    expect(known.state?.status).toBe('active');
  });

  it('is served after cancelling until what was paid has passed, and cancelling twice changes nothing', () => {
    const { state, events } = run([
      [{ type: 'start', packageId: DAILY, trial: false }, T0],
      [{ type: 'record_success', period: 1 }, T0],
      [{ type: 'cancel', by: 'subscriber' }, later(1000)],
      [{ type: 'cancel', by: 'subscriber' }, later(2000)],
    ]);
    expect(events.filter((event) => event.type === 'cancelled')).toHaveLength(1);
    expect(state && isLive(state.status)).toBe(false);
    expect(entitlement(state, later(DAY_MS - 1)).entitled).toBe(true);
    expect(entitlement(state, later(DAY_MS)).entitled).toBe(false);
  });

  it('does not come back when money arrives after the stop, but the time it bought is served', () => {
    const { state } = run([
      [{ type: 'start', packageId: DAILY, trial: false }, T0],
      [{ type: 'cancel', by: 'stop_message' }, later(1000)],
      [{ type: 'record_success', period: 1 }, later(2000)],
    ]);
    expect(state?.status).toBe('cancelled');
    expect(entitlement(state, later(3000)).entitled).toBe(true);
  });

  it('is not served while blocked', () => {
    const { state } = run([
      [{ type: 'start', packageId: DAILY, trial: true }, T0],
      [{ type: 'block', reason: 'stop_all' }, later(1000)],
    ]);
    expect(entitlement(state, later(2000))).toEqual({ entitled: false, reason: 'blocked' });
    expect(decide(state, { type: 'cancel', by: 'subscriber' }, later(3000))).toEqual({ ok: false, refusal: 'already_ended' });
  });

  const WEEKLY: PackageId = 'p-grtv-weekly-c-01';
  const change = (packageId: PackageId): SubscriptionCommand => ({ type: 'change_package', packageId });

  // S7
  it('can be changed to another package for the next period; the package held takes that back, and asking twice says nothing new', () => {
    const start: [SubscriptionCommand, Date] = [{ type: 'start', packageId: DAILY, trial: true }, T0];
    const asked = run([start, [change(WEEKLY), later(1000)], [change(WEEKLY), later(2000)]]);
    expect(asked.events.map((event) => event.type)).toEqual(['trial_started', 'package_change_requested']);
    expect(asked.state).toMatchObject({ status: 'trial', packageId: DAILY, nextPackageId: WEEKLY, paidUntil: later(DAY_MS), period: 0 });
    const renewed = { type: 'charge_requested', at: later(DAY_MS), packageId: WEEKLY, period: 1, amount: 1000 } as const;
    expect(evolve(asked.state, renewed)).toMatchObject({ packageId: WEEKLY, nextPackageId: null, period: 1 });
    const back = run([start, [change(DAILY), T0], [change(WEEKLY), later(1000)], [change(DAILY), later(2000)]]);
    expect(back.state).toMatchObject({ packageId: DAILY, nextPackageId: null });
    expect(back.events).toHaveLength(3);
  });

  // S7
  it('is changed only while it is renewed, and an end takes the change with it', () => {
    const start: [SubscriptionCommand, Date] = [{ type: 'start', packageId: DAILY, trial: false }, T0];
    const refusal = (state: Subscription | undefined) => {
      const decision = decide(state, change(WEEKLY), later(5000));
      return decision.ok ? undefined : decision.refusal;
    };
    const paid: [SubscriptionCommand, Date] = [{ type: 'record_success', period: 1 }, T0];
    expect(refusal(run([start]).state)).toBe('not_renewed');
    expect(refusal(undefined)).toBe('not_started');
    for (const end of [
      [{ type: 'cancel', by: 'subscriber' }, later(2000)],
      [{ type: 'block', reason: 'stop_all' }, later(2000)],
      [{ type: 'pass_time' }, later(DAY_MS)],
    ] as [SubscriptionCommand, Date][]) {
      const { state } = run([start, paid, [change(WEEKLY), later(1000)], end]);
      expect([state?.nextPackageId, refusal(state)]).toEqual([null, 'not_renewed']);
    }
    const grace = { ...(run([start, paid]).state as Subscription), status: 'grace' as const };
    expect(refusal(grace)).toBeUndefined();
    expect(refusal({ ...grace, status: 'parked' })).toBe('not_renewed');
    expect(decide(grace, change('made-up' as PackageId), T0)).toEqual({ ok: false, refusal: 'unknown_package' });
  });

  it('refuses by name what makes no sense', () => {
    expect(decide(undefined, { type: 'cancel', by: 'subscriber' }, T0)).toEqual({ ok: false, refusal: 'not_started' });
    const { state } = run([[{ type: 'start', packageId: DAILY, trial: true }, T0]]);
    expect(decide(state, { type: 'start', packageId: DAILY, trial: true }, T0)).toEqual({ ok: false, refusal: 'already_started' });
    expect(decide(state, { type: 'record_success', period: 1 }, T0)).toEqual({ ok: false, refusal: 'wrong_period' });
    expect(() => evolve(undefined, { type: 'expired', at: T0 })).toThrow(/cannot begin/);
  });

  // F8
  it('flags the free trial for under 24 hours', () => {
    expect(freeTrialFlag({ period: 0, startedAt: T0 }, later(DAY_MS - 1))).toBe(true);
    expect(freeTrialFlag({ period: 0, startedAt: T0 }, later(DAY_MS))).toBe(false);
    expect(freeTrialFlag({ period: 1, startedAt: T0 }, T0)).toBe(false);
  });
});

describe('any history', () => {
  const command = fc.oneof<fc.Arbitrary<SubscriptionCommand>[]>(
    fc.record({ type: fc.constant('start' as const), packageId: fc.constantFrom(...PACKAGES.map((one) => one.id)), trial: fc.boolean() }),
    fc.record({ type: fc.constant('record_success' as const), period: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('record_denial' as const), period: fc.integer({ min: 0, max: 2 }), reason: fc.constant('refused') }),
    fc.record({ type: fc.constant('record_unconfirmed' as const), period: fc.integer({ min: 0, max: 2 }) }),
    fc.record({ type: fc.constant('cancel' as const), by: fc.constant('subscriber' as const) }),
    fc.record({ type: fc.constant('change_package' as const), packageId: fc.constantFrom(...PACKAGES.map((one) => one.id)) }),
    fc.record({ type: fc.constant('block' as const), reason: fc.constant('stop_all' as const) }),
    fc.constant({ type: 'pass_time' as const }),
  );
  const history = fc.array(fc.tuple(command, fc.integer({ min: 0, max: 3 * DAY_MS })), { maxLength: 25 });

  it('serves nobody who neither had a free day nor paid, and nobody beyond what was paid', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let at = 0;
        const { state, events } = run(
          steps.map(([one, gap]) => {
            at += gap;
            return [one, later(at)];
          }),
        );
        const bought = events.flatMap((event) =>
          event.type === 'trial_started' || event.type === 'charge_succeeded' ? [event.until.getTime()] : [],
        );
        const last = Math.max(0, ...bought);
        const allowed = entitlement(state, later(at));
        if (allowed.entitled) expect(later(at).getTime()).toBeLessThan(last);
        if (state?.paidUntil) expect(bought).toContain(state.paidUntil.getTime());
      }),
    );
  });

  // S7
  it('never plans another package than the one held, nor for what is not renewed; a change asks for no money', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { state } = run(steps.map(([one, gap]) => [one, later(gap)]));
        if (!state?.nextPackageId) return;
        expect(state.nextPackageId).not.toBe(state.packageId);
        expect(canChangePackage(state.status)).toBe(true);
        const back = decide(state, { type: 'change_package', packageId: state.packageId }, later(4 * DAY_MS));
        expect(back.ok && back.events.reduce<Subscription>(evolve, state)).toEqual({ ...state, nextPackageId: null });
      }),
    );
  });

  it('asks for money only without a free day, and has its next due time ahead or is due', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { state, events } = run(steps.map(([one, gap]) => [one, later(gap)]));
        const free = events.some((event) => event.type === 'trial_started');
        if (free) expect(events.every((event) => event.type !== 'charge_requested')).toBe(true);
        if (state) {
          const due = dueAt(state);
          if (due && state.status !== 'cancelled') expect(due.getTime()).toBeGreaterThan(state.startedAt.getTime());
          if (due) {
            const decision = decide(state, { type: 'pass_time' }, due);
            expect(decision.ok && decision.events.map((event) => event.type)).toEqual(['expired']);
          }
        }
      }),
    );
  });
});
