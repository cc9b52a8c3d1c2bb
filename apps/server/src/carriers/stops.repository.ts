import { and, eq, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { carrierStops } from './stops.tables.ts';

export type Stop = typeof carrierStops.$inferSelect;

/** SQL of operations that are stopped. */
export function createStopRepository(db: Database) {
  return {
    all: (): Promise<Stop[]> => db.select().from(carrierStops),

    /**
     * Counts `strikes` more refusals of an operation, `limit` of which stop it. Answers the row
     * where these changed it, so that one of all processes learns that it is stopped now.
     */
    strike: async (stop: Stop, limit: number): Promise<Stop | undefined> => {
      const { detail, since, strikes, probeAt } = stop;
      const [row] = await db
        .insert(carrierStops)
        .values(stop)
        .onConflictDoUpdate({
          target: carrierStops.operation,
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
        .where(and(eq(carrierStops.operation, operation), lte(carrierStops.probeAt, now)))
        .returning({ operation: carrierStops.operation });
      return rows.length > 0;
    },

    /** Answers whether it was there: one of all processes took it away. */
    clear: async (operation: string): Promise<boolean> => {
      const rows = await db
        .delete(carrierStops)
        .where(eq(carrierStops.operation, operation))
        .returning({ operation: carrierStops.operation });
      return rows.length > 0;
    },

    /** Has every stopped operation probed at once. */
    probeAll: async (at: Date): Promise<void> => {
      await db.update(carrierStops).set({ probes: 0, probeAt: at });
    },
  };
}
