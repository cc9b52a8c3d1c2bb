import type { Charge } from '../billing/charges/charge.repository.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';

export interface Grants {
  /**
   * What became of the subscription that a proof has granted: `free` where there is none or its
   * first payment was refused, so that the same proof may be pressed again; `pending` while that
   * payment is not known; else `spent`.
   */
  of(subscriptionId: string | null): Promise<'free' | 'pending' | 'spent'>;
}

/**
 * Reads from the subscription itself, not from a mark, so that it holds whichever process records
 * the payment and dies when.
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
      // Anything that was ever served counts as granted, be it for a free day only.
      if (!row || row.paidUntil !== null) return 'spent';
      return (await openingCharge(row.id))?.state === 'denied' ? 'free' : 'spent';
    },
  };
}
