import type { PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
import { graceFromOf } from './carried-time.repository.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';
import type { SubscriptionService } from './subscription.service.ts';

/**
 * Ends a subscription whose number's data is removed. Its rows and events stay: they are the audit.
 */
export function subscriptionPersonalData(
  subscriptions: SubscriptionRepository,
  service: Pick<SubscriptionService, 'cancelWithin' | 'blockWithin'>,
): PersonalDataStore {
  return {
    end: async (tx, subscriber, reason) => {
      if (reason === 'number_recycled') return service.blockWithin(tx, subscriber.id, reason);
      await service.cancelWithin(tx, subscriber.id, 'subscriber', { forget: true });
      // A removal of personal data does not give a second grace.
      const { numbers } = subscriptions.within(tx);
      await numbers.setGraceFrom(subscriber.id, await graceFromOf(tx, subscriber));
    },
  };
}
