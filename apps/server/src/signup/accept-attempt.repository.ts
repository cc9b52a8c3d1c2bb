import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { presses } from './signup.tables.ts';

export type Press = typeof presses.$inferSelect;

/** SQL of presses of Accept. */
export function createAcceptAttemptRepository(db: Database) {
  return {
    within: (tx: Database) => createAcceptAttemptRepository(tx),

    /**
     * Claims a press: answers `undefined` where it is ours now, else the press as it stands. One
     * that failed may be made again.
     */
    claim: async (
      claimed: Pick<Press, 'key' | 'owner' | 'at' | 'nonce'>,
    ): Promise<Press | undefined> => {
      const fresh = {
        ...claimed,
        state: 'running',
        subscriptionId: null,
        sessionHash: null,
        answeredAt: null,
      } as const;
      const ours = await db
        .insert(presses)
        .values(fresh)
        .onConflictDoUpdate({
          target: presses.key,
          set: fresh,
          setWhere: eq(presses.state, 'failed'),
        })
        .returning({ key: presses.key });
      return ours.length === 1 ? undefined : await find(claimed.key);
    },

    find: (key: string) => find(key),

    /** The press led to this subscription and session; written with them. */
    accept: async (
      key: string,
      led: { subscriptionId: string; sessionHash: string; answeredAt: Date | null },
    ): Promise<void> => {
      await db
        .update(presses)
        .set({ state: 'accepted', ...led })
        .where(eq(presses.key, key));
    },

    /** It was answered with a success now, if it never was before. */
    markAnswered: async (key: string, at: Date): Promise<void> => {
      await db
        .update(presses)
        .set({ answeredAt: at })
        .where(and(eq(presses.key, key), isNull(presses.answeredAt)));
    },

    /** Nothing came of it: it may be made again. */
    fail: async (key: string): Promise<void> => {
      await db
        .update(presses)
        .set({ state: 'failed' })
        .where(and(eq(presses.key, key), eq(presses.state, 'running')));
    },

    /** The charge of an accepted press was refused: it may be made again. */
    reopen: async (key: string): Promise<void> => {
      await db.update(presses).set({ state: 'failed' }).where(eq(presses.key, key));
    },

    purge: async (before: Date): Promise<void> => {
      await db.delete(presses).where(lt(presses.at, before));
    },
  };

  async function find(key: string): Promise<Press | undefined> {
    const [row] = await db.select().from(presses).where(eq(presses.key, key));
    return row;
  }
}

export type AcceptAttemptRepository = ReturnType<typeof createAcceptAttemptRepository>;
