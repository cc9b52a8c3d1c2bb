import fc from 'fast-check';
import type { Cents } from '../money/rand.ts';
import { PACKAGES, type PackageId } from '../packages/package-catalogue.ts';
import { sold } from './sold.test-kit.ts';
import type { Subscription, SubscriptionCommand, SubscriptionEvent } from './subscription.ts';
import { decide } from './subscription-decide.ts';
import { dueAt } from './subscription-due.ts';
import { evolve } from './subscription-evolve.ts';

const T0 = new Date('2026-11-20T08:00:00Z');
const HOUR = 3_600_000;
const hoursLater = (hours: number): Date => new Date(T0.getTime() + hours * HOUR);

/**
 * A step in the life of a subscription; `answer` gives the outcome of the charge in flight, `jump`
 * advances to the next due time.
 */
export type Step =
  | { readonly do: 'jump' | 'wait'; readonly ms: number }
  | {
      readonly do: 'answer';
      readonly how: 'pay' | 'insufficient_airtime' | 'not_taken' | 'unconfirmed';
    }
  | { readonly do: 'late' }
  /** Names the held package at its price: by its owner, or because a price was withdrawn. */
  | {
      readonly do: 'take_back';
      readonly how: { readonly chargedNow: boolean } | { readonly withdrawn: true };
    }
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
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('take_back' as const),
      how: fc.oneof(
        fc.record({ chargedNow: fc.boolean() }),
        fc.constant({ withdrawn: true as const }),
      ),
    }),
  },
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
          chargedNow: fc.boolean(),
        }),
        // A price that was announced and begins later.
        fc.record({
          type: fc.constant('change_package' as const),
          packageId: anyPackage,
          price: anyPrice,
          from: fc.integer({ min: 0, max: 40 * 24 }).map((hours) => hoursLater(hours)),
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
export function live(
  start: PackageId,
  trial: boolean,
  steps: readonly Step[],
  see: (before: Subscription | undefined, event: SubscriptionEvent, now: Date) => void,
  monthlyLimit?: Cents,
) {
  let now = T0;
  let state: Subscription | undefined;
  let asked: Extract<SubscriptionEvent, { type: 'charge_requested' }> | undefined;
  const limited = monthlyLimit === undefined ? {} : { monthlyLimit };
  const give = (command: SubscriptionCommand): void => {
    const isLimited = command.type === 'pass_time' || command.type === 'change_package';
    const decision = decide(state, isLimited ? { ...command, ...limited } : command, now);
    if (!decision.ok) return;
    for (const event of decision.events) {
      see(state, event, now);
      state = evolve(state, event);
      if (event.type === 'charge_requested') asked = event;
    }
  };
  give({ type: 'start', ...sold(start), trial });
  const answer = (how: Extract<Step, { do: 'answer' }>['how']): void => {
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
    if (one.do === 'late' && asked) {
      const { packageId, period, amount } = asked;
      give({ type: 'record_success', packageId, period, amount });
    }
    if (one.do === 'take_back' && state) {
      const { packageId, price } = state;
      give({ type: 'change_package', packageId, price, ...one.how });
    }
    if (one.do === 'command') give(one.command);
  }
  return { state, now };
}

/** A package, whether its first day is free, and what happens then. */
export const lives = fc.tuple(anyPackage, fc.boolean(), fc.array(step, { maxLength: 120 }));
