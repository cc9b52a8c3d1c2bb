import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lte,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import { anyOf, bulkInsert, bulkUpdate } from '../../platform/bulk.ts';
import type { Database } from '../../platform/database.ts';
import { earliestDue } from '../../platform/earliest-due.ts';
import { charges, paidPeriods } from '../billing.tables.ts';
import { takenReferences } from './taken-references.repository.ts';

export type Charge = typeof charges.$inferSelect;

/** What an answer of the carrier changes of a charge. */
const OUTCOME = [
  'state',
  'reason',
  'detail',
  'carrierPaymentId',
  'carrierReference',
  'decidedAt',
  'lookupAt',
  'lookups',
  'suspendedUntil',
  'surplus',
] as const;

/** SQL of charges. */
export function createChargeRepository(db: Database) {
  return {
    within: (tx: Database) => createChargeRepository(tx),

    insertAll: (intents: readonly Charge[]): Promise<void> => bulkInsert(db, charges, intents),

    byId: async (id: string): Promise<Charge | undefined> => {
      const [row] = await db.select().from(charges).where(eq(charges.id, id));
      return row;
    },

    byReference: async (reference: string): Promise<Charge | undefined> => {
      const [row] = await db.select().from(charges).where(eq(charges.reference, reference));
      return row;
    },

    /** Which of these references stand here. */
    takenReferences: (references: readonly string[]) =>
      takenReferences(db, charges.reference, references),

    /** Locks these, in one order whoever asks. */
    lockAll: (ids: readonly string[]): Promise<Charge[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(charges)
            .where(inArray(charges.id, [...ids]))
            .orderBy(asc(charges.id))
            .for('update'),

    of: (subscriptionIds: readonly string[]): Promise<Charge[]> =>
      subscriptionIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(charges)
            .where(inArray(charges.subscriptionId, [...subscriptionIds]))
            .orderBy(asc(charges.createdAt), asc(charges.id)),

    /** The newest of these, at most so many. */
    newestOf: (subscriptionIds: readonly string[], limit: number): Promise<Charge[]> =>
      subscriptionIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(charges)
            .where(inArray(charges.subscriptionId, [...subscriptionIds]))
            .orderBy(desc(charges.createdAt), desc(charges.id))
            .limit(limit),

    /** The charge that a subscription began with, if it did not begin with a free day. */
    openingOf: async (subscriptionId: string): Promise<Charge | undefined> => {
      const [row] = await db
        .select()
        .from(charges)
        .where(eq(charges.subscriptionId, subscriptionId))
        .orderBy(asc(charges.createdAt), asc(charges.id))
        .limit(1);
      return row;
    },

    /** Writes what locked charges have become. */
    writeOutcomes: (decided: readonly Charge[]): Promise<void> =>
      bulkUpdate(db, charges, 'id', OUTCOME, decided),

    /** Which of these periods are paid: `<subscription> <period>`. */
    paidOf: async (subscriptionIds: readonly string[]): Promise<Set<string>> => {
      if (subscriptionIds.length === 0) return new Set();
      const rows = await db
        .select({ subscriptionId: paidPeriods.subscriptionId, period: paidPeriods.period })
        .from(paidPeriods)
        .where(inArray(paidPeriods.subscriptionId, [...subscriptionIds]));
      return new Set(rows.map(periodKey));
    },

    /** Writes that periods are paid; a second success for one is refused by the key. */
    markPaid: (paid: readonly Charge[]): Promise<void> =>
      bulkInsert(
        db,
        paidPeriods,
        paid.map(({ subscriptionId, period, id }) => ({ subscriptionId, period, chargeId: id })),
      ),

    /** The charge that paid the latest period that is paid; `undefined` where nothing ever was. */
    latestPaid: async (subscriptionId: string): Promise<string | undefined> => {
      const [row] = await db
        .select({ chargeId: paidPeriods.chargeId })
        .from(paidPeriods)
        .where(eq(paidPeriods.subscriptionId, subscriptionId))
        .orderBy(desc(paidPeriods.period))
        .limit(1);
      return row?.chargeId;
    },

    /** The charges under these references, by reference. */
    byReferences: async (references: readonly string[]): Promise<Map<string, Charge>> => {
      if (references.length === 0) return new Map();
      const rows = await db
        .select()
        .from(charges)
        .where(sql`${charges.reference} = ${anyOf(references, 'text')}`);
      return new Map(rows.map((row) => [row.reference, row]));
    },

    /** Taken charges written since an instant: a page of them, the oldest first. */
    takenSince: (
      carrierId: string,
      from: Date,
      after: Pick<Charge, 'createdAt' | 'id'> | undefined,
      limit: number,
    ): Promise<Charge[]> =>
      db
        .select()
        .from(charges)
        .where(
          and(
            eq(charges.carrierId, carrierId),
            gte(charges.createdAt, after?.createdAt ?? from),
            eq(charges.state, 'succeeded'),
            isNotNull(charges.carrierPaymentId),
            after && or(gt(charges.createdAt, after.createdAt), gt(charges.id, after.id)),
          ),
        )
        .orderBy(asc(charges.createdAt), asc(charges.id))
        .limit(limit),

    /** When the newest taken charge was written. */
    newestTaken: async (carrierId: string): Promise<Date | null> => {
      const [row] = await db
        .select({ at: max(charges.createdAt) })
        .from(charges)
        .where(
          and(eq(charges.carrierId, carrierId), inArray(charges.state, ['succeeded', 'refunded'])),
        );
      return row?.at ?? null;
    },

    /** When the oldest charge without a known outcome was written. */
    oldestUndecided: async (carrierId: string): Promise<Date | null> => {
      const [row] = await db
        .select({ at: min(charges.createdAt) })
        .from(charges)
        .where(
          and(
            eq(charges.carrierId, carrierId),
            isNotNull(charges.lookupAt),
            inArray(charges.state, ['intended', 'unknown']),
          ),
        );
      return row?.at ?? null;
    },

    /**
     * Takes some of what is to be looked up by moving its time on: whoever crashes now, it comes up
     * again.
     */
    claimLookups: async (
      carrierId: string,
      { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
    ): Promise<Charge[]> =>
      db.transaction(async (tx) => {
        const due = await tx
          .select()
          .from(charges)
          .where(
            and(
              eq(charges.carrierId, carrierId),
              isNotNull(charges.lookupAt),
              lte(charges.lookupAt, now),
            ),
          )
          .orderBy(asc(charges.lookupAt), asc(charges.id))
          .limit(limit)
          .for('update', { skipLocked: true });
        if (due.length > 0) {
          const ids = due.map((charge) => charge.id);
          await tx.update(charges).set({ lookupAt: leaseUntil }).where(inArray(charges.id, ids));
        }
        return due;
      }),

    /**
     * When an undecided charge is looked up next, how often it was, and the carrier's id of it
     * where that is known now.
     */
    reschedule: async (
      id: string,
      { lookupAt, lookups, named }: { lookupAt: Date; lookups: number; named: string | undefined },
    ): Promise<void> => {
      await db
        .update(charges)
        .set({ lookupAt, lookups, ...(named === undefined ? {} : { carrierPaymentId: named }) })
        .where(and(eq(charges.id, id), isNotNull(charges.lookupAt)));
    },

    /**
     * Has a charge looked up at once whatever it stands at: the carrier says something else of it.
     */
    lookAgain: async (id: string, at: Date): Promise<void> => {
      await db.update(charges).set({ lookupAt: at }).where(eq(charges.id, id));
    },

    /**
     * Keeps the carrier's own words of an open charge, for when its books say what became of it.
     */
    keepSaid: async (id: string, detail: string): Promise<void> => {
      await db
        .update(charges)
        .set({ detail })
        .where(and(eq(charges.id, id), inArray(charges.state, ['intended', 'unknown'])));
    },

    /**
     * Takes some of what is held and may be asked for again: from now on they are intents, which
     * are looked up at `lookupAt`.
     */
    claimSuspended: async (
      carrierId: string,
      { now, lookupAt, limit }: { now: Date; lookupAt: Date; limit: number },
    ): Promise<Charge[]> => {
      const due = await db
        .select()
        .from(charges)
        .where(suspendedBy(carrierId, now))
        .orderBy(asc(charges.suspendedUntil), asc(charges.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      const ids = due.map(({ id }) => id);
      if (ids.length > 0)
        await db
          .update(charges)
          .set({ suspendedUntil: null, reason: null, lookupAt })
          .where(inArray(charges.id, ids));
      return due;
    },

    /** How many are held and may be asked for again, counted up to `limit`. */
    countSuspended: async (carrierId: string, now: Date, limit: number): Promise<number> =>
      (
        await db
          .select({ id: charges.id })
          .from(charges)
          .where(suspendedBy(carrierId, now))
          .limit(limit)
      ).length,

    /** Lets all that are held be asked for again from now on. */
    resumeSuspended: async (now: Date): Promise<void> => {
      await db
        .update(charges)
        .set({ suspendedUntil: now })
        .where(isNotNull(charges.suspendedUntil));
    },

    nextSuspended: (carrierId: string): Promise<Date | null> =>
      earliestDue(
        db,
        sql`select min(${charges.suspendedUntil}) from ${charges} where ${charges.carrierId} = ${carrierId} and ${charges.suspendedUntil} is not null`,
      ),

    nextLookup: (carrierId: string): Promise<Date | null> =>
      earliestDue(
        db,
        sql`select min(${charges.lookupAt}) from ${charges} where ${charges.carrierId} = ${carrierId} and ${charges.lookupAt} is not null`,
      ),
  };
}

function suspendedBy(carrierId: string, now: Date) {
  return and(
    eq(charges.carrierId, carrierId),
    isNotNull(charges.suspendedUntil),
    lte(charges.suspendedUntil, now),
  );
}

/** A period of a subscription as a text. */
export function periodKey({
  subscriptionId,
  period,
}: Pick<Charge, 'subscriptionId' | 'period'>): string {
  return `${subscriptionId} ${period}`;
}

export type ChargeRepository = ReturnType<typeof createChargeRepository>;
