/**
 * Payments that the carrier has and a restored database lacks. This module rebuilds, as events,
 * what must have happened to the subscription before such a payment, so that the subscription
 * continues as it did before the backup was restored.
 */
import type { PackageId } from '../packages/package-catalogue.ts';
import { DEFAULT_RETRY_SCHEDULE, type RetrySchedule } from '../subscription/retry-schedule.ts';
import {
  isLive,
  type Subscription,
  type SubscriptionEvent,
  UNPAID_STATUSES,
} from '../subscription/subscription.ts';
import { decide } from '../subscription/subscription-decide.ts';
import { parksAt } from '../subscription/subscription-due.ts';
import { evolve } from '../subscription/subscription-evolve.ts';
import type { Cents } from './rand.ts';

/** A payment, identified by the attempt that its reference names. */
export interface UnmatchedPayment {
  readonly period: number;
  /** 1 for the first attempt of a period. */
  readonly attempt: number;
  readonly amount: Cents;
  /** When the charge was requested from the carrier. */
  readonly at: Date;
}

/** A package at a price that it was ever sold at. */
export interface SoldPrice {
  readonly packageId: PackageId;
  readonly price: Cents;
}

/**
 * `ended`: the subscription is not renewed here. `paid`: another payment paid its period.
 * `other_amount`: no package has this price.
 */
export type UnmatchedRefusal = 'ended' | 'paid' | 'other_amount';

export type UnmatchedDecision =
  | {
      readonly ok: true;
      readonly packageId: PackageId;
      readonly events: readonly SubscriptionEvent[];
    }
  | { readonly ok: false; readonly refusal: UnmatchedRefusal };

/**
 * The events up to the charge request. The caller records the success afterwards, as for every
 * payment. `sold`: every price that there was.
 */
export function requestOfUnmatched(
  state: Subscription,
  found: UnmatchedPayment,
  sold: readonly SoldPrice[],
  retrySchedule: RetrySchedule = DEFAULT_RETRY_SCHEDULE,
): UnmatchedDecision {
  const { period, amount, at } = found;
  if (!isLive(state.status)) return { ok: false, refusal: 'ended' };
  const isUnpaid = UNPAID_STATUSES.includes(state.status) || state.chargingPackageId !== null;
  if (period < state.period || (period === state.period && !isUnpaid))
    return { ok: false, refusal: 'paid' };
  const packageId = packageOf(state, amount, sold);
  if (packageId === undefined) return { ok: false, refusal: 'other_amount' };
  const before = lostBefore(state, { ...found, packageId }, retrySchedule);
  const { status, packageId: held, paidUntil } = before.reduce<Subscription>(evolve, state);
  const atOnce = status === 'active' && packageId !== held && paidUntil !== null && paidUntil > at;
  const requested = {
    type: 'charge_requested',
    at,
    packageId,
    period,
    amount,
    ...(atOnce ? { atOnce } : {}),
  } as const;
  return { ok: true, packageId, events: [...before, requested] };
}

/**
 * The events that the backup lost before a payment. A second attempt implies a denial, made when
 * the paid time ended; the carrier's list does not say why. A subscription that was still unpaid at
 * the end of grace was parked.
 */
function lostBefore(
  state: Subscription,
  { period, attempt, amount, at, packageId }: UnmatchedPayment & { packageId: PackageId },
  retrySchedule: RetrySchedule,
) {
  const events: SubscriptionEvent[] = [];
  const { paidUntil } = state;
  if (attempt > 1 && period > state.period && paidUntil !== null && paidUntil <= at) {
    const first = { type: 'charge_requested', at: paidUntil, packageId, period, amount } as const;
    const refused = decide(
      evolve(state, first),
      { type: 'record_denial', period, reason: 'refused' },
      paidUntil,
      retrySchedule,
    );
    events.push(first, ...(refused.ok ? refused.events : []));
  }
  const after = events.reduce<Subscription>(evolve, state);
  if (after.status !== 'grace' || after.paidUntil === null) return events;
  const parked = parksAt(after, after.paidUntil, retrySchedule);
  return parked <= at
    ? [...events, { type: 'parked', at: parked, nextTryAt: at } as const]
    : events;
}

/**
 * The package that was paid, by its price: the next, the one in flight or the held one first, else
 * any package with this price.
 */
function packageOf(
  state: Subscription,
  amount: Cents,
  sold: readonly SoldPrice[],
): PackageId | undefined {
  const { packageId, price, nextPackageId, nextPrice, chargingPackageId } = state;
  if (nextPackageId !== null && nextPrice === amount) return nextPackageId;
  if (price === amount) return packageId;
  const ofPrice = sold.filter((soldPrice) => soldPrice.price === amount);
  return (ofPrice.find((soldPrice) => soldPrice.packageId === chargingPackageId) ?? ofPrice[0])
    ?.packageId;
}
