import { DAY_MS, durationDays } from '../packages/package-catalogue.ts';
import {
  type BoughtTime,
  type Decision,
  type Subscription,
  type SubscriptionCommand,
  type SubscriptionEvent,
  type SubscriptionRefusal,
  UNPAID_STATUSES,
} from './subscription.ts';

/** A decision with these events; none where nothing changes. */
export const accept = (...events: SubscriptionEvent[]): Decision => ({ ok: true, events });

/** A decision that rejects the command. */
export const refuse = (refusal: SubscriptionRefusal): Decision => ({ ok: false, refusal });

type RecordRefund = Extract<SubscriptionCommand, { type: 'record_refund' }>;

/**
 * `decideRefund` decides how much of a charge may be refunded. This function rejects refunds that
 * no subscription can have had.
 */
export function recordRefund(state: Subscription, command: RecordRefund, now: Date): Decision {
  const { period, amount, whole, paidLatest } = command;
  if (period < 1 || period > state.period) return refuse('wrong_period');
  if (!Number.isSafeInteger(amount) || amount <= 0) return refuse('wrong_amount');
  // An overpayment bought nothing. It is refunded whatever is paid, and never as a whole period.
  if ((whole || paidLatest) && isUnpaid(state, period)) return refuse('not_paid');
  const unusedMs = whole ? unusedOf(state, command, now) : 0;
  return accept({
    type: 'refunded',
    at: now,
    period,
    amount,
    whole,
    ...(paidLatest ? { paidLatest } : {}),
    ...(unusedMs > 0 ? { unusedMs } : {}),
  });
}

/**
 * The unused part of the time that a payment bought, in milliseconds: all of it where that time has
 * not begun.
 */
function unusedOf(
  state: Subscription,
  { period, paidLatest, bought }: RecordRefund,
  now: Date,
): number {
  const isLatest = period === state.period || paidLatest === true;
  const time = bought ?? (isLatest ? lastBought(state) : undefined);
  return time ? Math.max(0, time.until.getTime() - later(time.from, now).getTime()) : 0;
}

function lastBought({ paidUntil, packageId }: Subscription): BoughtTime | undefined {
  if (!paidUntil) return undefined;
  const bought = durationDays(packageId) * DAY_MS;
  return { from: new Date(paidUntil.getTime() - bought), until: paidUntil };
}

/**
 * Whether a period is known to be unpaid: nothing was ever paid, its charge is in flight, or its
 * charge was denied and is tried again.
 */
function isUnpaid(state: Subscription, period: number): boolean {
  if (state.paidUntil === null) return true;
  const isTried =
    state.chargingPackageId !== null || (UNPAID_STATUSES.includes(state.status) && state.tries > 0);
  return period === state.period && isTried;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
