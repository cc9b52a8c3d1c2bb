import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { careRefunds } from './care.tables.ts';

export type CareRefund = typeof careRefunds.$inferSelect;

const UNFINISHED = and(
  inArray(careRefunds.state, ['free', 'approved']),
  isNull(careRefunds.refundReference),
  isNull(careRefunds.refusal),
);

/** A page of requests for a second person. */
export interface RequestQuery {
  readonly state?: (typeof NEED_A_SECOND)[number] | undefined;
  readonly now: Date;
  readonly before?: string | undefined;
  readonly limit: number;
}

const NEED_A_SECOND = ['waiting', 'approved', 'refused', 'expired'] as const;

/** SQL of the refunds that care asks for. */
export function createCareRefundRepository(db: Database) {
  const sum = async (which: SQL | undefined, now: Date): Promise<number> => {
    const [row] = await db
      .select({ sum: sql<number>`coalesce(sum(${careRefunds.amount}), 0)::int` })
      .from(careRefunds)
      .where(and(which, counts(now)));
    return row?.sum ?? 0;
  };
  const ofCharges = (
    chargeIds: readonly string[],
    which: SQL | undefined,
  ): Promise<CareRefund[]> =>
    chargeIds.length === 0
      ? Promise.resolve([])
      : db
          .select()
          .from(careRefunds)
          .where(and(inArray(careRefunds.chargeId, [...chargeIds]), which))
          .orderBy(careRefunds.askedAt, careRefunds.id);
  return {
    db,
    within: (tx: Database) => createCareRefundRepository(tx),

    insert: async (refund: CareRefund): Promise<void> => {
      await db.insert(careRefunds).values(refund);
    },
    byId: async (id: string): Promise<CareRefund | undefined> => {
      const [row] = await db.select().from(careRefunds).where(eq(careRefunds.id, id));
      return row;
    },
    lock: async (id: string): Promise<CareRefund | undefined> => {
      const [row] = await db.select().from(careRefunds).where(eq(careRefunds.id, id)).for('update');
      return row;
    },
    write: async (id: string, change: Partial<CareRefund>): Promise<CareRefund> => {
      const [row] = await db
        .update(careRefunds)
        .set(change)
        .where(eq(careRefunds.id, id))
        .returning();
      if (!row) throw new Error('a refund of care that was read is not there');
      return row;
    },

    /** What care gave back of a charge, or asked to. */
    sumOfCharge: (chargeId: string, now: Date) => sum(eq(careRefunds.chargeId, chargeId), now),
    /** The same of all charges of a subscriber since an instant. */
    sumOfSubscriber: (subscriberId: number, since: Date, now: Date) =>
      sum(and(eq(careRefunds.subscriberId, subscriberId), gt(careRefunds.askedAt, since)), now),
    /** What of a charge waits for a second person. */
    waitingOf: (chargeId: string, now: Date) =>
      sum(and(eq(careRefunds.chargeId, chargeId), eq(careRefunds.state, 'waiting')), now),

    /** What an account asked for and nobody has decided yet. */
    waitingBy: (accountId: string, now: Date): Promise<CareRefund[]> =>
      db
        .select()
        .from(careRefunds)
        .where(and(eq(careRefunds.askedBy, accountId), inState('waiting', now)))
        .orderBy(careRefunds.askedAt, careRefunds.id),

    /** Every refund that care asked for of these charges, the oldest first. */
    ofCharges: (chargeIds: readonly string[]) => ofCharges(chargeIds, undefined),
    /** Those of them that needed a second person. */
    requestsOf: (chargeIds: readonly string[]) =>
      ofCharges(chargeIds, inArray(careRefunds.state, [...NEED_A_SECOND])),

    /**
     * Requests for a second person: those that wait by their end, so that none is over before it
     * is seen; others the newest first. `before` is the last one of the page before.
     */
    requests: ({ state, now, before, limit }: RequestQuery): Promise<CareRefund[]> => {
      const order =
        state === 'waiting'
          ? [asc(careRefunds.expiresAt), asc(careRefunds.id)]
          : [desc(careRefunds.askedAt), desc(careRefunds.id)];
      return db
        .select()
        .from(careRefunds)
        .where(
          and(
            inArray(careRefunds.state, [...NEED_A_SECOND]),
            inState(state, now),
            after(state, before),
          ),
        )
        .orderBy(...order)
        .limit(limit);
    },
    /** All that wait: within the days after which a request ends. */
    allWaiting: (now: Date): Promise<CareRefund[]> =>
      db.select().from(careRefunds).where(inState('waiting', now)),

    /** Refunds that billing does not have yet, decided before an instant. */
    unfinished: (before: Date, limit: number): Promise<CareRefund[]> =>
      db
        .select()
        .from(careRefunds)
        .where(and(UNFINISHED, lte(careRefunds.decidedAt, before)))
        .orderBy(careRefunds.decidedAt)
        .limit(limit),
    firstUnfinished: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ at: careRefunds.decidedAt })
        .from(careRefunds)
        .where(UNFINISHED)
        .orderBy(careRefunds.decidedAt)
        .limit(1);
      return row?.at ?? null;
    },

    /** Locks a request that nobody decided in time, unless another process has. */
    claimExpired: async (now: Date): Promise<CareRefund | undefined> => {
      const [row] = await db
        .select()
        .from(careRefunds)
        .where(and(eq(careRefunds.state, 'waiting'), lte(careRefunds.expiresAt, now)))
        .orderBy(careRefunds.expiresAt)
        .limit(1)
        .for('update', { skipLocked: true });
      return row;
    },
    firstExpiry: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ at: careRefunds.expiresAt })
        .from(careRefunds)
        .where(eq(careRefunds.state, 'waiting'))
        .orderBy(careRefunds.expiresAt)
        .limit(1);
      return row?.at ?? null;
    },

    /** A removal of personal data: the money still goes back, without the subscriber. */
    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db
        .update(careRefunds)
        .set({ subscriberId: null, reason: '' })
        .where(eq(careRefunds.subscriberId, subscriberId));
    },
  };
}

export type CareRefundRepository = ReturnType<typeof createCareRefundRepository>;

/** Refunds that count towards the limit: not refused, not expired, not refused by billing. */
function counts(now: Date): SQL | undefined {
  return and(
    isNull(careRefunds.refusal),
    or(
      inArray(careRefunds.state, ['free', 'approved']),
      and(eq(careRefunds.state, 'waiting'), gt(careRefunds.expiresAt, now)),
    ),
  );
}

/** What comes after a request in the order of its list; a request is never deleted. */
function after(state: RequestQuery['state'], id: string | undefined): SQL | undefined {
  if (id === undefined) return undefined;
  return state === 'waiting'
    ? sql`(${careRefunds.expiresAt}, ${careRefunds.id}) >
        (select last.expires_at, last.id from ${careRefunds} as last where last.id = ${id})`
    : sql`(${careRefunds.askedAt}, ${careRefunds.id}) <
        (select last.asked_at, last.id from ${careRefunds} as last where last.id = ${id})`;
}

function inState(state: string | undefined, now: Date): SQL | undefined {
  switch (state) {
    case 'waiting':
      return and(eq(careRefunds.state, 'waiting'), gt(careRefunds.expiresAt, now));
    case 'expired':
      // Those whose time is over are in their state once the job has seen them.
      return or(
        eq(careRefunds.state, 'expired'),
        and(eq(careRefunds.state, 'waiting'), lte(careRefunds.expiresAt, now)),
      );
    case 'approved':
    case 'refused':
      return eq(careRefunds.state, state);
    default:
      return undefined;
  }
}
