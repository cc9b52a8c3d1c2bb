import { DEFAULT_LADDER, type RetryLadder, servedEnd } from './retry-ladder.ts';
import type { Subscription } from './subscription.ts';

/** What of a subscription decides; where it is not said how often it was refused, it was. */
export type Entitling = Pick<Subscription, 'status' | 'paidUntil'> & { readonly tries?: number };

export type Entitlement =
  | { readonly entitled: true; readonly until: Date | null }
  | { readonly entitled: false; readonly reason: 'no_subscription' | 'payment_pending' | 'not_paid' | 'ended' | 'blocked' };

/**
 * May the holder of this subscription play now, and until when. A cancelled one is served until what was paid has passed. One that is renewed is served
 * for the days of grace beyond that, whether the carrier has not been asked yet, has not answered or has refused (before a refusal for an hour at least); `until` is null then, since the next
 * answer decides. Parked and pending are not served.
 */
export function entitlement(state: Entitling | undefined, now: Date, ladder: RetryLadder = DEFAULT_LADDER): Entitlement {
  if (!state) return { entitled: false, reason: 'no_subscription' };
  const { status, paidUntil } = state;
  switch (status) {
    case 'trial':
    case 'active':
    case 'due':
    case 'grace':
      if (paidUntil === null || unpaidEnd(state, paidUntil, ladder) <= now) return { entitled: false, reason: 'not_paid' };
      return { entitled: true, until: paidUntil > now ? paidUntil : null };
    case 'cancelled':
      return paidUntil && paidUntil > now ? { entitled: true, until: paidUntil } : { entitled: false, reason: 'ended' };
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
 * Until when the holder can watch as things stand, were nothing to be paid any more: a cancelled subscription to the end of what was paid, one that is
 * renewed to the end of grace. `null` where nothing can be watched now.
 */
export function servedUntil(state: Entitling | undefined, now: Date, ladder: RetryLadder = DEFAULT_LADDER): Date | null {
  if (!state?.paidUntil || !entitlement(state, now, ladder).entitled) return null;
  return state.status === 'cancelled' ? state.paidUntil : unpaidEnd(state, state.paidUntil, ladder);
}

function unpaidEnd({ tries = 1 }: Entitling, paidUntil: Date, ladder: RetryLadder): Date {
  return servedEnd(paidUntil, tries > 0, ladder);
}

/** The free-trial flag of a profile: while the purchase is under 24 hours old (row F8) and it was the free first day. */
export function freeTrialFlag(state: Pick<Subscription, 'period' | 'startedAt'>, now: Date): boolean {
  return state.period === 0 && now.getTime() - state.startedAt.getTime() < 24 * 60 * 60 * 1000;
}
