// S6 S7: invariants for any sequence of commands to a subscription.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, type PackageId } from '../packages/package-catalogue.ts';
import { dayOf } from '../south-african-time.ts';
import { live, lives } from './any-life.test-kit.ts';
import { entitlement } from './entitlement.ts';
import { DEFAULT_RETRY_SCHEDULE } from './retry-schedule.ts';
import { sold } from './sold.test-kit.ts';
import { isLive, type Subscription } from './subscription.ts';
import { decide } from './subscription-decide.ts';
import { dueAt } from './subscription-due.ts';
import { evolve } from './subscription-evolve.ts';

describe('any life of a subscription', () => {
  it('has at most one charge in flight, none after the end, none for a paid period, none at a price without consent', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        const priceOf = ({ packageId, price }: { packageId: PackageId; price: number }): string =>
          `${packageId} at ${price}`;
        const agreed = new Set([priceOf(sold(start))]);
        const paid = new Set<number>();
        live(start, trial, steps, (before, event) => {
          if (event.type === 'package_change_requested' && !event.withdrawn)
            agreed.add(priceOf(event));
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

  it('makes no more tries a day than the retry schedule, airtime and further consents', () => {
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        const tried = new Map<string, number>();
        live(start, trial, steps, (_before, event, now) => {
          const isAsked = event.type === 'package_change_requested' && event.chargedNow;
          if (event.type === 'retry_brought_forward' || isAsked) tried.clear();
          if (event.type === 'charge_denied' && event.reason === 'not_taken') tried.clear();
          if (event.type === 'charge_requested' && !event.atOnce) {
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
          if (event.type === 'charge_succeeded') tried.clear();
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
        });
        expect(Math.max(0, ...broughtForward.values())).toBeLessThanOrEqual(4);
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
