import { findPackage, type PackageId } from '../packages/package-catalogue.ts';
import { entitlement } from './entitlement.ts';
import { DEFAULT_RETRY_SCHEDULE, type RetrySchedule } from './retry-schedule.ts';
import { sold } from './sold.test-kit.ts';
import type {
  Carried,
  Subscription,
  SubscriptionCommand,
  SubscriptionEvent,
} from './subscription.ts';
import { decide } from './subscription-decide.ts';
import { dueAt } from './subscription-due.ts';
import { evolve } from './subscription-evolve.ts';

/** When each test life begins. */
export const T0 = new Date('2026-11-20T08:00:00Z');
export const HOUR = 3_600_000;
export const DAILY: PackageId = 'p-grtv-daily-c-01';

export const after = (ms: number): Date => new Date(T0.getTime() + ms);
export const typesOf = (events: readonly SubscriptionEvent[]) => events.map((event) => event.type);

/**
 * A subscription that a test runs step by step under an operator's retry schedule. `carried`: what
 * it takes over from earlier subscriptions.
 */
export function life(
  packageId: PackageId = DAILY,
  trial = true,
  retrySchedule: RetrySchedule = DEFAULT_RETRY_SCHEDULE,
  carried?: Carried,
) {
  let state: Subscription | undefined;
  let now = T0;
  const events: SubscriptionEvent[] = [];
  const give = (command: SubscriptionCommand): readonly SubscriptionEvent[] => {
    const decision = decide(state, command, now, retrySchedule);
    if (!decision.ok) throw new Error(decision.refusal);
    for (const event of decision.events) state = evolve(state, event);
    events.push(...decision.events);
    return decision.events;
  };
  give({ type: 'start', ...sold(packageId), trial, ...(carried ? { carried } : {}) });
  const due = (): Date | null => (state ? dueAt(state, retrySchedule) : null);
  return {
    give,
    events,
    due,
    get state(): Subscription {
      if (!state) throw new Error('not started');
      return state;
    },
    get now() {
      return now;
    },
    at: (instant: Date) => {
      now = instant;
    },
    /** Advances to the next due time and handles it. */
    next: () => {
      const instant = due();
      if (!instant) throw new Error('nothing comes due');
      now = instant > now ? instant : now;
      return give({ type: 'pass_time' });
    },
    pay: () =>
      give({
        type: 'record_success',
        period: state?.period ?? 0,
        amount: findPackage(state?.chargingPackageId ?? '')?.price ?? 0,
      }),
    deny: (reason = 'insufficient_airtime') =>
      give({ type: 'record_denial', period: state?.period ?? 0, reason }),
    served: (instant = now) => entitlement(state, instant, retrySchedule).entitled,
  };
}
