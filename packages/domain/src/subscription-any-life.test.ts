// S6 S7: invariants for any sequence of commands to a subscription.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entitlement } from './entitlement.ts';
import { DAY_MS, PACKAGES, type PackageId } from './package-catalogue.ts';
import { DEFAULT_RETRY_SCHEDULE } from './retry-schedule.ts';
import { sold } from './sold.test-kit.ts';
import { dayOf, monthOf } from './south-african-time.ts';
import {
  isLive,
  MONTHLY_LIMIT,
  type Subscription,
  type SubscriptionCommand,
  type SubscriptionEvent,
} from './subscription.ts';
import { decide } from './subscription-decide.ts';
import { dueAt } from './subscription-due.ts';
import { evolve } from './subscription-evolve.ts';

const T0 = new Date('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;

/**
 * A step in the life of a subscription; `answer` gives the outcome of the charge in flight, `jump`
 * advances to the next due time.
 */
type Step =
  | { readonly do: 'jump' | 'wait'; readonly ms: number }
  | {
      readonly do: 'answer';
      readonly how: 'pay' | 'insufficient_airtime' | 'not_taken' | 'unconfirmed';
    }
  | { readonly do: 'late' }
  | { readonly do: 'command'; readonly command: SubscriptionCommand };

const anyPackage = fc.constantFrom(...PACKAGES.map((one) => one.id));
/** Prices change while subscriptions last: a package may be agreed to at any of them. */
const anyPrice = fc.constantFrom(400, 500, 600, 1000, 2500);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('jump' as const), ms: fc.constant(0) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 40 * HOUR }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      how: fc.constantFrom('pay', 'pay', 'insufficient_airtime', 'not_taken', 'unconfirmed'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'late' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      command: fc.oneof<
        [fc.Arbitrary<SubscriptionCommand>, ...fc.Arbitrary<SubscriptionCommand>[]]
      >(
        fc.record({
          type: fc.constant('change_package' as const),
          packageId: anyPackage,
          price: anyPrice,
        }),
        fc.record({
          type: fc.constant('upgrade' as const),
          packageId: anyPackage,
          price: anyPrice,
        }),
        fc.constant({ type: 'top_up' as const }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('command' as const),
      command: fc.oneof<
        [fc.Arbitrary<SubscriptionCommand>, ...fc.Arbitrary<SubscriptionCommand>[]]
      >(
        fc.constant({ type: 'cancel' as const, by: 'subscriber' as const }),
        fc.constant({ type: 'block' as const, reason: 'stop_all' as const }),
        fc.record({
          type: fc.constant('record_refund' as const),
          period: fc.integer({ min: 1, max: 4 }),
          amount: fc.constant(500),
          whole: fc.boolean(),
        }),
      ),
    }),
  },
);

/**
 * Runs a life of random steps. `see` receives each event with the state before and after it, and
 * the state after each step.
 */
function live(
  start: PackageId,
  trial: boolean,
  steps: readonly Step[],
  see: (before: Subscription | undefined, event: SubscriptionEvent, now: Date) => void,
) {
  let now = T0;
  let state: Subscription | undefined;
  let asked: { readonly period: number; readonly amount: number } | undefined;
  const give = (command: SubscriptionCommand): void => {
    const decision = decide(state, command, now);
    if (!decision.ok) return;
    for (const event of decision.events) {
      see(state, event, now);
      state = evolve(state, event);
      if (event.type === 'charge_requested') asked = event;
    }
  };
  give({ type: 'start', ...sold(start), trial });
  const answer = (how: Extract<Step, { do: 'answer' }>['how'] | 'pay'): void => {
    if (asked === undefined) return;
    const { period, amount } = asked;
    if (how === 'pay') give({ type: 'record_success', period, amount });
    else if (how === 'unconfirmed') give({ type: 'record_unconfirmed', period });
    else give({ type: 'record_denial', period, reason: how });
  };
  for (const one of steps) {
    if (one.do === 'wait') now = new Date(now.getTime() + one.ms);
    const due = state && dueAt(state);
    if (one.do === 'jump' && due && due > now) now = due;
    if (one.do === 'jump' || one.do === 'wait') give({ type: 'pass_time' });
    // An answer concerns the charge in flight; a late answer concerns whatever was requested last.
    if (one.do === 'answer' && state?.chargingPackageId) answer(one.how);
    if (one.do === 'late') answer('pay');
    if (one.do === 'command') give(one.command);
  }
  return { state, now };
}

describe('any life of a subscription', () => {
  const lives = fc.tuple(anyPackage, fc.boolean(), fc.array(step, { maxLength: 120 }));

  it('has at most one charge in flight, none after the end, none for a paid period, none at a price without consent', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        const priceOf = ({ packageId, price }: { packageId: PackageId; price: number }): string =>
          `${packageId} at ${price}`;
        const agreed = new Set([priceOf(sold(start))]);
        const paid = new Set<number>();
        live(start, trial, steps, (before, event) => {
          if (event.type === 'package_change_requested') agreed.add(priceOf(event));
          if (event.type === 'charge_requested') {
            const wanted = priceOf({ packageId: event.packageId, price: event.amount });
            if (event.atOnce) agreed.add(wanted);
            expect(before?.chargingPackageId ?? null).toBeNull();
            expect(before === undefined || isLive(before.status)).toBe(true);
            expect(agreed.has(wanted)).toBe(true);
            expect(paid.has(event.period)).toBe(false);
          }
          if (event.type === 'charge_succeeded') {
            expect(paid.has(event.period)).toBe(false);
            paid.add(event.period);
          }
          // No refund concerns the charge in flight, and no event follows the end.
          if (event.type === 'refunded' && event.whole && before?.chargingPackageId)
            expect(event.period).toBeLessThan(before.period);
          if (event.type === 'blocked') expect(before?.status).not.toMatch(/expired|blocked/);
        });
      }),
    );
  });

  it('serves nobody unpaid beyond grace, and every payer until the paid time ends', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        let bought = 0;
        let takenBack = false;
        const { state, now } = live(start, trial, steps, (_before, event) => {
          if (event.type === 'trial_started' || event.type === 'charge_succeeded')
            bought = Math.max(bought, event.until.getTime());
          if (event.type === 'refunded' && event.whole) takenBack = true;
        });
        const served = entitlement(state, now).entitled;
        if (served)
          expect(now.getTime()).toBeLessThan(bought + DEFAULT_RETRY_SCHEDULE.graceDays * DAY_MS);
        if (!takenBack && state?.status !== 'blocked' && bought > now.getTime())
          expect(served).toBe(true);
      }),
    );
  });

  it('requests at most R200 in a calendar month since the latest consent, and no more tries a day than the retry schedule', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        const taken = new Map<string, number>();
        const tried = new Map<string, number>();
        live(start, trial, steps, (_before, event, now) => {
          if (
            event.type === 'package_change_requested' ||
            (event.type === 'charge_requested' && event.atOnce)
          )
            taken.clear();
          if (event.type === 'retry_brought_forward' || event.type === 'package_change_requested')
            tried.clear();
          if (event.type === 'charge_denied' && event.reason === 'not_taken') tried.clear();
          if (event.type === 'charge_requested') {
            const month = monthOf(now);
            expect((taken.get(month) ?? 0) + event.amount).toBeLessThanOrEqual(MONTHLY_LIMIT);
            const day = now.toISOString().slice(0, 10);
            tried.set(day, (tried.get(day) ?? 0) + 1);
            // The tries of the first day, the one at the end of the paid time, and the first hour
            // of the parked tries.
            expect(tried.get(day)).toBeLessThanOrEqual(
              DEFAULT_RETRY_SCHEDULE.firstDayHours.length +
                DEFAULT_RETRY_SCHEDULE.graceHours.length +
                1,
            );
          }
          if (event.type === 'charge_succeeded') {
            taken.set(monthOf(now), (taken.get(monthOf(now)) ?? 0) + event.amount);
            tried.clear();
          }
        });
      }),
    );
  });

  it('tries again when airtime arrives, also during a charge in flight, but at most four times a day', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        const broughtForward = new Map<string, number>();
        live(start, trial, steps, (_before, event, now) => {
          if (event.type !== 'retry_brought_forward') return;
          const day = dayOf(now);
          broughtForward.set(day, (broughtForward.get(day) ?? 0) + 1);
          expect(broughtForward.get(day)).toBeLessThanOrEqual(4);
        });
      }),
    );
  });

  it('ends by time alone once no payment succeeds any more', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        let { state, now } = live(start, trial, steps, () => undefined);
        for (let turn = 0; turn < 200 && state; turn++) {
          if (state.chargingPackageId && isLive(state.status)) {
            const denied = decide(
              state,
              { type: 'record_denial', period: state.period, reason: 'insufficient_airtime' },
              now,
            );
            state = denied.ok ? denied.events.reduce<Subscription>(evolve, state) : state;
          }
          const due = dueAt(state);
          if (!due) break;
          now = due > now ? due : now;
          const passed = decide(state, { type: 'pass_time' }, now);
          if (!passed.ok) throw new Error(passed.refusal);
          // Every due time leads to events: no subscription is stuck.
          expect(passed.events.length).toBeGreaterThan(0);
          state = passed.events.reduce<Subscription>(evolve, state);
        }
        expect(['expired', 'blocked', 'pending']).toContain(state?.status);
      }),
    );
  });
});
