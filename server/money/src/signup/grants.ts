import type { Billing } from '../billing/billing.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';

export interface Grants {
  /**
   * The state of the subscription that a proof has granted: `free` if there is none or its first
   * payment was denied, so that the same proof is valid again; `pending` while that payment is
   * unknown; otherwise `spent`.
   */
  of(subscriptionId: string | null): Promise<'free' | 'pending' | 'spent'>;
}

export interface GrantDependencies {
  readonly subscription: { readonly repository: Pick<SubscriptionRepository, 'byId'> };
  readonly billing: { readonly charges: Pick<Billing['charges'], 'openingOf'> };
}

/**
 * Reads the subscription itself instead of a flag, so that the result is right whichever process
 * records the payment or crashes.
 */
export function createGrants({ subscription, billing }: GrantDependencies): Grants {
  return {
    of: async (subscriptionId) => {
      if (subscriptionId === null) return 'free';
      const row = await subscription.repository.byId(subscriptionId);
      if (row?.status === 'pending') return 'pending';
      // Any service at all counts as granted, even a free day.
      if (!row || row.paidUntil !== null) return 'spent';
      return (await billing.charges.openingOf(row.id))?.state === 'denied' ? 'free' : 'spent';
    },
  };
}
