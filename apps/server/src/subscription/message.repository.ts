import { and, asc, eq, inArray, isNotNull, lte, min, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { messages } from './subscription.tables.ts';

export type MessageTemplate = typeof messages.$inferInsert.template;
export type Message = typeof messages.$inferSelect;

/** SQL of the outbox. */
export function createMessageRepository(db: Database) {
  return {
    within: (tx: Database) => createMessageRepository(tx),

    /** Takes some of what is due by moving its time on: whoever crashes now, it comes up again. */
    claim: (now: Date, leaseUntil: Date, limit: number): Promise<Message[]> =>
      db.transaction(async (tx) => {
        const due = await tx
          .select()
          .from(messages)
          .where(and(isNotNull(messages.dueAt), lte(messages.dueAt, now)))
          .orderBy(asc(messages.dueAt))
          .limit(limit)
          .for('update', { skipLocked: true });
        if (due.length > 0) {
          const ids = due.map((message) => message.id);
          await tx.update(messages).set({ dueAt: leaseUntil }).where(inArray(messages.id, ids));
        }
        return due;
      }),

    /** The carrier took these: written together. */
    markSent: async (ids: readonly string[], at: Date): Promise<void> => {
      if (ids.length === 0) return;
      await db
        .update(messages)
        .set({ state: 'sent', attempts: sql`${messages.attempts} + 1`, dueAt: null, sentAt: at })
        .where(inArray(messages.id, [...ids]));
    },

    /** The carrier did not take it: given up, or due again. */
    markFailed: async (id: string, outcome: Pick<Message, 'state' | 'attempts' | 'dueAt'>): Promise<void> => {
      await db.update(messages).set(outcome).where(eq(messages.id, id));
    },

    /** Removes those of which nothing is to be kept: they were sent, or given up. */
    remove: async (ids: readonly string[]): Promise<void> => {
      if (ids.length > 0) await db.delete(messages).where(inArray(messages.id, [...ids]));
    },

    of: (msisdn: string): Promise<Message[]> => db.select().from(messages).where(eq(messages.msisdn, msisdn)).orderBy(asc(messages.createdAt)),

    /** Removes what was said to a number, and what was still to be said. */
    removeAllOf: async (msisdn: string): Promise<void> => {
      await db.delete(messages).where(eq(messages.msisdn, msisdn));
    },

    nextDue: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ due: min(messages.dueAt) })
        .from(messages)
        .where(isNotNull(messages.dueAt));
      return row?.due ?? null;
    },
  };
}

export type MessageRepository = ReturnType<typeof createMessageRepository>;
