import type { Database } from '@bonisa/kit/database/database';
import { and, eq, lt, lte, sql } from 'drizzle-orm';
import { carrierStops } from './stops.tables.ts';

export type Stop = typeof carrierStops.$inferSelect;

/** SQL of one carrier's operations that are stopped. */
export function createStopRepository(db: Database, carrier: string) {
  const ofOperation = (operation: string) =>
    and(eq(carrierStops.carrier, carrier), eq(carrierStops.operation, operation));
  return {
    all: (): Promise<Stop[]> =>
      db.select().from(carrierStops).where(eq(carrierStops.carrier, carrier)),

    /**
     * Counts `strikes` more refusals of an operation, `limit` of which stop it. Answers the row
     * where these changed it, so that one of all processes learns that it is stopped now.
     */
    strike: async (stop: Omit<Stop, 'carrier'>, limit: number): Promise<Stop | undefined> => {
      const { detail, since, strikes, probeAt } = stop;
      const [row] = await db
        .insert(carrierStops)
        .values({ ...stop, carrier })
        .onConflictDoUpdate({
          target: [carrierStops.carrier, carrierStops.operation],
          set: {
            detail,
            since,
            probeAt,
            strikes: sql`least(${carrierStops.strikes} + ${strikes}, ${limit})`,
          },
          setWhere: lt(carrierStops.strikes, limit),
        })
        .returning();
      return row;
    },

    /** Takes the turn to make one call: of all processes, one gets it. */
    claimProbe: async ({ operation, probes }: Stop, now: Date, next: Date): Promise<boolean> => {
      const rows = await db
        .update(carrierStops)
        .set({ probes: probes + 1, probeAt: next })
        .where(and(ofOperation(operation), lte(carrierStops.probeAt, now)))
        .returning({ operation: carrierStops.operation });
      return rows.length > 0;
    },

    /** Answers whether it was there: one of all processes took it away. */
    clear: async (operation: string): Promise<boolean> => {
      const rows = await db
        .delete(carrierStops)
        .where(ofOperation(operation))
        .returning({ operation: carrierStops.operation });
      return rows.length > 0;
    },

    /** Has every stopped operation probed at once. */
    probeAll: async (at: Date): Promise<void> => {
      await db
        .update(carrierStops)
        .set({ probes: 0, probeAt: at })
        .where(eq(carrierStops.carrier, carrier));
    },
  };
}
