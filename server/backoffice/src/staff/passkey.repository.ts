import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, sql } from 'drizzle-orm';
import { staffPasskeys } from './staff.tables.ts';

export type Passkey = typeof staffPasskeys.$inferSelect;

/** SQL of passkeys. */
export function createPasskeyRepository(db: Database) {
  return {
    within: (tx: Database) => createPasskeyRepository(tx),

    insert: async (passkey: Passkey): Promise<void> => {
      await db.insert(staffPasskeys).values(passkey);
    },

    byId: async (id: string): Promise<Passkey | undefined> => {
      const [row] = await db.select().from(staffPasskeys).where(eq(staffPasskeys.id, id));
      return row;
    },

    of: (accountId: string): Promise<Passkey[]> =>
      db
        .select()
        .from(staffPasskeys)
        .where(eq(staffPasskeys.accountId, accountId))
        .orderBy(asc(staffPasskeys.createdAt)),

    /** Notes a use; `false` if another use of the same passkey came first. */
    use: async (
      { id, counter }: Pick<Passkey, 'id' | 'counter'>,
      newCounter: number,
      now: Date,
    ): Promise<boolean> => {
      const used = await db
        .update(staffPasskeys)
        .set({ counter: newCounter, lastUsedAt: now })
        .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.counter, sql`${counter}`)))
        .returning({ id: staffPasskeys.id });
      return used.length > 0;
    },

    /** Renames a passkey of an account, which the caller has locked; `undefined`: it has none. */
    rename: async (accountId: string, id: string, name: string): Promise<Passkey | undefined> => {
      const [renamed] = await db
        .update(staffPasskeys)
        .set({ name })
        .where(and(eq(staffPasskeys.accountId, accountId), eq(staffPasskeys.id, id)))
        .returning();
      return renamed;
    },

    /** Removes a passkey of an account and returns it; `undefined` if it has no such passkey. */
    remove: async (accountId: string, id: string): Promise<Passkey | undefined> => {
      const [gone] = await db
        .delete(staffPasskeys)
        .where(and(eq(staffPasskeys.accountId, accountId), eq(staffPasskeys.id, id)))
        .returning();
      return gone;
    },

    removeAll: async (accountId: string): Promise<void> => {
      await db.delete(staffPasskeys).where(eq(staffPasskeys.accountId, accountId));
    },
  };
}

export type PasskeyRepository = ReturnType<typeof createPasskeyRepository>;
