import { anyOf, bulkInsert, bulkUpdate } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { dueQueryByCarrier, earliestDue } from '@bonisa/kit/jobs/earliest-due';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  min,
  or,
  sql,
} from 'drizzle-orm';
import { charges, paidPeriods } from '../billing.tables.ts';
import { noteResends, resentCharges } from './charge-resends.repository.ts';
import { takenReferences } from './taken-references.repository.ts';

export type Charge = typeof charges.$inferSelect;

/** The columns of a charge that an answer of the carrier changes. */
const OUTCOME = [
  'state',
  'reason',
  'detail',
  'carrierPaymentId',
  'carrierReference',
  'decidedAt',
  'lookupAt',
  'lookups',
  'onHoldUntil',
  'isOverpayment',
] as const;

/** Taken, and not all of it refunded; by the id that its refunds are listed by. */
const TAKEN = and(eq(charges.state, 'succeeded'), isNotNull(charges.carrierPaymentId));

/** When the first look-up of a charge is due at a carrier. */
const nextLookupAt = dueQueryByCarrier(
  (carrierId) =>
    sql`select min(${charges.lookupAt}) from ${charges} where ${charges.carrierId} = ${carrierId} and ${charges.lookupAt} is not null`,
);
/** When the first charge on hold may be asked for again at a carrier. */
const nextOnHoldAt = dueQueryByCarrier(
  (carrierId) =>
    sql`select min(${charges.onHoldUntil}) from ${charges} where ${charges.carrierId} = ${carrierId} and ${charges.onHoldUntil} is not null`,
);

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

    /** Which of these references exist as charges. */
    takenReferences: (references: readonly string[]) =>
      takenReferences(db, charges.reference, references),

    /** Locks these charges, always in the same order. */
    lockAll: (ids: readonly string[]): Promise<Charge[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(charges)
            .where(sql`${charges.id} = ${anyOf(ids, 'uuid')}`)
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

    /** The newest of these charges, at most `limit`. */
    newestOf: (subscriptionIds: readonly string[], limit: number): Promise<Charge[]> =>
      subscriptionIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(charges)
            .where(inArray(charges.subscriptionId, [...subscriptionIds]))
            .orderBy(desc(charges.createdAt), desc(charges.id))
            .limit(limit),

    /** The first charge of a subscription that did not begin with a free day. */
    openingOf: async (subscriptionId: string): Promise<Charge | undefined> => {
      const [row] = await db
        .select()
        .from(charges)
        .where(eq(charges.subscriptionId, subscriptionId))
        .orderBy(asc(charges.createdAt), asc(charges.id))
        .limit(1);
      return row;
    },

    /** Whether the carrier has taken money for this subscription before. */
    hasTaken: async (subscriptionId: string, carrierId: string): Promise<boolean> => {
      const [row] = await db
        .select({ id: charges.id })
        .from(charges)
        .where(
          and(
            eq(charges.subscriptionId, subscriptionId),
            eq(charges.carrierId, carrierId),
            inArray(charges.state, ['succeeded', 'refunded']),
          ),
        )
        .limit(1);
      return row !== undefined;
    },

    /** Writes new states of locked charges. */
    writeOutcomes: (decided: readonly Charge[]): Promise<void> =>
      bulkUpdate(db, charges, 'id', OUTCOME, decided),

    /** Which of these periods are paid, as `<subscription> <period>`. */
    paidOf: async (subscriptionIds: readonly string[]): Promise<Set<string>> => {
      if (subscriptionIds.length === 0) return new Set();
      const rows = await db
        .select({ subscriptionId: paidPeriods.subscriptionId, period: paidPeriods.period })
        .from(paidPeriods)
        .where(sql`${paidPeriods.subscriptionId} = ${anyOf(subscriptionIds, 'uuid')}`);
      return new Set(rows.map(periodKey));
    },

    /** Records periods as paid; the key refuses a second success for a period. */
    markPaid: (paid: readonly Charge[]): Promise<void> =>
      bulkInsert(
        db,
        paidPeriods,
        paid.map(({ subscriptionId, period, id }) => ({ subscriptionId, period, chargeId: id })),
      ),

    /** The charge that paid the latest paid period; `undefined` if no period was ever paid. */
    latestPaid: async (subscriptionId: string): Promise<string | undefined> => {
      const [row] = await db
        .select({ chargeId: paidPeriods.chargeId })
        .from(paidPeriods)
        .where(eq(paidPeriods.subscriptionId, subscriptionId))
        .orderBy(desc(paidPeriods.period))
        .limit(1);
      return row?.chargeId;
    },

    /** The charges with these references, by reference. */
    byReferences: async (references: readonly string[]): Promise<Map<string, Charge>> => {
      if (references.length === 0) return new Map();
      const rows = await db
        .select()
        .from(charges)
        .where(sql`${charges.reference} = ${anyOf(references, 'text')}`);
      return new Map(rows.map((row) => [row.reference, row]));
    },

    /** A page of the successful charges written since an instant, the oldest first. */
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
            TAKEN,
            after && or(gt(charges.createdAt, after.createdAt), gt(charges.id, after.id)),
          ),
        )
        .orderBy(asc(charges.createdAt), asc(charges.id))
        .limit(limit),

    /**
     * A page of the successful charges that were written before an instant and sent again since,
     * the first ones first.
     */
    takenAgainSince: (
      carrierId: string,
      from: Date,
      after: Pick<Charge, 'id'> | undefined,
      limit: number,
    ): Promise<Charge[]> =>
      resentCharges(db, { carrierId, from }, and(TAKEN, lt(charges.createdAt, from)), after, limit),

    /** When the newest successful charge was written. */
    newestTaken: async (carrierId: string): Promise<Date | null> => {
      const [row] = await db
        .select({ at: max(charges.createdAt) })
        .from(charges)
        .where(
          and(eq(charges.carrierId, carrierId), inArray(charges.state, ['succeeded', 'refunded'])),
        );
      return row?.at ?? null;
    },

    /** When the oldest charge with an unknown outcome was written. */
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

    /** Claims charges to look up by postponing their time: after a crash they become due again. */
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
          await tx
            .update(charges)
            .set({ lookupAt: leaseUntil })
            .where(sql`${charges.id} = ${anyOf(ids, 'uuid')}`);
        }
        return due;
      }),

    /**
     * When an open charge is looked up next, how often it was, and the carrier's id if it is known
     * now.
     */
    reschedule: async (
      id: string,
      {
        carrierPaymentId,
        ...times
      }: { lookupAt: Date; lookups: number; carrierPaymentId: string | undefined },
    ): Promise<void> => {
      await db
        .update(charges)
        .set({ ...times, ...(carrierPaymentId === undefined ? {} : { carrierPaymentId }) })
        .where(and(eq(charges.id, id), isNotNull(charges.lookupAt)));
    },

    /**
     * Schedules an immediate lookup of a charge in any state, because the carrier reports something
     * else.
     */
    lookAgain: async (id: string, at: Date): Promise<void> => {
      await db.update(charges).set({ lookupAt: at }).where(eq(charges.id, id));
    },

    /**
     * Stores the carrier's own words about an open charge until the carrier's list shows the
     * outcome.
     */
    keepCarrierReason: async (id: string, detail: string): Promise<void> => {
      await db
        .update(charges)
        .set({ detail })
        .where(and(eq(charges.id, id), inArray(charges.state, ['intended', 'unknown'])));
    },

    /**
     * Claims charges on hold that may be asked for again. They become intents, which are looked
     * up at `lookupAt`, and count as sent from now on: a process may end before it notes more.
     */
    claimOnHold: async (
      carrierId: string,
      { now, lookupAt, limit }: { now: Date; lookupAt: Date; limit: number },
    ): Promise<Charge[]> => {
      const due = await db
        .select()
        .from(charges)
        .where(dueOnHold(carrierId, now))
        .orderBy(asc(charges.onHoldUntil), asc(charges.id))
        .limit(limit)
        .for('update', { skipLocked: true });
      const ids = due.map(({ id }) => id);
      const claimed = { onHoldUntil: null, reason: null, lookupAt, sentAt: now };
      if (ids.length > 0) {
        await db
          .update(charges)
          .set(claimed)
          .where(sql`${charges.id} = ${anyOf(ids, 'uuid')}`);
        await noteResends(db, ids, { carrierId, sentAt: now });
      }
      return due.map((charge) => ({ ...charge, ...claimed }));
    },

    /** How many charges on hold may be asked for again, counted up to `limit`. */
    countOnHold: async (carrierId: string, now: Date, limit: number): Promise<number> =>
      (
        await db
          .select({ id: charges.id })
          .from(charges)
          .where(dueOnHold(carrierId, now))
          .limit(limit)
      ).length,

    /** Allows all charges on hold to be asked for again at once. */
    resumeOnHold: async (now: Date): Promise<void> => {
      await db.update(charges).set({ onHoldUntil: now }).where(isNotNull(charges.onHoldUntil));
    },

    nextOnHold: (carrierId: string): Promise<Date | null> =>
      earliestDue(db, nextOnHoldAt(carrierId)),

    nextLookup: (carrierId: string): Promise<Date | null> =>
      earliestDue(db, nextLookupAt(carrierId)),
  };
}

function dueOnHold(carrierId: string, now: Date) {
  return and(
    eq(charges.carrierId, carrierId),
    isNotNull(charges.onHoldUntil),
    lte(charges.onHoldUntil, now),
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
