import { LIVE_STATUSES } from '@bonisa/domain/subscription';
import { and, asc, count, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import { subscribers } from '../numbers/numbers.tables.ts';
import type { Database } from '../platform/database.ts';
import { subscriptions } from './subscription.tables.ts';

/** A running subscription whose price differs from a new one. */
export interface Holder {
  readonly id: string;
  readonly msisdn: string;
  readonly price: number;
}

const isRunning = inArray(subscriptions.status, [...LIVE_STATUSES]);

/** SQL of the running subscriptions of a package by the price that their owners agreed to. */
export function createHoldersRepository(db: Database) {
  return {
    within: (tx: Database) => createHoldersRepository(tx),

    holdersOf: (packageId: string): Promise<{ price: number; subscriptions: number }[]> =>
      db
        .select({ price: subscriptions.price, subscriptions: count() })
        .from(subscriptions)
        .where(and(eq(subscriptions.packageId, packageId), isRunning))
        .groupBy(subscriptions.price)
        .orderBy(asc(subscriptions.price)),

    /** A page of those at another price, after an id. */
    atOtherPrices: (
      { packageId, price }: { packageId: string; price: number },
      afterId: string,
      limit: number,
    ): Promise<Holder[]> =>
      db
        .select({
          id: subscriptions.id,
          msisdn: subscribers.msisdn,
          price: subscriptions.price,
        })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(
          and(
            eq(subscriptions.packageId, packageId),
            ne(subscriptions.price, price),
            isRunning,
            isNull(subscribers.forgottenAt),
            gt(subscriptions.id, afterId),
          ),
        )
        .orderBy(asc(subscriptions.id))
        .limit(limit),
  };
}
