import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Database } from '@bonisa/kit/database/database';
import type { NumberCarrierRecords } from '@bonisa/people/numbers/number-carrier.service';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import { subscriptions } from './subscription.tables.ts';

/** SQL of the carriers of numbers. */
export function createNumberCarrierRepository(db: Database): NumberCarrierRecords {
  return {
    known: async (msisdn) => {
      const [row] = await db
        .select({
          id: subscribers.id,
          carrierId: subscribers.carrierId,
          carrierCheckedAt: subscribers.carrierCheckedAt,
        })
        .from(subscribers)
        .where(and(eq(subscribers.msisdn, msisdn), isNull(subscribers.forgottenAt)));
      return row;
    },

    write: (subscriberId, carrierId, at) =>
      db.transaction(async (tx) => {
        await tx
          .update(subscribers)
          .set({ carrierId, carrierCheckedAt: at })
          .where(eq(subscribers.id, subscriberId));
        await tx
          .update(subscriptions)
          .set({ carrierId })
          .where(eq(subscriptions.subscriberId, subscriberId));
      }),

    dueUnchecked: async (carrierId, { now, checkedBefore, limit }) => {
      const rows = await db
        .select({ msisdn: subscribers.msisdn })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(
          and(
            eq(subscriptions.carrierId, carrierId),
            isNotNull(subscriptions.dueAt),
            lte(subscriptions.dueAt, now),
            inArray(subscriptions.status, ['trial', 'active', 'grace', 'parked']),
            isNull(subscribers.forgottenAt),
            or(
              isNull(subscribers.carrierCheckedAt),
              lt(subscribers.carrierCheckedAt, checkedBefore),
            ),
          ),
        )
        .orderBy(asc(subscriptions.dueAt), asc(subscriptions.id))
        .limit(limit);
      return rows.map(({ msisdn }) => msisdn as Msisdn);
    },
  };
}
