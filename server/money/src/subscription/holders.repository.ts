import { LIVE_STATUSES } from '@bonisa/domain/subscription/subscription';
import type { Database } from '@bonisa/kit/database/database';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { and, asc, count, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import { subscriptions } from './subscription.tables.ts';

/** A running subscription whose price differs from a new one. */
export interface Holder {
  readonly id: string;
  readonly msisdn: string;
  readonly carrierId: string;
  /** What its owner pays, in cents. */
  readonly price: number;
}

/** A price of a package. */
export interface OfferedPrice {
  readonly packageId: string;
  readonly amount: number;
  readonly validFrom: Date;
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

    /**
     * A page of those at another price who have agreed to nothing else, after an id. Locks them
     * against a change until the transaction ends, so that nobody is told who ends meanwhile.
     */
    atOtherPrices: (
      { packageId, amount }: OfferedPrice,
      afterId: string | null,
      limit: number,
    ): Promise<Holder[]> =>
      db
        .select({
          id: subscriptions.id,
          msisdn: subscribers.msisdn,
          carrierId: subscriptions.carrierId,
          price: subscriptions.price,
        })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(
          and(
            eq(subscriptions.packageId, packageId),
            ne(subscriptions.price, amount),
            isNull(subscriptions.nextPackageId),
            isRunning,
            isNull(subscribers.forgottenAt),
            isNull(subscribers.blockedAt),
            ...(afterId === null ? [] : [gt(subscriptions.id, afterId)]),
          ),
        )
        .orderBy(asc(subscriptions.id))
        .limit(limit)
        .for('share', { of: subscriptions }),

    /** Some that have accepted a price which begins later. */
    waitingFor: async (
      { packageId, amount, validFrom }: OfferedPrice,
      limit: number,
    ): Promise<string[]> => {
      const rows = await db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(
          and(
            eq(subscriptions.nextPackageId, packageId),
            eq(subscriptions.nextPrice, amount),
            eq(subscriptions.nextFrom, validFrom),
            isRunning,
          ),
        )
        .orderBy(asc(subscriptions.id))
        .limit(limit);
      return rows.map(({ id }) => id);
    },
  };
}
