import { COUNTED_FOR_MS } from '@bonisa/domain/numbers/otp-limits';
import { type Database, lockFor } from '@bonisa/kit/database/database';
import { lazy } from '@bonisa/kit/lazy';
import { and, desc, eq, gt, inArray, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { numberProofs, otpChallenges, otpHours } from './identity.tables.ts';
import {
  decideSend,
  giveBackToBudget,
  guessedTooOften,
  hourOf,
  isCounted,
  type SendLimitName,
  selectOtherNumber,
  takeFromBudget,
} from './otp-limits.repository.ts';

export type OtpChallenge = typeof otpChallenges.$inferSelect;

/**
 * A reserved send, or the limit that refuses it and the time when the limit allows a send again.
 */
export type Reservation =
  | { readonly outcome: 'reserved'; readonly challenge: OtpChallenge }
  | { readonly outcome: 'limited'; readonly limit: SendLimitName; readonly freeAt: Date }
  | { readonly outcome: 'transaction_has_other_number' };

/**
 * `used_up`: the code has no try left. `limited`: the visit or the network had too many wrong
 * codes.
 */
export type TryTaken = 'taken' | 'used_up' | 'limited';

const HOUR_MS = 60 * 60_000;

export interface OtpLimiting {
  readonly limitByNetwork: boolean;
  /** How many codes strangers may request in an hour, for all numbers together. */
  readonly budgetPerHour: number;
  /**
   * The pseudonyms of a number whose owner had all data removed: one-way, and the same for the same
   * number; one by each valid key, the newest written one first.
   */
  readonly removedNameOf: (msisdn: string) => string;
}

/** The SQL of one-time codes. */
export function createOtpRepository(db: Database, options: OtpLimiting) {
  const { limitByNetwork, budgetPerHour, removedNameOf } = options;
  const statements = lazy(() => ({
    otherNumber: selectOtherNumber(db, {
      visitorId: sql.placeholder('visitorId'),
      transactionId: sql.placeholder('transactionId'),
      msisdn: sql.placeholder('msisdn'),
    }).prepare('code_for_another_number'),
  }));

  /**
   * The sends and tries of a number, also from before its owner had all data removed. Removal does
   * not reset the limits.
   */
  const toNumber = (msisdn: string): SQL =>
    inArray(otpChallenges.msisdn, [msisdn, removedNameOf(msisdn)]);

  const reserveWithin = async (tx: Database, send: OtpChallenge): Promise<Reservation> => {
    const ofNetwork = limitByNetwork && !send.byOwner ? [send.networkHash] : [];
    await lockFor(
      tx,
      `otp:${send.msisdn}`,
      `otp visit:${send.visitorId}`,
      ...ofNetwork.map((network) => `otp network:${network}`),
    );
    const decision = await decideSend(tx, send, toNumber(send.msisdn), limitByNetwork);
    if (decision.hasOtherNumber) return { outcome: 'transaction_has_other_number' };
    if (decision.reached) return { outcome: 'limited', ...decision.reached };
    const challenge = { ...send, maxTries: decision.maxTries };
    await tx.insert(otpChallenges).values(challenge);
    return { outcome: 'reserved', challenge };
  };

  return {
    within: (tx: Database) => createOtpRepository(tx, options),

    /**
     * Counts earlier sends and writes the new one in one transaction. Locks number, visit and
     * network, always in this order, so that no two requests take the last place of a limit. A
     * stranger's send takes from the service's budget afterwards, in a statement of its own: the
     * budget is one row for everybody, and a transaction would hold it until its commit.
     */
    reserveSend: async (send: OtpChallenge): Promise<Reservation> => {
      const reservation = await db.transaction((tx) => reserveWithin(tx, send));
      if (reservation.outcome !== 'reserved' || send.byOwner) return reservation;
      if (await takeFromBudget(db, send.sentAt, budgetPerHour)) return reservation;
      await db.delete(otpChallenges).where(eq(otpChallenges.id, send.id));
      return {
        outcome: 'limited',
        limit: 'service',
        freeAt: new Date(hourOf(send.sentAt).getTime() + HOUR_MS),
      };
    },

    /**
     * Marks a challenge as sent. It becomes the visit's live code for the number and replaces the
     * visit's older ones. Codes of other visits stay.
     */
    markSent: async (
      { id, msisdn, visitorId }: OtpChallenge,
      authenticationId: string,
    ): Promise<void> => {
      const isThis = sql`${otpChallenges.id} = ${id}`;
      const older = and(
        eq(otpChallenges.msisdn, msisdn),
        eq(otpChallenges.visitorId, visitorId),
        inArray(otpChallenges.state, ['sending', 'sent', 'held']),
      );
      await db
        .update(otpChallenges)
        .set({
          state: sql`case when ${isThis} then 'sent' else 'replaced' end`,
          authenticationId: sql`case when ${isThis} then ${authenticationId} else ${otpChallenges.authenticationId} end`,
        })
        .where(or(eq(otpChallenges.id, id), older));
    },

    /**
     * Marks a challenge as certainly not sent: no limit counts it as a send from then on, and a
     * stranger's gives back, once, what it took from the service's budget. That is a statement of
     * its own too; a process that ends before it leaves the budget one smaller until the end of the
     * hour. `refused`: because of its number, which counts for the network that asked.
     */
    markNotSent: async (
      { id, byOwner, sentAt }: OtpChallenge,
      state: 'failed' | 'refused' = 'failed',
    ): Promise<void> => {
      const uncounted = await db
        .update(otpChallenges)
        .set({ state })
        .where(and(eq(otpChallenges.id, id), isCounted))
        .returning({ id: otpChallenges.id });
      if (uncounted.length === 1 && !byOwner) await giveBackToBudget(db, sentAt);
    },

    markState: async (id: string, state: 'held' | 'dead'): Promise<void> => {
      await db.update(otpChallenges).set({ state }).where(eq(otpChallenges.id, id));
    },

    /** The newest code that was sent to a number for a visit in a transaction, in any state. */
    newest: async (
      challengeKey: Pick<OtpChallenge, 'transactionId' | 'msisdn' | 'visitorId'>,
    ): Promise<OtpChallenge | undefined> => {
      const [row] = await db
        .select()
        .from(otpChallenges)
        .where(
          and(
            eq(otpChallenges.visitorId, challengeKey.visitorId),
            eq(otpChallenges.transactionId, challengeKey.transactionId),
            eq(otpChallenges.msisdn, challengeKey.msisdn),
            notInArray(otpChallenges.state, ['failed', 'refused', 'held']),
          ),
        )
        .orderBy(desc(otpChallenges.sentAt), desc(otpChallenges.id))
        .limit(1);
      return row;
    },

    byId: async (id: string): Promise<OtpChallenge | undefined> => {
      const [row] = await db.select().from(otpChallenges).where(eq(otpChallenges.id, id));
      return row;
    },

    /**
     * Whether this visit requested a code for another number in the same transaction. A transaction
     * belongs to one number.
     */
    hasOtherNumber: async ({
      visitorId,
      transactionId,
      msisdn,
    }: Pick<OtpChallenge, 'transactionId' | 'msisdn' | 'visitorId'>): Promise<boolean> =>
      (await statements.otherNumber.execute({ visitorId, transactionId, msisdn })).length > 0,

    /**
     * Uses one of the code's tries. Atomic across processes: concurrent guesses are counted one by
     * one.
     */
    takeTry: (challenge: OtpChallenge, now: Date): Promise<TryTaken> =>
      db.transaction(async (tx) => {
        const { id, visitorId, networkHash, byOwner } = challenge;
        if (!byOwner) {
          const ofNetwork = limitByNetwork ? [`otp tries:${networkHash}`] : [];
          await lockFor(tx, `otp tries:${visitorId}`, ...ofNetwork);
          if (await guessedTooOften(tx, challenge, now, limitByNetwork)) return 'limited';
        }
        const taken = await tx
          .update(otpChallenges)
          .set({ tries: sql`${otpChallenges.tries} + 1` })
          .where(
            and(
              eq(otpChallenges.id, id),
              inArray(otpChallenges.state, ['sent', 'used']),
              lt(otpChallenges.tries, otpChallenges.maxTries),
            ),
          )
          .returning({ id: otpChallenges.id });
        return taken.length === 1 ? 'taken' : 'used_up';
      }),

    /** Records the first correct use of a code. */
    markUsed: async (id: string, used: { codeHash: string; at: Date }): Promise<void> => {
      await db
        .update(otpChallenges)
        .set({ state: 'used', usedCodeHash: used.codeHash, usedAt: used.at, uses: 1 })
        .where(and(eq(otpChallenges.id, id), isNull(otpChallenges.usedAt)));
    },

    /** Records another use of a correct code; `false` after `maxUses`. */
    reuse: async (id: string, maxUses: number): Promise<boolean> => {
      const used = await db
        .update(otpChallenges)
        .set({ uses: sql`${otpChallenges.uses} + 1` })
        .where(
          and(
            eq(otpChallenges.id, id),
            eq(otpChallenges.state, 'used'),
            lt(otpChallenges.uses, maxUses),
          ),
        )
        .returning({ id: otpChallenges.id });
      return used.length === 1;
    },

    /**
     * Binds a proven code to the subscription that it grants, in the transaction that grants it.
     * Returns `false` when the code has granted something else meanwhile or its owner sent STOP.
     * `before` is an earlier grant without effect.
     */
    grant: async (id: string, subscriptionId: string, before: string | null): Promise<boolean> => {
      const bound = await db
        .update(otpChallenges)
        .set({ grantedSubscriptionId: subscriptionId })
        .where(
          and(
            eq(otpChallenges.id, id),
            eq(otpChallenges.state, 'used'),
            isNull(otpChallenges.endedAt),
            sql`${otpChallenges.grantedSubscriptionId} is not distinct from ${before}`,
          ),
        )
        .returning({ id: otpChallenges.id });
      return bound.length === 1;
    },

    /** Ends every proof of a number, codes and network proofs alike. */
    endProofsOf: async (msisdn: string, at: Date): Promise<void> => {
      await db
        .update(otpChallenges)
        .set({ endedAt: at })
        .where(and(eq(otpChallenges.msisdn, msisdn), isNull(otpChallenges.endedAt)));
      await db
        .update(numberProofs)
        .set({ expiresAt: at })
        .where(and(eq(numberProofs.msisdn, msisdn), gt(numberProofs.expiresAt, at)));
    },

    /**
     * Replaces the number by its pseudonym, because its owner had all data removed. Sends and tries
     * still count, but prove nothing.
     */
    forgetNumber: async (msisdn: string): Promise<void> => {
      const left = {
        msisdn: removedNameOf(msisdn),
        transactionId: 'removed',
        visitorId: 'removed',
        authenticationId: null,
        usedCodeHash: null,
      };
      await db
        .update(otpChallenges)
        .set({
          ...left,
          state: sql`case when ${isCounted} then 'dead' else ${otpChallenges.state} end`,
        })
        .where(eq(otpChallenges.msisdn, msisdn));
    },

    /** Deletes challenges that no limit counts any more. */
    purge: async (now: Date): Promise<void> => {
      const uncounted = new Date(now.getTime() - COUNTED_FOR_MS - HOUR_MS);
      await db.delete(otpChallenges).where(lt(otpChallenges.expiresAt, uncounted));
      await db.delete(otpHours).where(lt(otpHours.hour, new Date(now.getTime() - 2 * HOUR_MS)));
    },
  };
}

export type OtpRepository = ReturnType<typeof createOtpRepository>;
