import { and, count, desc, eq, gt, min } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { feedback } from './account.tables.ts';

export type Feedback = typeof feedback.$inferSelect;

/** SQL of feedback. */
export function createFeedbackRepository(db: Database) {
  return {
    within: (tx: Database) => createFeedbackRepository(tx),

    insert: async (row: Feedback): Promise<void> => {
      await db.insert(feedback).values(row);
    },

    /** How much a subscriber has said since then, and when the first of it was. */
    since: async (subscriberId: number, since: Date): Promise<{ given: number; first: Date | null }> => {
      const [row] = await db
        .select({ given: count(), first: min(feedback.at) })
        .from(feedback)
        .where(and(eq(feedback.subscriberId, subscriberId), gt(feedback.at, since)));
      return row ?? { given: 0, first: null };
    },

    /** The newest first. */
    of: (subscriberId: number, limit: number): Promise<Feedback[]> =>
      db.select().from(feedback).where(eq(feedback.subscriberId, subscriberId)).orderBy(desc(feedback.at), desc(feedback.id)).limit(limit),

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(feedback).where(eq(feedback.subscriberId, subscriberId));
    },
  };
}

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;
