import { type ChargeState, canBecome } from '@bonisa/domain/charge';
import { and, asc, count, eq, inArray, isNotNull, lte, min } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { charges, paidPeriods } from './subscription.tables.ts';

export type Charge = typeof charges.$inferSelect;

/** SQL of charges. */
export function createChargeRepository(db: Database) {
  return {
    within: (tx: Database) => createChargeRepository(tx),

    insert: async (charge: Charge): Promise<void> => {
      await db.insert(charges).values(charge);
    },

    byId: async (id: string): Promise<Charge | undefined> => {
      const [row] = await db.select().from(charges).where(eq(charges.id, id));
      return row;
    },

    lock: async (id: string): Promise<Charge | undefined> => {
      const [row] = await db.select().from(charges).where(eq(charges.id, id)).for('update');
      return row;
    },

    of: (subscriptionIds: readonly string[]): Promise<Charge[]> =>
      subscriptionIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(charges)
            .where(inArray(charges.subscriptionId, [...subscriptionIds]))
            .orderBy(asc(charges.createdAt), asc(charges.id)),

    latestOf: async (subscriptionId: string): Promise<Charge | undefined> => {
      const rows = await db.select().from(charges).where(eq(charges.subscriptionId, subscriptionId)).orderBy(asc(charges.createdAt));
      return rows.at(-1);
    },

    /** Moves a locked charge on. Throws where it may not become that: a settled charge stays as it is. */
    move: async (charge: Charge, to: ChargeState, details: Partial<Charge>): Promise<void> => {
      if (!canBecome(charge.state, to)) throw new Error(`a ${charge.state} charge cannot become ${to}`);
      await db
        .update(charges)
        .set({ ...details, state: to })
        .where(eq(charges.id, charge.id));
    },

    /** Writes that a period is paid; a second success for it is refused by the key. */
    markPaid: async (charge: Charge): Promise<void> => {
      await db.insert(paidPeriods).values({ subscriptionId: charge.subscriptionId, period: charge.period, chargeId: charge.id });
    },

    /** Takes some of what is to be looked up by moving its time on: whoever crashes now, it comes up again. */
    claimLookups: async (now: Date, leaseUntil: Date, limit: number): Promise<Charge[]> =>
      db.transaction(async (tx) => {
        const due = await tx
          .select()
          .from(charges)
          .where(and(isNotNull(charges.lookupAt), lte(charges.lookupAt, now)))
          .orderBy(asc(charges.lookupAt))
          .limit(limit)
          .for('update', { skipLocked: true });
        if (due.length > 0) {
          const ids = due.map((charge) => charge.id);
          await tx.update(charges).set({ lookupAt: leaseUntil }).where(inArray(charges.id, ids));
        }
        return due;
      }),

    /** When an unsettled charge is looked up next, and how often it was. */
    reschedule: async (id: string, lookupAt: Date, lookups: number): Promise<void> => {
      await db
        .update(charges)
        .set({ lookupAt, lookups })
        .where(and(eq(charges.id, id), isNotNull(charges.lookupAt)));
    },

    nextLookup: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ due: min(charges.lookupAt) })
        .from(charges)
        .where(isNotNull(charges.lookupAt));
      return row?.due ?? null;
    },

    countUnknown: async (): Promise<number> => {
      const [row] = await db.select({ unknown: count() }).from(charges).where(isNotNull(charges.lookupAt));
      return row?.unknown ?? 0;
    },
  };
}

export type ChargeRepository = ReturnType<typeof createChargeRepository>;
