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
        words: [
          'Your network is confirming the first payment. It is asked for once; if it does not go through, nothing is taken.',
        ],
      };
    case 'trial':
      return {
        tone: 'good',
        words: [
          'The first day is free and nothing has been taken. You can stop before the first payment.',
        ],
      };
    case 'active':
      if (!subscription.payment_pending)
        return { tone: 'good', words: ['Paid. It goes on by itself until you stop.'] };
      return {
        tone: 'waits',
        words: [
          `R${next_amount} for another package is being confirmed by your network. You have ${name} until it is.`,
        ],
      };
    case 'grace':
    case 'parked':
      return { tone: 'waits', words: unpaidWords(subscription, cheaper) };
    case 'cancelled':
      return {
        tone: 'over',
        words: [
          'Your subscription is cancelled and no more airtime will be taken.',
          ...stillServed(subscription),
        ],
      };
    case 'expired':
      return { tone: 'over', words: ['Your subscription has ended. Nothing more is taken.'] };
    case 'blocked':
      return {
        tone: 'over',
        words: ['Your subscription was stopped. Nothing more is taken; Help & Support knows why.'],
      };
  }
}

function stillServed({ served_until, free_trial }: Holding): string[] {
  if (!served_until) return [];
  return free_trial
    ? [`Free until ${dayWords(served_until)}: watch until then. Nothing was taken.`]
    : [`What is paid for can be watched until ${dayWords(served_until)}.`];
}

function unpaidWords(
  { next_amount, served_until, next_try_at, payment_pending }: Holding,
  cheaper: boolean,
): string[] {
  const watch = served_until ? `You can watch until ${dayWords(served_until)}.` : undefined;
  if (payment_pending) {
    return [
      `We are asking your network for R${next_amount}.`,
      watch ?? 'As soon as it is paid, you can watch.',
    ];
  }
  const again = next_try_at ? `We try again on ${dayWords(next_try_at)}.` : undefined;
  const help = watch
    ? 'Recharge and it goes on at once.'
    : `Recharge and it goes on at once${cheaper ? ', or change to a cheaper package' : ''}.`;
  const first = watch
    ? `We could not take R${next_amount}.`
    : `We could not take R${next_amount}, so watching is paused.`;
  return [first, ...(watch ? [watch] : []), help, ...(again ? [again] : [])];
}
