import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { presses } from './subscription.tables.ts';

export type Press = typeof presses.$inferSelect;

/** SQL of presses of Accept. */
export function createPressRepository(db: Database) {
  return {
    within: (tx: Database) => createPressRepository(tx),

    /** Claims a press: answers `undefined` where it is ours now, else the press as it stands. One that failed may be made again. */
    claim: async (key: string, owner: string, at: Date): Promise<Press | undefined> => {
      const claimed = await db
        .insert(presses)
        .values({ key, owner, at, state: 'running', subscriptionId: null })
        .onConflictDoUpdate({
          target: presses.key,
          set: { state: 'running', owner, at, subscriptionId: null },
          setWhere: eq(presses.state, 'failed'),
        })
        .returning({ key: presses.key });
      return claimed.length === 1 ? undefined : await find(key);
    },

    find: (key: string) => find(key),

    /** The press led to this subscription; written with it. */
    accept: async (key: string, subscriptionId: string): Promise<void> => {
      await db.update(presses).set({ state: 'accepted', subscriptionId }).where(eq(presses.key, key));
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

export type PressRepository = ReturnType<typeof createPressRepository>;
