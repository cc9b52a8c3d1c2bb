import { and, eq, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { liveTimelines } from './live.tables.ts';

export type LiveRepository = ReturnType<typeof createLiveRepository>;

/** The SQL of the revisions of live timelines. */
export function createLiveRepository(db: Database) {
  return {
    /**
     * The revision of a channel's timeline: that of its fingerprint, or the next one for another
     * fingerprint that was read later.
     */
    async revisionOf(liveChannelId: number, fingerprint: string, readAt: Date): Promise<number> {
      const known = await db
        .select()
        .from(liveTimelines)
        .where(eq(liveTimelines.liveChannelId, liveChannelId));
      const [row] = known;
      if (row?.fingerprint === fingerprint) return row.revision;
      await db
        .insert(liveTimelines)
        .values({ liveChannelId, revision: 0, fingerprint, readAt })
        .onConflictDoUpdate({
          target: liveTimelines.liveChannelId,
          set: { revision: sql`${liveTimelines.revision} + 1`, fingerprint, readAt },
          setWhere: and(
            ne(liveTimelines.fingerprint, fingerprint),
            lt(liveTimelines.readAt, readAt),
          ),
        });
      const [written] = await db
        .select({ revision: liveTimelines.revision })
        .from(liveTimelines)
        .where(eq(liveTimelines.liveChannelId, liveChannelId));
      return written?.revision ?? 0;
    },
  };
}
