import type { SessionUser } from '../identity/session.service.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';

/** The number of who is signed in. */
export interface SignedIn {
  /** `undefined` where their data was removed meanwhile. */
  find(user: Pick<SessionUser, 'subscriberId'>): Promise<string | undefined>;
  /** The same; throws `not_signed_in`. */
  numberOf(user: SessionUser): Promise<string>;
}

export function createSignedIn(repository: Pick<SubscriptionRepository, 'subscriber'>): SignedIn {
  const find: SignedIn['find'] = async ({ subscriberId }) => {
    const subscriber = await repository.subscriber(subscriberId);
    return subscriber?.forgottenAt === null ? subscriber.msisdn : undefined;
  };
  return {
    find,
    numberOf: async (user) => {
      const msisdn = await find(user);
      if (msisdn === undefined)
        throw new AppError('not_signed_in', 'Please sign in with your number first.');
      return msisdn;
    },
  };
}
