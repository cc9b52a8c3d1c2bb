import type { Cents } from '../money/rand.ts';
import { instantOf, monthAfter, monthOf } from '../south-african-time.ts';
import { chargedAt, type PackagePrice } from './agreed-price.ts';
import {
  MONTHLY_LIMIT,
  type Subscription,
  type SubscriptionEvent,
  takenIn,
  waitsForAirtime,
} from './subscription.ts';

/** The hour at which charges that waited for a new month are made. */
const FIRST_HOUR = 7;

/** Whether a charge would take more in its month than its consent covers (ICASA regulation 15). */
export function exceedsMonth(
  state: Subscription,
  charged: PackagePrice,
  at: Date,
  limit: Cents = MONTHLY_LIMIT,
): boolean {
  return takenIn(state, charged, at) + charged.price > Math.min(limit, MONTHLY_LIMIT);
}

/**
 * Whether the next charge waits for a new month, or for a further consent to the held price,
 * because of what was taken in this one.
 */
export function isWithheld(state: Subscription, now: Date, limit?: Cents): boolean {
  const charged = chargedAt(state, now);
  const isReached = takenIn(state, charged, now) > 0 && exceedsMonth(state, charged, now, limit);
  return waitsForAirtime(state) && isReached;
}

/** When charges that wait for a new month are made. */
export function nextMonth(at: Date): Date {
  return instantOf(`${monthAfter(monthOf(at))}-01`, FIRST_HOUR);
}

/**
 * The events of a charge that is not made because of the limit. It was not denied, so it uses up no
 * grace: the subscription is parked until then.
 */
export function withholdCharge(state: Subscription, now: Date): SubscriptionEvent[] {
  const nextTryAt = nextMonth(now);
  const withheld = {
    type: 'charge_withheld',
    at: now,
    reason: 'monthly_limit',
    nextTryAt,
  } as const;
  const isServed = state.graceUntil !== null && state.graceUntil > now;
  return state.status === 'parked' || isServed
    ? [withheld]
    : [withheld, { type: 'parked', at: now, nextTryAt }];
}
