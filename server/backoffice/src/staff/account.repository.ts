import type { Role } from '@bonisa/domain/staff/staff-roles';
import { type Database, lockFor } from '@bonisa/kit/database/database';
import {
  and,
  arrayContains,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import {
  staffAccounts,
  staffLinks,
  staffRecoveryCodes,
  staffUsedChallenges,
} from './staff.tables.ts';

export type StaffAccount = Omit<typeof staffAccounts.$inferSelect, 'roles'> & {
  readonly roles: readonly Role[];
};
export type StaffLink = typeof staffLinks.$inferSelect;

const ADMINISTRATORS = and(
  eq(staffAccounts.state, 'active'),
  arrayContains(staffAccounts.roles, ['administrator']),
);

/** SQL of accounts, one-time links, recovery codes and used challenges. */
export function createAccountRepository(db: Database) {
  const removeRecoveryCodes = async (accountId: string): Promise<void> => {
    await db.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.accountId, accountId));
  };
  return {
    within: (tx: Database) => createAccountRepository(tx),

    transaction: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => work(tx as unknown as Database)),

    /** Lets one transaction at a time decide who the administrators are. */
    lockAdministrators: (): Promise<void> => lockFor(db, 'staff administrators'),

    insert: async (account: StaffAccount): Promise<void> => {
      await db.insert(staffAccounts).values({ ...account, roles: [...account.roles] });
    },

    all: async (): Promise<StaffAccount[]> =>
      (await db.select().from(staffAccounts).orderBy(asc(staffAccounts.email))) as StaffAccount[],

    byId: async (id: string): Promise<StaffAccount | undefined> => {
      const [row] = await db.select().from(staffAccounts).where(eq(staffAccounts.id, id));
      return row as StaffAccount | undefined;
    },

    /** The same, held until the transaction ends. */
    lock: async (id: string): Promise<StaffAccount | undefined> => {
      const [row] = await db
        .select()
        .from(staffAccounts)
        .where(eq(staffAccounts.id, id))
        .for('update');
      return row as StaffAccount | undefined;
    },

    byEmail: async (email: string): Promise<StaffAccount | undefined> => {
      const [row] = await db.select().from(staffAccounts).where(eq(staffAccounts.email, email));
      return row as StaffAccount | undefined;
    },

    /** The same by the company's sign-in, held until the transaction ends. */
    lockByOidcSubject: async (subject: string): Promise<StaffAccount | undefined> => {
      const [row] = await db
        .select()
        .from(staffAccounts)
        .where(eq(staffAccounts.oidcSubject, subject))
        .for('update');
      return row as StaffAccount | undefined;
    },

    update: async (
      id: string,
      set: Partial<Omit<typeof staffAccounts.$inferInsert, 'id'>>,
    ): Promise<void> => {
      await db.update(staffAccounts).set(set).where(eq(staffAccounts.id, id));
    },

    /** Replaces a sealed secret, unless somebody else did. */
    replaceTotp: async (id: string, before: string, after: string): Promise<void> => {
      await db
        .update(staffAccounts)
        .set({ totp: after })
        .where(and(eq(staffAccounts.id, id), eq(staffAccounts.totp, before)));
    },

    /** Counts a refused sign-in, also for a name that no account has. */
    countRefused: async (email: string): Promise<void> => {
      await db
        .update(staffAccounts)
        .set({ refused: sql`${staffAccounts.refused} + 1` })
        .where(eq(staffAccounts.email, email));
    },

    /** Whether there is an active administrator, also one who has only a link to come in by. */
    hasAdministrator: async (): Promise<boolean> =>
      (await db.$count(staffAccounts, ADMINISTRATORS)) > 0,

    /**
     * How many administrators besides these accounts can sign in. One who was reset cannot before
     * the link is used, and a link that nobody uses ends.
     */
    otherAdministrators: (...ids: readonly string[]): Promise<number> =>
      db.$count(
        staffAccounts,
        and(
          ADMINISTRATORS,
          notInArray(staffAccounts.id, [...ids]),
          or(isNotNull(staffAccounts.passwordHash), isNotNull(staffAccounts.oidcSubject)),
        ),
      ),

    insertLink: async (link: StaffLink): Promise<void> => {
      await db.insert(staffLinks).values(link);
    },

    liveLink: async (tokenHash: string, now: Date): Promise<StaffLink | undefined> => {
      const [row] = await db
        .select()
        .from(staffLinks)
        .where(
          and(
            eq(staffLinks.tokenHash, tokenHash),
            isNull(staffLinks.usedAt),
            gt(staffLinks.expiresAt, now),
          ),
        );
      return row;
    },

    /** Uses a link up; `false` if somebody else did, or its time is over. */
    useLink: async (tokenHash: string, now: Date): Promise<boolean> => {
      const used = await db
        .update(staffLinks)
        .set({ usedAt: now })
        .where(
          and(
            eq(staffLinks.tokenHash, tokenHash),
            isNull(staffLinks.usedAt),
            gt(staffLinks.expiresAt, now),
          ),
        )
        .returning({ tokenHash: staffLinks.tokenHash });
      return used.length > 0;
    },

    /** Ends the open links of an account, or those of the first administrator. */
    endLinks: async (accountId: string | null, now: Date): Promise<void> => {
      const whose =
        accountId === null ? isNull(staffLinks.accountId) : eq(staffLinks.accountId, accountId);
      await db
        .update(staffLinks)
        .set({ usedAt: now })
        .where(and(whose, isNull(staffLinks.usedAt)));
    },

    hasLinkOfFirstAdministrator: async (): Promise<boolean> =>
      (await db.$count(staffLinks, eq(staffLinks.purpose, 'first administrator'))) > 0,

    removeRecoveryCodes,

    replaceRecoveryCodes: async (accountId: string, hashes: readonly string[]): Promise<void> => {
      await removeRecoveryCodes(accountId);
      await db
        .insert(staffRecoveryCodes)
        .values(hashes.map((codeHash) => ({ accountId, codeHash, usedAt: null })));
    },

    /** Uses a recovery code up; `false` if there is none such, or it was used. */
    useRecoveryCode: async (accountId: string, hash: string, now: Date): Promise<boolean> => {
      const used = await db
        .update(staffRecoveryCodes)
        .set({ usedAt: now })
        .where(
          and(
            eq(staffRecoveryCodes.accountId, accountId),
            eq(staffRecoveryCodes.codeHash, hash),
            isNull(staffRecoveryCodes.usedAt),
          ),
        )
        .returning({ codeHash: staffRecoveryCodes.codeHash });
      return used.length > 0;
    },

    /** Uses a challenge up; `false` if it was used before. */
    useChallenge: async (idHash: string, expiresAt: Date): Promise<boolean> => {
      const used = await db
        .insert(staffUsedChallenges)
        .values({ idHash, expiresAt })
        .onConflictDoNothing()
        .returning({ idHash: staffUsedChallenges.idHash });
      return used.length > 0;
    },

    purge: async (before: Date): Promise<void> => {
      await db.delete(staffUsedChallenges).where(lt(staffUsedChallenges.expiresAt, before));
      // The link of the first administrator says that one was made, however long ago.
      await db
        .delete(staffLinks)
        .where(
          and(lt(staffLinks.expiresAt, before), ne(staffLinks.purpose, 'first administrator')),
        );
    },
  };
}

export type AccountRepository = ReturnType<typeof createAccountRepository>;
