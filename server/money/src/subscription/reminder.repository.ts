import { chargedNext } from '@bonisa/domain/subscription/agreed-price';
import { LIVE_STATUSES } from '@bonisa/domain/subscription/subscription';
import { bulkUpdate } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { DueReminder } from '../messaging/reminder.service.ts';
import { subscriptions } from './subscription.tables.ts';

/** SQL of the subscriptions that are due a reminder (`ReminderSource`). */
export function createReminderRepository(db: Database) {
  return {
    db,
    within: (tx: Database) => createReminderRepository(tx),

    /**
     * Locks some of those that are due, skipping rows that another process has locked. Within a
     * transaction.
     */
    claim: async (now: Date, limit: number): Promise<DueReminder[]> => {
      const rows = await db
        .select({
          id: subscriptions.id,
          packageId: subscriptions.packageId,
          price: subscriptions.price,
          nextPackageId: subscriptions.nextPackageId,
          nextPrice: subscriptions.nextPrice,
          nextFrom: subscriptions.nextFrom,
          nextTryAt: subscriptions.nextTryAt,
          paidUntil: subscriptions.paidUntil,
          remindAt: subscriptions.remindAt,
          msisdn: subscribers.msisdn,
          forgottenAt: subscribers.forgottenAt,
        })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(and(reminded(), lte(subscriptions.remindAt, now)))
        .orderBy(asc(subscriptions.remindAt), asc(subscriptions.id))
        .limit(limit)
        .for('update', { of: subscriptions, skipLocked: true });
      return rows.flatMap(({ remindAt, forgottenAt, msisdn, ...row }) =>
        remindAt
          ? [
              {
                id: row.id,
                charged: chargedNext(row, now),
                remindAt,
                msisdn: forgottenAt ? null : msisdn,
              },
            ]
          : [],
      );
    },

    /** Writes when locked subscriptions are reminded next. */
    move: (next: readonly { readonly id: string; readonly remindAt: Date }[]): Promise<void> =>
      bulkUpdate(db, subscriptions, 'id', ['remindAt'], next),

    nextDue: (): Promise<Date | null> => earliestDue(db, NEXT_DUE),
  };
}

/** As literals, so that the plan of a prepared statement knows them. */
const LIVE = sql.raw(LIVE_STATUSES.map((status) => `'${status}'`).join(', '));

function reminded(): SQL {
  return sql`(${subscriptions.remindAt} is not null and ${subscriptions.status} in (${LIVE}))`;
}

const NEXT_DUE = sql`select ${subscriptions.remindAt} from ${subscriptions} where ${reminded()} order by ${subscriptions.remindAt} limit 1`;
