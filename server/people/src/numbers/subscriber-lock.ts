import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NumberRepository, Subscriber } from './number.repository.ts';

/**
 * Does a signed-in subscriber's work in one transaction. Throws `not_signed_in` if their data was
 * removed meanwhile.
 */
export type WithSubscriberLock = <Result>(
  subscriberId: number,
  work: (tx: Database, subscriber: Subscriber) => Promise<Result>,
) => Promise<Result>;

/**
 * Serialises a subscriber's writes by a lock on the subscriber's row: two browsers cannot both take
 * the last place in a list, and nothing is written after a removal of the data has begun.
 */
export function createSubscriberLock(numbers: NumberRepository): WithSubscriberLock {
  return (subscriberId, work) =>
    numbers.db.transaction(async (tx) => {
      const subscriber = await numbers.within(tx).lockKnown(subscriberId);
      if (!subscriber)
        throw new AppError('not_signed_in', 'Please sign in with your number first.');
      return await work(tx, subscriber);
    });
}

/**
 * Does the work of many signed-in subscribers in one transaction: of those in `free`, whom nobody
 * has locked. The others wait for their turn in {@link WithSubscriberLock}.
 */
export type WithFreeSubscribers = <Result>(
  subscriberIds: readonly number[],
  work: (tx: Database, free: Set<number>) => Promise<Result>,
) => Promise<Result>;

/** Takes the locks of {@link createSubscriberLock} for many subscribers, without waiting. */
export function createFreeSubscriberLocks(numbers: NumberRepository): WithFreeSubscribers {
  return (subscriberIds, work) =>
    numbers.db.transaction(async (tx) =>
      work(tx, await numbers.within(tx).lockFree(subscriberIds)),
    );
}
