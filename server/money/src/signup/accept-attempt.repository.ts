import type { Database } from '@bonisa/kit/database/database';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { acceptAttempts } from './signup.tables.ts';

export type AcceptAttempt = typeof acceptAttempts.$inferSelect;

/** SQL of accept attempts. */
export function createAcceptAttemptRepository(db: Database) {
  return {
    within: (tx: Database) => createAcceptAttemptRepository(tx),

    /**
     * Claims an attempt. Returns `undefined` if it is ours now, otherwise the attempt as it is. A
     * failed attempt may be made again.
     */
    claim: async (
      claimed: Pick<AcceptAttempt, 'key' | 'owner' | 'at' | 'nonce'>,
    ): Promise<AcceptAttempt | undefined> => {
      const fresh = {
        ...claimed,
        state: 'running',
        subscriptionId: null,
        sessionHash: null,
        answeredAt: null,
      } as const;
      const ours = await db
        .insert(acceptAttempts)
        .values(fresh)
        .onConflictDoUpdate({
          target: acceptAttempts.key,
          set: fresh,
          setWhere: eq(acceptAttempts.state, 'failed'),
        })
        .returning({ key: acceptAttempts.key });
      return ours.length === 1 ? undefined : await find(claimed.key);
    },

    find: (key: string) => find(key),

    /** Links the attempt to its subscription and session, in the same transaction as theirs. */
    accept: async (
      key: string,
      led: { subscriptionId: string; sessionHash: string; answeredAt: Date | null },
    ): Promise<void> => {
      await db
        .update(acceptAttempts)
        .set({ state: 'accepted', ...led })
        .where(eq(acceptAttempts.key, key));
    },

    /** Records the first success that was answered to the attempt. */
    markAnswered: async (key: string, at: Date): Promise<void> => {
      await db
        .update(acceptAttempts)
        .set({ answeredAt: at })
        .where(and(eq(acceptAttempts.key, key), isNull(acceptAttempts.answeredAt)));
    },

    /** Records that the attempt had no effect: it may be made again. */
    fail: async (key: string): Promise<void> => {
      await db
        .update(acceptAttempts)
        .set({ state: 'failed' })
        .where(and(eq(acceptAttempts.key, key), eq(acceptAttempts.state, 'running')));
    },

    /** Records that the charge of an accepted attempt was denied: the attempt may be made again. */
    reopen: async (key: string): Promise<void> => {
      await db.update(acceptAttempts).set({ state: 'failed' }).where(eq(acceptAttempts.key, key));
    },

    purge: async (before: Date): Promise<void> => {
      await db.delete(acceptAttempts).where(lt(acceptAttempts.at, before));
    },
  };

  async function find(key: string): Promise<AcceptAttempt | undefined> {
    const [row] = await db.select().from(acceptAttempts).where(eq(acceptAttempts.key, key));
    return row;
  }
}

export type AcceptAttemptRepository = ReturnType<typeof createAcceptAttemptRepository>;
