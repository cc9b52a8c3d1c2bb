import {
  COUNTED_FOR_MS,
  type CountLimit,
  OTP_GUESS_LIMITS,
  OTP_SEND_LIMITS,
} from '@bonisa/domain/otp-limits';
import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type Database, lockFor } from '../platform/database.ts';
import { numberProofs, otpChallenges, otpHours } from './identity.tables.ts';

export type OtpChallenge = typeof otpChallenges.$inferSelect;

/** Which limit stands against a send. */
export type SendLimitName =
  | 'visit'
  | 'visit_and_number'
  | 'network_and_number'
  | 'number'
  | 'network'
  | 'owner'
  | 'service';

/**
 * The reservation of a send; or which limit stands against it and from when on there is room again.
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

/** What is counted: everything but what surely was not sent. */
const counts = ne(otpChallenges.state, 'failed');
const byStranger = eq(otpChallenges.byOwner, false);

export interface OtpLimiting {
  readonly limitByNetwork: boolean;
  /** How many codes strangers may have sent in an hour, all numbers together. */
  readonly budgetPerHour: number;
  /**
   * What stands for a number whose owner had everything removed: one way only, and the same for the
   * same number.
   */
  readonly removedNameOf: (msisdn: string) => string;
}

/** All SQL of one-time codes. */
export function createOtpRepository(db: Database, options: OtpLimiting) {
  const { limitByNetwork, budgetPerHour, removedNameOf } = options;

  /**
   * What was sent to a number and tried at it, also before its owner had everything removed: limits
   * do not begin anew by that.
   */
  const toNumber = (msisdn: string): SQL =>
    inArray(otpChallenges.msisdn, [msisdn, removedNameOf(msisdn)]);

  /** The limits that hold for a send, each with what it counts. */
  const limitsOf = ({
    msisdn,
    visitorId,
    networkHash,
    byOwner,
  }: OtpChallenge): [SendLimitName, SQL | undefined, readonly CountLimit[]][] => {
    const ofNumber = toNumber(msisdn);
    const ofNetwork = eq(otpChallenges.networkHash, networkHash);
    const ofVisit = eq(otpChallenges.visitorId, visitorId);
    // The first of the two says by its name that the number itself had so many.
    const visit: [SendLimitName, SQL | undefined, readonly CountLimit[]][] = [
      ['visit_and_number', and(ofVisit, ofNumber), OTP_SEND_LIMITS.visit],
      ['visit', ofVisit, OTP_SEND_LIMITS.visit],
    ];
    if (byOwner)
      return [
        ...visit,
        ['owner', and(ofNumber, eq(otpChallenges.byOwner, true)), OTP_SEND_LIMITS.owner],
      ];
    return [
      ...visit,
      ...(limitByNetwork
        ? ([
            [
              'network_and_number',
              and(ofNumber, ofNetwork, byStranger),
              OTP_SEND_LIMITS.networkAndNumber,
            ],
            ['network', and(ofNetwork, byStranger), OTP_SEND_LIMITS.network],
          ] as [SendLimitName, SQL, readonly CountLimit[]][])
        : []),
      ['number', and(ofNumber, byStranger), OTP_SEND_LIMITS.number],
    ];
  };

  return {
    within: (tx: Database) => createOtpRepository(tx, options),

    /**
     * Counts what was sent and writes the new send in one transaction, under locks on number, visit
     * and network (always in this order), so that no two requests take the last place of any.
     */
    reserveSend: (send: OtpChallenge): Promise<Reservation> =>
      db.transaction(async (tx) => {
        await lockFor(tx, `otp:${send.msisdn}`);
        await lockFor(tx, `otp visit:${send.visitorId}`);
        if (limitByNetwork && !send.byOwner) await lockFor(tx, `otp network:${send.networkHash}`);
        if (await hasOtherNumber(tx, send)) return { outcome: 'transaction_has_other_number' };
        for (const [limit, whose, limits] of limitsOf(send)) {
          const freeAt = await fullUntil(tx, whose, limits, send.sentAt);
          if (freeAt) return { outcome: 'limited', limit, freeAt };
        }
        if (!send.byOwner && !(await takeFromBudget(tx, send.sentAt, budgetPerHour))) {
          return {
            outcome: 'limited',
            limit: 'service',
            freeAt: new Date(hourOf(send.sentAt).getTime() + HOUR_MS),
          };
        }
        const challenge = { ...send, maxTries: await triesFor(tx, send, toNumber(send.msisdn)) };
        await tx.insert(otpChallenges).values(challenge);
        return { outcome: 'reserved', challenge };
      }),

    /**
     * The send went out: it is this visit's live code of the number now, and the visit's older ones
     * are dead. Those of other visits are not touched.
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

    markState: async (id: string, state: 'failed' | 'held' | 'dead'): Promise<void> => {
      await db.update(otpChallenges).set({ state }).where(eq(otpChallenges.id, id));
    },

    /**
     * The newest code that was sent to a number for a visit in a transaction, whatever became of
     * it.
     */
    newest: async (
      asked: Pick<OtpChallenge, 'transactionId' | 'msisdn' | 'visitorId'>,
    ): Promise<OtpChallenge | undefined> => {
      const [row] = await db
        .select()
        .from(otpChallenges)
        .where(
          and(
            eq(otpChallenges.visitorId, asked.visitorId),
            eq(otpChallenges.transactionId, asked.transactionId),
            eq(otpChallenges.msisdn, asked.msisdn),
            notInArray(otpChallenges.state, ['failed', 'held']),
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
     * Whether this visit had a code sent to another number in the same transaction: a transaction
     * belongs to one number.
     */
    hasOtherNumber: (
      asked: Pick<OtpChallenge, 'transactionId' | 'msisdn' | 'visitorId'>,
    ): Promise<boolean> => hasOtherNumber(db, asked),

    /**
     * Takes one of the code's tries. Atomic across processes: who guesses through many codes at
     * once is counted one by one.
     */
    takeTry: (challenge: OtpChallenge, now: Date): Promise<TryTaken> =>
      db.transaction(async (tx) => {
        const { id, visitorId, networkHash, byOwner } = challenge;
        if (!byOwner) {
          await lockFor(tx, `otp tries:${visitorId}`);
          if (limitByNetwork) await lockFor(tx, `otp tries:${networkHash}`);
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

    /** The code was right, for the first time. */
    markUsed: async (id: string, used: { codeHash: string; at: Date }): Promise<void> => {
      await db
        .update(otpChallenges)
        .set({ state: 'used', usedCodeHash: used.codeHash, usedAt: used.at, uses: 1 })
        .where(and(eq(otpChallenges.id, id), isNull(otpChallenges.usedAt)));
    },

    /** The same code was pressed again; `false` where that was so often enough. */
    useAgain: async (id: string, maxUses: number): Promise<boolean> => {
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
     * Binds a proven code to what it grants, in the transaction that grants it; `false` where it
     * has granted something else meanwhile, or the number's owner has stopped. `before`: a grant
     * that came to nothing.
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

    /**
     * Nothing that was proven of a number until now grants anything any more, be it a code or the
     * network's word.
     */
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
     * Its owner had everything removed: what was sent and tried is still counted, but proves
     * nothing and names nobody.
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
        .set({ ...left, state: sql`case when ${counts} then 'dead' else 'failed' end` })
        .where(eq(otpChallenges.msisdn, msisdn));
    },

    /** Removes what is counted no more. */
    purge: async (now: Date): Promise<void> => {
      const uncounted = new Date(now.getTime() - COUNTED_FOR_MS - HOUR_MS);
      await db.delete(otpChallenges).where(lt(otpChallenges.expiresAt, uncounted));
      await db.delete(otpHours).where(lt(otpHours.hour, new Date(now.getTime() - 2 * HOUR_MS)));
    },
  };
}

export type OtpRepository = ReturnType<typeof createOtpRepository>;

async function hasOtherNumber(
  db: Database,
  asked: Pick<OtpChallenge, 'transactionId' | 'msisdn' | 'visitorId'>,
): Promise<boolean> {
  const rows = await db
    .select({ id: otpChallenges.id })
    .from(otpChallenges)
    .where(
      and(
        eq(otpChallenges.visitorId, asked.visitorId),
        eq(otpChallenges.transactionId, asked.transactionId),
        ne(otpChallenges.msisdn, asked.msisdn),
        counts,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * When there is room under every limit again; `undefined` while there is. One read for all of them:
 * the newest sends, as many as the largest allows.
 */
async function fullUntil(
  tx: Database,
  whose: SQL | undefined,
  limits: readonly CountLimit[],
  now: Date,
): Promise<Date | undefined> {
  const widest = Math.max(...limits.map((limit) => limit.windowMs));
  const sends = await tx
    .select({ at: otpChallenges.sentAt })
    .from(otpChallenges)
    .where(and(whose, gt(otpChallenges.sentAt, new Date(now.getTime() - widest)), counts))
    .orderBy(desc(otpChallenges.sentAt))
    .limit(Math.max(...limits.map((limit) => limit.max)));
  const free = limits.map(
    ({ max, windowMs }) => (sends[max - 1]?.at.getTime() ?? Number.NEGATIVE_INFINITY) + windowMs,
  );
  const last = Math.max(...free);
  return last > now.getTime() ? new Date(last) : undefined;
}

function hourOf(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % HOUR_MS));
}

/**
 * Takes one send from the hour's budget of the service, in one statement; `false` where none is
 * left.
 */
async function takeFromBudget(tx: Database, at: Date, budget: number): Promise<boolean> {
  const taken = await tx
    .insert(otpHours)
    .values({ hour: hourOf(at), sends: 1 })
    .onConflictDoUpdate({
      target: otpHours.hour,
      set: { sends: sql`${otpHours.sends} + 1` },
      setWhere: lt(otpHours.sends, budget),
    })
    .returning({ sends: otpHours.sends });
  return taken.length === 1;
}

/** Tries that did not lead to the right code. */
const wrongTries = sql<number>`coalesce(sum(${otpChallenges.tries} - case when ${otpChallenges.usedAt} is null then 0 else 1 end), 0)::int`;
const rightTries = sql<number>`count(${otpChallenges.usedAt})::int`;

async function triedSince(
  tx: Database,
  whose: SQL,
  since: number,
): Promise<{ wrong: number; right: number }> {
  const [row] = await tx
    .select({ wrong: wrongTries, right: rightTries })
    .from(otpChallenges)
    .where(and(whose, byStranger, gt(otpChallenges.sentAt, new Date(since))));
  return row ?? { wrong: 0, right: 0 };
}

/** How many tries a new code has. */
async function triesFor(
  tx: Database,
  { byOwner, sentAt }: OtpChallenge,
  toNumber: SQL,
): Promise<number> {
  const { triesOfCode, numberBeforeOneTry } = OTP_GUESS_LIMITS;
  if (byOwner) return triesOfCode;
  const { wrong } = await triedSince(tx, toNumber, sentAt.getTime() - numberBeforeOneTry.windowMs);
  return wrong < numberBeforeOneTry.max ? triesOfCode : 1;
}

/**
 * Whether this visit or network has had too many wrong codes; a try belongs to the visit and
 * network that had the code sent.
 */
async function guessedTooOften(
  tx: Database,
  challenge: OtpChallenge,
  now: Date,
  byNetwork: boolean,
): Promise<boolean> {
  const { visit, networkBeyondRight } = OTP_GUESS_LIMITS;
  const ofVisit = await triedSince(
    tx,
    eq(otpChallenges.visitorId, challenge.visitorId),
    now.getTime() - visit.windowMs,
  );
  if (ofVisit.wrong >= visit.max) return true;
  if (!byNetwork) return false;
  const ofNetwork = eq(otpChallenges.networkHash, challenge.networkHash);
  const { right } = await triedSince(tx, ofNetwork, now.getTime() - COUNTED_FOR_MS);
  for (const { max, windowMs } of networkBeyondRight) {
    const { wrong } = await triedSince(tx, ofNetwork, now.getTime() - windowMs);
    if (wrong >= max + right) return true;
  }
  return false;
}
