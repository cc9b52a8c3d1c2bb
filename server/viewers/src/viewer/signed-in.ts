import { AppError } from '@bonisa/kit/http/app-error';
import type { SessionUser } from '@bonisa/people/identity/session.service';
import type { NumberRepository } from '@bonisa/people/numbers/number.repository';

/** Finds the number of a signed-in subscriber. */
export interface SignedIn {
  /** `undefined` when the subscriber's data was removed meanwhile. */
  find(user: Pick<SessionUser, 'subscriberId'>): Promise<string | undefined>;
  /** Same as {@link find}, but throws `not_signed_in` for a removed subscriber. */
  numberOf(user: SessionUser): Promise<string>;
}

export function createSignedIn(numbers: Pick<NumberRepository, 'subscriber'>): SignedIn {
  const find: SignedIn['find'] = async ({ subscriberId }) => {
    const subscriber = await numbers.subscriber(subscriberId);
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
