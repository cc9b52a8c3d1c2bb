import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Database, lockFor } from '../platform/database.ts';
import { numberLooks, numberProofs, otpChallenges, sessions } from './identity.tables.ts';

export type OtpChallenge = typeof otpChallenges.$inferSelect;
export type NumberProof = typeof numberProofs.$inferSelect;

export interface SendLimit {
  readonly max: number;
  readonly windowMs: number;
}

/** The reservation of a send, or which limit stands against it and from when on there is room again. */
export type Reservation = { readonly reserved: true } | { readonly reserved: false; readonly limit: 'number' | 'address'; readonly freeAt: Date };

/** All SQL of proofs, codes and sessions. */
export function createIdentityRepository(db: Database) {
  return {
    /** Counts what was sent and writes the new send in one transaction under a lock on the number, so that no two requests take its last place. (An address may go over by what is in flight: it is no promise to anybody.) */
    reserveSend: (send: OtpChallenge, limits: { number: readonly SendLimit[]; address: SendLimit | undefined }): Promise<Reservation> =>
      db.transaction(async (tx) => {
        await lockFor(tx, `otp:${send.msisdn}`);
        const byNumber = await fullUntil(tx, eq(otpChallenges.msisdn, send.msisdn), limits.number, send.sentAt);
        if (byNumber) return { reserved: false, limit: 'number', freeAt: byNumber };
        const byAddress = limits.address && (await fullUntil(tx, eq(otpChallenges.addressHash, send.addressHash), [limits.address], send.sentAt));
        if (byAddress) return { reserved: false, limit: 'address', freeAt: byAddress };
        await tx.insert(otpChallenges).values(send);
        return { reserved: true };
      }),

    /** The send went out: it is the number's live code now, and every older one is dead. */
    markSent: async (id: string, msisdn: string, authenticationId: string): Promise<void> => {
      const isThis = sql`${otpChallenges.id} = ${id}`;
      await db
        .update(otpChallenges)
        .set({
          state: sql`case when ${isThis} then 'sent' else 'replaced' end`,
          authenticationId: sql`case when ${isThis} then ${authenticationId} else ${otpChallenges.authenticationId} end`,
        })
        .where(or(eq(otpChallenges.id, id), and(eq(otpChallenges.msisdn, msisdn), inArray(otpChallenges.state, ['sending', 'sent']))));
    },

    markFailed: async (id: string): Promise<void> => {
      await db.update(otpChallenges).set({ state: 'failed' }).where(eq(otpChallenges.id, id));
    },

    /** The newest code that was sent for a number in a transaction, whatever became of it. */
    newestChallenge: async (transactionId: string, msisdn: string): Promise<OtpChallenge | undefined> => {
      const [row] = await db
        .select()
        .from(otpChallenges)
        .where(and(eq(otpChallenges.transactionId, transactionId), eq(otpChallenges.msisdn, msisdn), ne(otpChallenges.state, 'failed')))
        .orderBy(desc(otpChallenges.sentAt), desc(otpChallenges.id))
        .limit(1);
      return row;
    },

    /** Takes one of the code's tries; `false` where none is left or the code is not live any more. Atomic across processes. */
    takeTry: async (id: string, maxTries: number): Promise<boolean> => {
      const taken = await db
        .update(otpChallenges)
        .set({ tries: sql`${otpChallenges.tries} + 1` })
        .where(and(eq(otpChallenges.id, id), eq(otpChallenges.state, 'sent'), lt(otpChallenges.tries, maxTries)))
        .returning({ id: otpChallenges.id });
      return taken.length === 1;
    },

    markUsed: async (id: string, used: { codeHash: string; visitorId: string; at: Date }): Promise<void> => {
      await db
        .update(otpChallenges)
        .set({ state: 'used', usedCodeHash: used.codeHash, usedByVisitor: used.visitorId, usedAt: used.at })
        .where(eq(otpChallenges.id, id));
    },

    markDead: async (id: string): Promise<void> => {
      await db.update(otpChallenges).set({ state: 'dead' }).where(eq(otpChallenges.id, id));
    },

    /** Counts one more look at a number in a window; answers how many that makes. */
    countLook: async (msisdn: string, windowStart: Date): Promise<number> => {
      const [row] = await db
        .insert(numberLooks)
        .values({ msisdn, windowStart, looks: 1 })
        .onConflictDoUpdate({ target: [numberLooks.msisdn, numberLooks.windowStart], set: { looks: sql`${numberLooks.looks} + 1` } })
        .returning({ looks: numberLooks.looks });
      return row?.looks ?? 1;
    },

    insertProof: async (proof: NumberProof): Promise<void> => {
      await db.insert(numberProofs).values(proof);
    },

    /** The visit's unused proof for a transaction, the newest first. */
    liveProof: async (visitorId: string, transactionId: string, now: Date): Promise<NumberProof | undefined> => {
      const [row] = await db
        .select()
        .from(numberProofs)
        .where(
          and(
            eq(numberProofs.visitorId, visitorId),
            eq(numberProofs.transactionId, transactionId),
            isNull(numberProofs.usedAt),
            gt(numberProofs.expiresAt, now),
          ),
        )
        .orderBy(desc(numberProofs.createdAt), desc(numberProofs.id))
        .limit(1);
      return row;
    },

    /** Uses up a visit's proofs of a transaction: what granted something once grants nothing again. */
    useProofs: async (visitorId: string, transactionId: string, at: Date): Promise<void> => {
      await db
        .update(numberProofs)
        .set({ usedAt: at })
        .where(and(eq(numberProofs.visitorId, visitorId), eq(numberProofs.transactionId, transactionId), isNull(numberProofs.usedAt)));
    },

    /** Writes a session and lets a subscriber's oldest ones go where that makes more than `max`. */
    insertSession: async (session: { idHash: string; subscriberId: number; now: Date; expiresAt: Date }, max: number): Promise<void> => {
      const { idHash, subscriberId, now, expiresAt } = session;
      await db.insert(sessions).values({ idHash, subscriberId, createdAt: now, lastSeenAt: now, expiresAt, revokedAt: null, replacedBy: null });
      const older = db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(eq(sessions.subscriberId, subscriberId))
        .orderBy(desc(sessions.createdAt), desc(sessions.idHash))
        .offset(max);
      await db.delete(sessions).where(and(inArray(sessions.idHash, older), ne(sessions.idHash, idHash)));
    },

    liveSession: async (idHash: string, now: Date) => {
      const [row] = await db
        .select()
        .from(sessions)
        .where(and(eq(sessions.idHash, idHash), isNull(sessions.revokedAt), gt(sessions.expiresAt, now)));
      return row;
    },

    slideSession: async (idHash: string, now: Date, expiresAt: Date): Promise<void> => {
      await db.update(sessions).set({ lastSeenAt: now, expiresAt }).where(eq(sessions.idHash, idHash));
    },

    /** Ends a session because another has taken its place in the same browser. */
    replaceSession: async (idHash: string, by: string, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: at, replacedBy: by })
        .where(and(eq(sessions.idHash, idHash), isNull(sessions.revokedAt)));
    },

    /** Whether a session was replaced at a sign-in after `since`, and nobody has signed out of the one that took its place. */
    wasReplacedSince: async (idHash: string, since: Date): Promise<boolean> => {
      const rows = await db
        .select({ idHash: sessions.idHash })
        .from(sessions)
        .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.replacedBy), gt(sessions.revokedAt, since)));
      return rows.length > 0;
    },

    /** Ends a session, and what was left of the one that it had replaced. */
    revokeSession: async ({ idHash, subscriberId }: { idHash: string; subscriberId: number }, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: at })
        .where(and(eq(sessions.idHash, idHash), isNull(sessions.revokedAt)));
      await db
        .update(sessions)
        .set({ replacedBy: null })
        .where(and(eq(sessions.subscriberId, subscriberId), eq(sessions.replacedBy, idHash)));
    },

    revokeSessionsOf: async (subscriberId: number, at: Date): Promise<void> => {
      await db
        .update(sessions)
        .set({ revokedAt: sql`coalesce(${sessions.revokedAt}, ${at.toISOString()}::timestamptz)`, replacedBy: null })
        .where(eq(sessions.subscriberId, subscriberId));
    },

    /** Removes what has no use any more; consent and audit live elsewhere. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(sessions).where(lt(sessions.expiresAt, before));
      await db.delete(numberProofs).where(lt(numberProofs.expiresAt, before));
      await db.delete(otpChallenges).where(lt(otpChallenges.expiresAt, before));
      await db.delete(numberLooks).where(lt(numberLooks.windowStart, before));
    },
  };
}

export type IdentityRepository = ReturnType<typeof createIdentityRepository>;

/** When there is room under every limit again; `undefined` while there is. One read for all of them: the newest sends, as many as the largest allows. */
async function fullUntil(tx: Database, whose: SQL, limits: readonly SendLimit[], now: Date): Promise<Date | undefined> {
  const widest = Math.max(...limits.map((limit) => limit.windowMs));
  const sends = await tx
    .select({ at: otpChallenges.sentAt })
    .from(otpChallenges)
    .where(and(whose, gt(otpChallenges.sentAt, new Date(now.getTime() - widest)), ne(otpChallenges.state, 'failed')))
    .orderBy(desc(otpChallenges.sentAt))
    .limit(Math.max(...limits.map((limit) => limit.max)));
  const free = limits.map(({ max, windowMs }) => (sends[max - 1]?.at.getTime() ?? Number.NEGATIVE_INFINITY) + windowMs);
  const last = Math.max(...free);
  return last > now.getTime() ? new Date(last) : undefined;
}
