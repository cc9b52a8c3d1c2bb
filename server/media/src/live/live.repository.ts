import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { livePlans, liveTimelines } from './live.tables.ts';

export type LiveRepository = ReturnType<typeof createLiveRepository>;
export type PlanRow = typeof livePlans.$inferSelect;

/** The SQL of what live channels play. */
export function createLiveRepository(db: Database) {
  return {
    /** The plans of a channel, in the order of their revisions. */
    plansOf: (liveChannelId: number): Promise<PlanRow[]> =>
      db
        .select()
        .from(livePlans)
        .where(eq(livePlans.liveChannelId, liveChannelId))
        .orderBy(asc(livePlans.revision)),

    /** The revision of a channel's timeline before there were plans; 0: it had none. */
    async revisionBefore(liveChannelId: number): Promise<number> {
      const [row] = await db
        .select({ revision: liveTimelines.revision })
        .from(liveTimelines)
        .where(eq(liveTimelines.liveChannelId, liveChannelId));
      return row?.revision ?? 0;
    },

    /** Writes the next plan, unless another process has written one of this revision. */
    async insertPlan(plan: PlanRow): Promise<void> {
      await db.insert(livePlans).values(plan).onConflictDoNothing();
    },

    async removePlans(liveChannelId: number, revisions: readonly number[]): Promise<void> {
      if (revisions.length === 0) return;
      await db
        .delete(livePlans)
        .where(
          and(
            eq(livePlans.liveChannelId, liveChannelId),
            inArray(livePlans.revision, [...revisions]),
          ),
        );
    },
  };
}
