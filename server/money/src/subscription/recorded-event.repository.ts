import type { Database } from '@bonisa/kit/database/database';
import { and, eq, inArray } from 'drizzle-orm';
import { subscriptionEvents, subscriptions } from './subscription.tables.ts';

/** An event as it was recorded: instants in `data` are texts, amounts are cents. */
export interface RecordedEvent {
  readonly subscriptionId: string;
  readonly subscriberId: number;
  readonly place: number;
  readonly type: string;
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads single events of subscriptions, for those who tell others of them. */
export function createRecordedEvents(db: Database) {
  return {
    /** These events; one whose subscription is gone is left out. */
    at: async (
      places: readonly { readonly subscriptionId: string; readonly place: number }[],
    ): Promise<RecordedEvent[]> => {
      if (places.length === 0) return [];
      const rows = await db
        .select({
          subscriptionId: subscriptionEvents.subscriptionId,
          subscriberId: subscriptions.subscriberId,
          place: subscriptionEvents.place,
          type: subscriptionEvents.type,
          at: subscriptionEvents.at,
          data: subscriptionEvents.data,
        })
        .from(subscriptionEvents)
        .innerJoin(subscriptions, eq(subscriptions.id, subscriptionEvents.subscriptionId))
        .where(
          and(
            inArray(subscriptionEvents.subscriptionId, [
              ...new Set(places.map(({ subscriptionId }) => subscriptionId)),
            ]),
            inArray(subscriptionEvents.place, [...new Set(places.map(({ place }) => place))]),
          ),
        );
      return rows as RecordedEvent[];
    },
  };
}

export type RecordedEvents = ReturnType<typeof createRecordedEvents>;
