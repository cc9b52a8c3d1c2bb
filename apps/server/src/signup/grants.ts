import type { Charge } from '../billing/charges/charge.repository.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';

export interface Grants {
  /**
   * The state of the subscription that a proof has granted: `free` if there is none or its first
   * payment was denied, so that the same proof is valid again; `pending` while that payment is
   * unknown; otherwise `spent`.
   */
  of(subscriptionId: string | null): Promise<'free' | 'pending' | 'spent'>;
}

/**
 * Reads the subscription itself instead of a flag, so that the result is right whichever process
 * records the payment or crashes.
 */
export function createGrants(dependencies: {
  subscriptions: Pick<SubscriptionRepository, 'byId'>;
  openingCharge: (subscriptionId: string) => Promise<Charge | undefined>;
}): Grants {
  const { subscriptions, openingCharge } = dependencies;
  return {
    of: async (subscriptionId) => {
      if (subscriptionId === null) return 'free';
      const row = await subscriptions.byId(subscriptionId);
      if (row?.status === 'pending') return 'pending';
      // Any service at all counts as granted, even a free day.
      if (!row || row.paidUntil !== null) return 'spent';
      return (await openingCharge(row.id))?.state === 'denied' ? 'free' : 'spent';
    },
  };
}
