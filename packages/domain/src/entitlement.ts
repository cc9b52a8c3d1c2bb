import { DEFAULT_LADDER, type RetrySchedule } from './retry-schedule.ts';
import { graceAllowed, type Subscription, servedEnd } from './subscription.ts';

/** What of a subscription decides. */
export type Entitling = Pick<
  Subscription,
  'status' | 'paidUntil' | 'packageId' | 'tries' | 'graceUntil'
>;

export type Entitlement =
  | { readonly entitled: true; readonly until: Date | null }
  | {
      readonly entitled: false;
      readonly reason: 'no_subscription' | 'payment_pending' | 'not_paid' | 'ended' | 'blocked';
    };

/**
 * May the holder of this subscription play now, and until when. A cancelled one is served until
 * what was paid has passed. One that is renewed is served beyond that while the carrier has not
 * answered (for as long as grace, an hour at least) and, once it has refused, to the end of the
 * grace that was granted; `until` is null then, since the next answer decides. Parked and pending
 * are not served.
 */
export function entitlement(
  state: Entitling | undefined,
  now: Date,
  ladder: RetrySchedule = DEFAULT_LADDER,
): Entitlement {
  if (!state) return { entitled: false, reason: 'no_subscription' };
  const { status, paidUntil } = state;
  switch (status) {
    case 'trial':
    case 'active':
    case 'due':
    case 'grace':
      if (paidUntil === null || servedEnd(state, paidUntil, ladder) <= now)
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
 * Until when the holder can watch as things stand, were nothing to be paid any more: a cancelled
 * subscription to the end of what was paid, one that is renewed to the end of the grace that it
 * has. `null` where nothing can be watched now.
 */
export function servedUntil(
  state: (Entitling & Pick<Subscription, 'graceFrom'>) | undefined,
  now: Date,
  ladder: RetrySchedule = DEFAULT_LADDER,
): Date | null {
  if (!state?.paidUntil || !entitlement(state, now, ladder).entitled) return null;
  if (state.status === 'cancelled') return state.paidUntil;
  if (state.status === 'due' || state.status === 'grace')
    return servedEnd(state, state.paidUntil, ladder);
  const end = graceAllowed(state, state.paidUntil, ladder);
  // The paid time is over and the carrier is about to be asked.
  return end > now ? end : servedEnd(state, state.paidUntil, ladder);
}

/**
 * The free-trial flag of a profile: while the purchase is under 24 hours old (row F8) and it was
 * the free first day.
 */
export function freeTrialFlag(
  state: Pick<Subscription, 'period' | 'startedAt'>,
  now: Date,
): boolean {
  return state.period === 0 && now.getTime() - state.startedAt.getTime() < 24 * 60 * 60 * 1000;
}
