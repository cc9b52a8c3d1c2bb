import type { Database } from '@bonisa/kit/database/database';
import { asc, eq } from 'drizzle-orm';
import { unblockings } from './subscription.tables.ts';

export type Unblocking = typeof unblockings.$inferSelect;

/** SQL of the record of unblockings after STOP ALL. */
export function createUnblockingRepository(db: Database) {
  return {
    within: (tx: Database) => createUnblockingRepository(tx),

    insert: async (unblocking: Unblocking): Promise<void> => {
      await db.insert(unblockings).values(unblocking);
    },

    /** The unblockings, the oldest first. */
    of: (subscriberId: number): Promise<Unblocking[]> =>
      db
        .select()
        .from(unblockings)
        .where(eq(unblockings.subscriberId, subscriberId))
        .orderBy(asc(unblockings.at), asc(unblockings.id)),
  };
}

export type UnblockingRepository = ReturnType<typeof createUnblockingRepository>;
