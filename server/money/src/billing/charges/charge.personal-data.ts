import { AppError } from '@bonisa/kit/http/app-error';
import type { PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import type { SubscriptionRepository } from '../../subscription/subscription.repository.ts';
import type { ChargeRepository } from './charge.repository.ts';

/**
 * Refuses the removal of a number while the carrier may still have to be asked about one of its
 * charges.
 */
export function chargePersonalData(
  charges: ChargeRepository,
  subscriptions: SubscriptionRepository,
): PersonalDataStore {
  return {
    refuseRemoval: async (tx, subscriberId) => {
      const rows = await subscriptions.within(tx).all(subscriberId);
      const all = await charges.within(tx).of(rows.map((row) => row.id));
      if (all.every(({ state }) => state !== 'intended' && state !== 'unknown')) return;
      throw new AppError(
        'conflict',
        'A payment of yours is still being confirmed by your network. Please try again a little later; nothing was removed.',
      );
    },
  };
}
