import {
  COUNTED_FOR_MS,
  type CountLimit,
  OTP_GUESS_LIMITS,
  OTP_SEND_LIMITS,
} from '@bonisa/domain/numbers/otp-limits';
import type { Database } from '@bonisa/kit/database/database';
import {
  and,
  desc,
  eq,
  gt,
  lt,
  ne,
  notInArray,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { otpChallenges, otpHours } from './identity.tables.ts';

/** The SQL that counts sends and tries of one-time codes against their limits. */

type OtpChallenge = typeof otpChallenges.$inferSelect;

/** The limit that refuses a send. */
export type SendLimitName =
  | 'visit'
  | 'visit_and_number'
  | 'network_and_number'
  | 'number'
  | 'network'
  | 'owner'
  | 'service';

/** A limit with the challenges that it counts: those that may have been sent, if not told else. */
type SendLimit = readonly [
  name: SendLimitName,
  condition: SQL | undefined,
  limits: readonly CountLimit[],
  counted?: SQL,
];

const HOUR_MS = 60 * 60_000;

/** Every challenge counts, except those that were certainly not sent. */
export const isCounted = notInArray(otpChallenges.state, ['failed', 'refused']);

/**
 * What a network asked about: its sends, and the numbers that the carrier refused. Each such answer
 * tells a stranger whether a number is the carrier's, so without this a list of numbers could be
 * sorted by carrier at no cost.
 */
const isAsked = ne(otpChallenges.state, 'failed');

/** The challenges of strangers; those of owners have limits of their own. */
const byStranger = eq(otpChallenges.byOwner, false);

/** The limits of a send, each with the challenges that it counts. */
function limitsOf(
  { visitorId, networkHash, byOwner }: OtpChallenge,
  ofNumber: SQL,
  limitByNetwork: boolean,
): SendLimit[] {
  const ofNetwork = eq(otpChallenges.networkHash, networkHash);
  const ofVisit = eq(otpChallenges.visitorId, visitorId);
  // `visit_and_number` comes first, because its name says that this number reached the limit.
  const visit: SendLimit[] = [
    ['visit_and_number', and(ofVisit, ofNumber), OTP_SEND_LIMITS.visit],
    ['visit', ofVisit, OTP_SEND_LIMITS.visit],
  ];
  if (byOwner)
    return [
      ...visit,
      ['owner', and(ofNumber, eq(otpChallenges.byOwner, true)), OTP_SEND_LIMITS.owner],
    ];
  const network: SendLimit[] = [
    ['network_and_number', and(ofNumber, ofNetwork, byStranger), OTP_SEND_LIMITS.networkAndNumber],
    ['network', and(ofNetwork, byStranger), OTP_SEND_LIMITS.network, isAsked],
  ];
  return [
    ...visit,
    ...(limitByNetwork ? network : []),
    ['number', and(ofNumber, byStranger), OTP_SEND_LIMITS.number],
  ];
}

/** What decides a send: the limit that refuses it now, and the tries that its code would have. */
interface SendDecision {
  /** Whether the visit has asked for a code for another number in the same transaction. */
  readonly hasOtherNumber: boolean;
  /** The first of the limits that refuses, and the time when it allows a send again. */
  readonly reached: { readonly limit: SendLimitName; readonly freeAt: Date } | undefined;
  readonly maxTries: number;
}

/**
 * Reads by one statement what decides a send. `toNumber` are the challenges of its number. A limit
 * of `max` is reached while the newest send but `max - 1` is within its window.
 */
export async function decideSend(
  tx: Database,
  send: OtpChallenge,
  toNumber: SQL,
  limitByNetwork: boolean,
): Promise<SendDecision> {
  const { byOwner, sentAt } = send;
  const counts = limitsOf(send, toNumber, limitByNetwork).flatMap(
    ([limit, whose, each, counted = isCounted]) =>
      each.map((count) => ({ limit, whose: and(whose, counted), ...count })),
  );
  const deciding = counts.map(({ whose, max, windowMs }, at) => [
    String(at),
    sentBefore(tx, whose, max, new Date(sentAt.getTime() - windowMs)),
  ]);
  const { triesOfCode, numberBeforeOneTry } = OTP_GUESS_LIMITS;
  const ofStrangers = tx
    .select({ wrong: wrongTries(sql`true`) })
    .from(otpChallenges)
    .where(and(toNumber, byStranger, sentSince(sentAt, numberBeforeOneTry.windowMs)));
  const [row] = await tx
    .select({
      hasOtherNumber: sql<boolean>`exists ${selectOtherNumber(tx, send)}`,
      wrong: byOwner ? sql<number>`0` : sql<number>`${ofStrangers}`,
      times: Object.fromEntries(deciding) as Record<string, SQL<Date | null>>,
    })
    .from(sql`(select 1) as asked`);
  const reached = counts.flatMap(({ limit, windowMs }, at) => {
    const newest = row?.times[at];
    return newest ? [{ limit, freeAt: new Date(newest.getTime() + windowMs) }] : [];
  });
  const ofFirst = reached.filter(({ limit }) => limit === reached[0]?.limit);
  return {
    hasOtherNumber: row?.hasOtherNumber === true,
    reached: ofFirst.toSorted((one, other) => other.freeAt.getTime() - one.freeAt.getTime())[0],
    maxTries: (row?.wrong ?? 0) < numberBeforeOneTry.max ? triesOfCode : 1,
  };
}

/** The codes that a visit asked for, for another number than this one in the same transaction. */
export function selectOtherNumber(
  db: Database,
  asked: Record<'visitorId' | 'transactionId' | 'msisdn', string | Placeholder>,
) {
  return db
    .select({ id: otpChallenges.id })
    .from(otpChallenges)
    .where(
      and(
        eq(otpChallenges.visitorId, asked.visitorId),
        eq(otpChallenges.transactionId, asked.transactionId),
        ne(otpChallenges.msisdn, asked.msisdn),
        isCounted,
      ),
    )
    .limit(1);
}

/** The SQL of the time of the newest send but `max - 1` after `since`; `null` if there is none. */
function sentBefore(tx: Database, whose: SQL | undefined, max: number, since: Date) {
  const sends = tx
    .select({ at: otpChallenges.sentAt })
    .from(otpChallenges)
    .where(and(whose, gt(otpChallenges.sentAt, since)))
    .orderBy(desc(otpChallenges.sentAt))
    .limit(1)
    .offset(max - 1);
  return sql<Date | null>`(${sends})`.mapWith(otpChallenges.sentAt);
}

/** The start of the budget's hour. */
export function hourOf(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % HOUR_MS));
}

/**
 * Takes one send from the service's hourly budget in one statement; `false` when the budget is used
 * up.
 */
export async function takeFromBudget(tx: Database, at: Date, budget: number): Promise<boolean> {
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

/** Gives one send back to the hour that it was taken from. */
export async function giveBackToBudget(tx: Database, takenAt: Date): Promise<void> {
  await tx
    .update(otpHours)
    .set({ sends: sql`${otpHours.sends} - 1` })
    .where(and(eq(otpHours.hour, hourOf(takenAt)), gt(otpHours.sends, 0)));
}

/** Tries with a wrong code of those that are counted. */
const wrongTries = (counted: SQL) =>
  sql<number>`coalesce(sum(${otpChallenges.tries} - case when ${otpChallenges.usedAt} is null then 0 else 1 end) filter (where ${counted}), 0)::int`;

const sentSince = (now: Date, windowMs: number): SQL =>
  gt(otpChallenges.sentAt, new Date(now.getTime() - windowMs));

/**
 * Whether this visit or network entered too many wrong codes. A try counts for the visit and
 * network that requested the code.
 */
export async function guessedTooOften(
  tx: Database,
  challenge: OtpChallenge,
  now: Date,
  byNetwork: boolean,
): Promise<boolean> {
  const { visit, networkBeyondRight } = OTP_GUESS_LIMITS;
  const ofVisit = eq(otpChallenges.visitorId, challenge.visitorId);
  const ofNetwork = eq(otpChallenges.networkHash, challenge.networkHash);
  const counts: Record<string, SQL<number>> = {
    ofVisit: wrongTries(sql`${ofVisit} and ${sentSince(now, visit.windowMs)}`),
    right: sql<number>`(count(${otpChallenges.usedAt}) filter (where ${ofNetwork}))::int`,
    ...Object.fromEntries(
      networkBeyondRight.map(({ windowMs }, at) => [
        String(at),
        wrongTries(sql`${ofNetwork} and ${sentSince(now, windowMs)}`),
      ]),
    ),
  };
  const [row] = await tx
    .select(counts)
    .from(otpChallenges)
    .where(
      and(byNetwork ? or(ofVisit, ofNetwork) : ofVisit, byStranger, sentSince(now, COUNTED_FOR_MS)),
    );
  const { ofVisit: wrongOfVisit = 0, right = 0, ...wrongOfNetwork } = row ?? {};
  if (wrongOfVisit >= visit.max) return true;
  return (
    byNetwork && networkBeyondRight.some(({ max }, at) => (wrongOfNetwork[at] ?? 0) >= max + right)
  );
}
