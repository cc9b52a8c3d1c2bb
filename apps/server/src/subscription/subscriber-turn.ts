import type { Database } from '../platform/database.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Subscriber, SubscriptionRepository } from './subscription.repository.ts';

/**
 * Does a signed-in subscriber's work in one transaction. Throws `not_signed_in` where their data
 * was removed meanwhile.
 */
export type InTurn = <Result>(
  subscriberId: number,
  work: (tx: Database, subscriber: Subscriber) => Promise<Result>,
) => Promise<Result>;

/**
 * What a subscriber writes is written one at a time, under the lock on their row: two browsers
 * cannot both take the last place, and nothing is written after the removal of their data has
 * begun.
 */
export function createInTurn(subscriptions: SubscriptionRepository): InTurn {
  return (subscriberId, work) =>
    subscriptions.db.transaction(async (tx) => {
      const subscriber = await subscriptions.within(tx).lockKnown(subscriberId);
      if (!subscriber)
        throw new AppError('not_signed_in', 'Please sign in with your number first.');
      return await work(tx, subscriber);
    });
}
