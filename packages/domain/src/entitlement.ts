import type { Subscription } from './subscription.ts';

export type Entitlement =
  | { readonly entitled: true; readonly until: Date | null }
  | { readonly entitled: false; readonly reason: 'no_subscription' | 'payment_pending' | 'not_paid' | 'ended' | 'blocked' };

/**
 * May the holder of this subscription play now, and until when. A cancelled one is served until what was paid has
 * passed; grace is served although unpaid (its end is decided by renewal, hence no `until`); parked and pending are not.
 */
export function entitlement(state: Pick<Subscription, 'status' | 'paidUntil'> | undefined, now: Date): Entitlement {
  if (!state) return { entitled: false, reason: 'no_subscription' };
  switch (state.status) {
    case 'grace':
      return { entitled: true, until: null };
    case 'trial':
    case 'active':
    case 'cancelled':
      return state.paidUntil && state.paidUntil > now ? { entitled: true, until: state.paidUntil } : { entitled: false, reason: 'ended' };
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

/** The free-trial flag of a profile: while the purchase is under 24 hours old (row F8) and it was the free first day. */
export function freeTrialFlag(state: Pick<Subscription, 'period' | 'startedAt'>, now: Date): boolean {
  return state.period === 0 && now.getTime() - state.startedAt.getTime() < 24 * 60 * 60 * 1000;
}
