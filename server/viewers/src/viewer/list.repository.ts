import type { Database } from '@bonisa/kit/database/database';
import { inBatches } from '@bonisa/kit/database/in-batches';
import { lazy } from '@bonisa/kit/lazy';
import { nothingServedSince } from '@bonisa/money/subscription/served-since.repository';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { newestName, newestOf } from './newest-rows.ts';
import { listItems } from './viewer.tables.ts';
import type { Reference } from './viewer-catalogue.port.ts';

export type ListItem = Pick<typeof listItems.$inferSelect, 'kind' | 'entityId' | 'addedAt'>;

/** The SQL of lists. */
export function createListRepository(db: Database) {
  const isItem = (subscriberId: number, { kind, id }: Reference) =>
    and(
      eq(listItems.subscriberId, subscriberId),
      eq(listItems.kind, kind),
      eq(listItems.entityId, id),
    );

  const statements = lazy(() => {
    const items = db
      .select()
      .from(listItems)
      .where(sql`${listItems.subscriberId} = asked_of`)
      .orderBy(desc(listItems.addedAt), asc(listItems.kind), desc(listItems.entityId))
      .limit(sql.placeholder('limit'))
      .as('items');
    const { subscriberId, kind, entityId, addedAt } = items;
    return {
      newest: db
        .select({ subscriberId, kind, entityId, addedAt })
        .from(sql`unnest(${sql.placeholder('subscriberIds')}::bigint[]) as asked(asked_of)`)
        .innerJoinLateral(items, sql`true`)
        .prepare('newest_list_items'),
    };
  });
  const newest = inBatches(
    newestOf((asked) => statements.newest.execute(asked)),
    newestName,
  );

  const repository = {
    within: (tx: Database) => createListRepository(tx),

    /** The items of a list, newest first. */
    of: (subscriberId: number, limit: number): Promise<readonly ListItem[]> =>
      newest({ subscriberId, limit }),

    has: async (subscriberId: number, reference: Reference): Promise<boolean> => {
      const rows = await db
        .select({ id: listItems.entityId })
        .from(listItems)
        .where(isItem(subscriberId, reference));
      return rows.length > 0;
    },

    /**
     * Adds an item to a list; an existing item keeps the time of its first addition. Returns
     * `false` when the list holds `max` other items. The caller holds the subscriber's lock.
     */
    add: async (
      subscriberId: number,
      reference: Reference,
      { at, max }: { at: Date; max: number },
    ): Promise<boolean> => {
      if (await repository.has(subscriberId, reference)) return true;
      const [row] = await db
        .select({ held: count() })
        .from(listItems)
        .where(eq(listItems.subscriberId, subscriberId));
      if ((row?.held ?? 0) >= max) return false;
      await db
        .insert(listItems)
        .values({ subscriberId, kind: reference.kind, entityId: reference.id, addedAt: at });
      return true;
    },

    /** Returns whether the item was on the list. */
    remove: async (subscriberId: number, reference: Reference): Promise<boolean> => {
      const removed = await db
        .delete(listItems)
        .where(isItem(subscriberId, reference))
        .returning({ id: listItems.entityId });
      return removed.length > 0;
    },

    /** Removes the lists of subscribers whose last paid time ended before `before`. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(listItems).where(nothingServedSince(db, listItems.subscriberId, before));
    },

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(listItems).where(eq(listItems.subscriberId, subscriberId));
    },
  };
  return repository;
}

export type ListRepository = ReturnType<typeof createListRepository>;
