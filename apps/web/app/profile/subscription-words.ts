import { say } from '../words/words.ts';
import { dayWords, type Holding } from './account-words.ts';

/** The tone of a subscription's state: good, waiting for something, or over. */
export type Tone = 'good' | 'waits' | 'over';

export interface SubscriptionWords {
  readonly tone: Tone;
  /** The meaning for the subscriber and what to do; the first sentence matters most. */
  readonly words: readonly string[];
}

/**
 * The meaning of a subscription's state: the end of service, the next charge, and what helps.
 * `cheaper`: a package with a lower price than the next charge exists.
 */
export function subscriptionWordsOf(
  subscription: Holding,
  { cheaper }: { cheaper: boolean },
): SubscriptionWords {
  const { state, name, next_amount } = subscription;
  switch (state) {
    case 'pending':
      return {
        tone: 'waits',
        words: [say('account.means.pending')],
      };
    case 'trial':
      return {
        tone: 'good',
        words: [say('account.means.trial')],
      };
    case 'active':
      if (!subscription.payment_pending)
        return { tone: 'good', words: [say('account.means.active')] };
      return {
        tone: 'waits',
        words: [say('account.means.changing', { amount: String(next_amount), package: name })],
      };
    case 'grace':
    case 'parked':
      return { tone: 'waits', words: unpaidWords(subscription, cheaper) };
    case 'cancelled':
      return {
        tone: 'over',
        words: [say('account.means.cancelled'), ...stillServed(subscription)],
      };
    case 'expired':
      return { tone: 'over', words: [say('account.means.expired')] };
    case 'blocked':
      return { tone: 'over', words: [say('account.means.blocked')] };
  }
}

function stillServed({ served_until, free_trial }: Holding): string[] {
  if (!served_until) return [];
  const until = dayWords(served_until);
  return free_trial
    ? [say('account.means.free_until', { until })]
    : [say('account.means.served_until', { until })];
}

function unpaidWords(
  { next_amount, served_until, next_try_at, withheld, payment_pending }: Holding,
  cheaper: boolean,
): string[] {
  const amount = String(next_amount);
  const watch = served_until
    ? say('account.means.watch_until', { until: dayWords(served_until) })
    : undefined;
  if (payment_pending)
    return [say('account.means.asking', { amount }), watch ?? say('account.means.then_watch')];
  if (withheld) {
    const { taken, until } = withheld;
    const reached = say('account.means.month_taken', { amount: taken, at: dayWords(until) });
    return watch ? [reached, watch] : [reached];
  }
  const again = next_try_at
    ? say('account.means.try_again', { at: dayWords(next_try_at) })
    : undefined;
  const help =
    !watch && cheaper
      ? say('account.means.recharge_or_change', { amount })
      : say('account.means.recharge', { amount });
  const first = watch
    ? say('account.means.not_taken', { amount })
    : say('account.means.paused', { amount });
  return [first, ...(watch ? [watch] : []), help, ...(again ? [again] : [])];
}
