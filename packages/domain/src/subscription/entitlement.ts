import { DEFAULT_RETRY_SCHEDULE, type RetrySchedule } from './retry-schedule.ts';
import type { Subscription } from './subscription.ts';
import { graceAllowed, servedEnd } from './subscription-due.ts';

/** The fields of a subscription that decide entitlement. */
export type EntitlementState = Pick<
  Subscription,
  'status' | 'paidUntil' | 'packageId' | 'tries' | 'graceUntil'
>;

export type Entitlement =
  | {
      readonly entitled: true;
      readonly until: Date | null;
      /** The package that is held, where titles have windows by package. */
      readonly packageId?: string;
    }
  | {
      readonly entitled: false;
      readonly reason: 'no_subscription' | 'payment_pending' | 'not_paid' | 'ended' | 'blocked';
    };

/**
 * Whether the holder of this subscription may play now, and until when. A cancelled subscription is
 * served until its paid time ends. A renewing subscription is served beyond its paid time while the
 * carrier has not answered (as long as grace, at least an hour) and, after a denial, to the end of
 * the granted grace; then `until` is null, because the next answer decides. Parked and pending
 * subscriptions are not served.
 */
export function entitlement(
  state: EntitlementState | undefined,
  now: Date,
  schedule: RetrySchedule = DEFAULT_RETRY_SCHEDULE,
): Entitlement {
  if (!state) return { entitled: false, reason: 'no_subscription' };
  const { status, paidUntil } = state;
  switch (status) {
    case 'trial':
    case 'active':
    case 'due':
    case 'grace':
      if (paidUntil === null || servedEnd(state, paidUntil, schedule) <= now)
        return { entitled: false, reason: 'not_paid' };
      return { entitled: true, until: paidUntil > now ? paidUntil : null };
    case 'cancelled':
      return paidUntil && paidUntil > now
        ? { entitled: true, until: paidUntil }
        : { entitled: false, reason: 'ended' };
    case 'pending':
      return { entitled: false, reason: 'payment_pending' };
    case 'parked':
      return { entitled: false, reason: 'not_paid' };
    case 'blocked':
      return { entitled: false, reason: 'blocked' };
    case 'expired':
      return { entitled: false, reason: 'ended' };
  }
}

/**
 * Until when the holder can watch if no further payment is made. A cancelled subscription: the end
 * of the paid time. A renewing subscription: the end of its grace. `null` where nothing can be
 * watched now.
 */
export function servedUntil(
  state: (EntitlementState & Pick<Subscription, 'graceFrom'>) | undefined,
  now: Date,
  schedule: RetrySchedule = DEFAULT_RETRY_SCHEDULE,
): Date | null {
  if (!state?.paidUntil || !entitlement(state, now, schedule).entitled) return null;
  if (state.status === 'cancelled') return state.paidUntil;
  if (state.status === 'due' || state.status === 'grace')
    return servedEnd(state, state.paidUntil, schedule);
  const deniedAt = state.paidUntil > now ? state.paidUntil : now;
  const end = graceAllowed(state, state.paidUntil, deniedAt, schedule);
  // The paid time is over and the renewal charge is about to be sent.
  return end > now ? end : servedEnd(state, state.paidUntil, schedule);
}

/**
 * The free-trial flag of a profile: true during the first 24 hours of a subscription that began
 * with the free day (row F8).
 */
export function freeTrialFlag(
  state: Pick<Subscription, 'period' | 'startedAt'>,
  now: Date,
): boolean {
  return state.period === 0 && now.getTime() - state.startedAt.getTime() < 24 * 60 * 60 * 1000;
}
