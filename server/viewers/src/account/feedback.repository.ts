import type { Database } from '@bonisa/kit/database/database';
import { allButNewest, purgeRows } from '@bonisa/kit/jobs/purge';
import { and, count, desc, eq, gt, inArray, lt, min } from 'drizzle-orm';
import { feedback } from './account.tables.ts';

export type Feedback = typeof feedback.$inferSelect;

/** SQL of feedback. */
export function createFeedbackRepository(db: Database) {
  return {
    within: (tx: Database) => createFeedbackRepository(tx),

    /** Writes a rating and deletes a subscriber's oldest ones beyond `max`. */
    insert: async (row: Feedback, max: number): Promise<void> => {
      await db.insert(feedback).values(row);
      const older = db
        .select({ id: feedback.id })
        .from(feedback)
        .where(eq(feedback.subscriberId, row.subscriberId))
        .orderBy(desc(feedback.at), desc(feedback.id))
        .offset(max);
      await db.delete(feedback).where(inArray(feedback.id, older));
    },

    /** Deletes ratings from before an instant, and all but the newest `max` of all subscribers. */
    purge: async (before: Date, max: number): Promise<void> => {
      await purgeRows(db, feedback, lt(feedback.at, before));
      await purgeRows(db, feedback, allButNewest(feedback, feedback.at, max));
    },

    /** How many ratings a subscriber gave since an instant, and the time of the first. */
    since: async (
      subscriberId: number,
      since: Date,
    ): Promise<{ given: number; first: Date | null }> => {
      const [row] = await db
        .select({ given: count(), first: min(feedback.at) })
        .from(feedback)
        .where(and(eq(feedback.subscriberId, subscriberId), gt(feedback.at, since)));
      return row ?? { given: 0, first: null };
    },

    /** Who gave a rating; `undefined` if it is not there any more. */
    subscriberOf: async (id: string): Promise<number | undefined> => {
      const [row] = await db
        .select({ subscriberId: feedback.subscriberId })
        .from(feedback)
        .where(eq(feedback.id, id));
      return row?.subscriberId;
    },

    /** The ratings, the newest first. */
    of: (subscriberId: number, limit: number): Promise<Feedback[]> =>
      db
        .select()
        .from(feedback)
        .where(eq(feedback.subscriberId, subscriberId))
        .orderBy(desc(feedback.at), desc(feedback.id))
        .limit(limit),

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(feedback).where(eq(feedback.subscriberId, subscriberId));
    },
  };
}

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>;
