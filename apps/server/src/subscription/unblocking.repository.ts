import { asc, eq } from 'drizzle-orm';
import { subscribers } from '../numbers/numbers.tables.ts';
import type { Database } from '../platform/database.ts';
import { unblockings } from './subscription.tables.ts';

export type Unblocking = typeof unblockings.$inferSelect;

/** SQL of letting numbers in again after STOP ALL. */
export function createUnblockingRepository(db: Database) {
  return {
    within: (tx: Database) => createUnblockingRepository(tx),

    /** Takes the block off a locked subscriber, and writes down that it was. */
    unblock: async (unblocking: Unblocking): Promise<void> => {
      await db
        .update(subscribers)
        .set({ blockedAt: null })
        .where(eq(subscribers.id, unblocking.subscriberId));
      await db.insert(unblockings).values(unblocking);
    },

    /** The oldest first. */
    of: (subscriberId: number): Promise<Unblocking[]> =>
      db
        .select()
        .from(unblockings)
        .where(eq(unblockings.subscriberId, subscriberId))
        .orderBy(asc(unblockings.at), asc(unblockings.id)),
  };
}

export type UnblockingRepository = ReturnType<typeof createUnblockingRepository>;
