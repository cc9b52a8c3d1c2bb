import type { Role } from '@bonisa/domain/staff/staff-roles';
import type { Database } from '@bonisa/kit/database/database';
import { and, desc, eq, gt, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { staffAccounts, staffSessions, staffSignInTries } from './staff.tables.ts';

export type StaffSession = typeof staffSessions.$inferSelect;

/** A session with what its account may do. */
export interface SessionWithAccount {
  readonly session: StaffSession;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
}

/** SQL of the studio's sessions and of tries of sign-in. */
export function createStaffSessionRepository(db: Database) {
  const findBy = async (which: SQL): Promise<SessionWithAccount | undefined> => {
    const [row] = await db
      .select({
        session: staffSessions,
        name: staffAccounts.name,
        email: staffAccounts.email,
        roles: staffAccounts.roles,
      })
      .from(staffSessions)
      .innerJoin(staffAccounts, eq(staffAccounts.id, staffSessions.accountId))
      .where(and(which, isNull(staffSessions.endedAt), eq(staffAccounts.state, 'active')));
    return row as SessionWithAccount | undefined;
  };

  return {
    within: (tx: Database) => createStaffSessionRepository(tx),

    insert: async (session: StaffSession): Promise<void> => {
      await db.insert(staffSessions).values(session);
    },

    /** A session that nobody has ended, of an active account, by the hash of its secret. */
    find: (idHash: string) => findBy(eq(staffSessions.idHash, idHash)),

    /** The same by the session's public id. */
    findById: (id: string) => findBy(eq(staffSessions.id, id)),

    /** The sessions of an account that were seen since an instant, the newest first. */
    ofAccount: (accountId: string, seenSince: Date): Promise<StaffSession[]> =>
      db
        .select()
        .from(staffSessions)
        .where(
          and(
            eq(staffSessions.accountId, accountId),
            isNull(staffSessions.endedAt),
            gt(staffSessions.lastSeenAt, seenSince),
          ),
        )
        .orderBy(desc(staffSessions.createdAt)),

    /** The account's newest session before another one. */
    before: async (session: StaffSession): Promise<StaffSession | undefined> => {
      const [row] = await db
        .select()
        .from(staffSessions)
        .where(
          and(
            eq(staffSessions.accountId, session.accountId),
            lt(staffSessions.createdAt, session.createdAt),
          ),
        )
        .orderBy(desc(staffSessions.createdAt))
        .limit(1);
      return row;
    },

    see: async (idHash: string, now: Date): Promise<void> => {
      await db
        .update(staffSessions)
        .set({ lastSeenAt: now })
        .where(eq(staffSessions.idHash, idHash));
    },

    showFactor: async (idHash: string, now: Date): Promise<void> => {
      await db.update(staffSessions).set({ factorAt: now }).where(eq(staffSessions.idHash, idHash));
    },

    /** Ends one session of an account, or all of them but one; returns how many. */
    end: async (
      accountId: string,
      which: { readonly id?: string; readonly exceptHash?: string },
      now: Date,
    ): Promise<number> => {
      const { id, exceptHash } = which;
      const ended = await db
        .update(staffSessions)
        .set({ endedAt: now })
        .where(
          and(
            eq(staffSessions.accountId, accountId),
            isNull(staffSessions.endedAt),
            id === undefined ? undefined : eq(staffSessions.id, id),
            exceptHash === undefined ? undefined : sql`${staffSessions.idHash} <> ${exceptHash}`,
          ),
        )
        .returning({ id: staffSessions.id });
      return ended.length;
    },

    /**
     * Counts a try and returns how many there were in the window, and when the window began. A
     * window begins with its first try.
     */
    countTry: async (
      key: string,
      now: Date,
      windowMs: number,
    ): Promise<{ tries: number; windowStart: Date }> => {
      const oldest = new Date(now.getTime() - windowMs).toISOString();
      const isOver = sql`${staffSignInTries.windowStart} <= ${oldest}::timestamptz`;
      const [row] = await db
        .insert(staffSignInTries)
        .values({ key, windowStart: now, tries: 1 })
        .onConflictDoUpdate({
          target: staffSignInTries.key,
          set: {
            tries: sql`case when ${isOver} then 1 else ${staffSignInTries.tries} + 1 end`,
            windowStart: sql`case when ${isOver} then excluded.window_start else ${staffSignInTries.windowStart} end`,
          },
        })
        .returning({ tries: staffSignInTries.tries, windowStart: staffSignInTries.windowStart });
      return row ?? { tries: 1, windowStart: now };
    },

    /** Takes one try back, of the window that a try at `takenAt` was counted in; never below 0. */
    giveBackTry: async (key: string, takenAt: Date): Promise<void> => {
      await db
        .update(staffSignInTries)
        .set({ tries: sql`${staffSignInTries.tries} - 1` })
        .where(
          and(
            eq(staffSignInTries.key, key),
            gt(staffSignInTries.tries, 0),
            lte(staffSignInTries.windowStart, takenAt),
          ),
        );
    },

    forgetTries: async (key: string): Promise<void> => {
      await db.delete(staffSignInTries).where(eq(staffSignInTries.key, key));
    },

    purge: async (before: Date): Promise<void> => {
      await db.delete(staffSessions).where(lt(staffSessions.lastSeenAt, before));
      await db.delete(staffSignInTries).where(lt(staffSignInTries.windowStart, before));
    },
  };
}

export type StaffSessionRepository = ReturnType<typeof createStaffSessionRepository>;
