import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { liveIngestParts, liveIngestSessions, type PictureState } from './live-ingest.tables.ts';

export type LiveIngestPart = typeof liveIngestParts.$inferSelect;
export type LiveIngestPartsRepository = ReturnType<typeof createLiveIngestPartsRepository>;

/** When a live ingest session left the air, and what it left to the schedule's numbers. */
export interface LeftAir {
  readonly ingestSessionId: string;
  readonly liveChannelId: number;
  readonly onAirUntil: number;
  readonly sequenceShift: number;
  readonly discontinuityShift: number;
}

const MOST_OLD = 50;

/** The SQL of what live ingest sessions put on air. */
export function createLiveIngestPartsRepository(db: Database) {
  return {
    async begin(part: typeof liveIngestParts.$inferInsert): Promise<void> {
      await db.insert(liveIngestParts).values(part);
    },

    async grow(
      assetId: string,
      values: Pick<LiveIngestPart, 'segments' | 'lastDuration' | 'isOpen'>,
    ): Promise<void> {
      await db.update(liveIngestParts).set(values).where(eq(liveIngestParts.assetId, assetId));
    },

    /** Writes what the renditions of a part cost, as measured so far. */
    async measure(assetId: string, renditions: LiveIngestPart['renditions']): Promise<void> {
      await db
        .update(liveIngestParts)
        .set({ renditions })
        .where(eq(liveIngestParts.assetId, assetId));
    },

    /** Closes the parts of a live ingest session whose writer is gone; false: it has none. */
    async close(ingestSessionId: string): Promise<boolean> {
      const closed = await db
        .update(liveIngestParts)
        .set({ isOpen: false })
        .where(eq(liveIngestParts.ingestSessionId, ingestSessionId))
        .returning({ id: liveIngestParts.assetId });
      return closed.length > 0;
    },

    async setPicture(ingestSessionId: string, picture: PictureState): Promise<void> {
      await db
        .update(liveIngestSessions)
        .set({ picture })
        .where(eq(liveIngestSessions.id, ingestSessionId));
    },

    async leaveAir({ ingestSessionId, liveChannelId: _, ...left }: LeftAir): Promise<void> {
      await db
        .update(liveIngestSessions)
        .set(left)
        .where(eq(liveIngestSessions.id, ingestSessionId));
    },

    /** All parts that are open or end after a time, in the order of their times. */
    partsSince: (since: number): Promise<LiveIngestPart[]> =>
      db
        .select()
        .from(liveIngestParts)
        .where(
          or(
            liveIngestParts.isOpen,
            sql`${liveIngestParts.startsAt} + ${liveIngestParts.segments}::bigint * ${liveIngestParts.segmentDuration} > ${since}::bigint`,
          ),
        )
        .orderBy(asc(liveIngestParts.startsAt)),

    /**
     * The live ingest sessions that left the air after a time, and the last of each channel before.
     */
    async left(since: number): Promise<LeftAir[]> {
      const columns = {
        ingestSessionId: liveIngestSessions.id,
        liveChannelId: liveIngestSessions.liveChannelId,
        onAirUntil: liveIngestSessions.onAirUntil,
        sequenceShift: liveIngestSessions.sequenceShift,
        discontinuityShift: liveIngestSessions.discontinuityShift,
      };
      const [recent, last] = await Promise.all([
        db.select(columns).from(liveIngestSessions).where(gt(liveIngestSessions.onAirUntil, since)),
        db
          .selectDistinctOn([liveIngestSessions.liveChannelId], columns)
          .from(liveIngestSessions)
          .where(
            and(
              isNotNull(liveIngestSessions.onAirUntil),
              lt(liveIngestSessions.onAirUntil, since + 1),
            ),
          )
          .orderBy(liveIngestSessions.liveChannelId, desc(liveIngestSessions.onAirUntil)),
      ]);
      return [...last, ...recent] as LeftAir[];
    },

    /**
     * The live ingest sessions that have parts, are over or silent since `silentSince`, and were
     * not taken off the air.
     */
    abandoned: (silentSince: Date) =>
      db
        .selectDistinct({
          id: liveIngestSessions.id,
          liveChannelId: liveIngestSessions.liveChannelId,
        })
        .from(liveIngestSessions)
        .innerJoin(liveIngestParts, eq(liveIngestParts.ingestSessionId, liveIngestSessions.id))
        .where(
          and(
            isNull(liveIngestSessions.onAirUntil),
            or(
              inArray(liveIngestSessions.state, ['ended', 'failed']),
              lt(liveIngestSessions.seenAt, silentSince),
            ),
          ),
        ),

    /** The newest part of each of these live ingest sessions. */
    newestOf: async (ids: readonly string[]): Promise<LiveIngestPart[]> =>
      ids.length === 0
        ? []
        : await db
            .selectDistinctOn([liveIngestParts.ingestSessionId])
            .from(liveIngestParts)
            .where(inArray(liveIngestParts.ingestSessionId, [...ids]))
            .orderBy(liveIngestParts.ingestSessionId, desc(liveIngestParts.startsAt)),

    /** Parts with files whose time began before `before`, the oldest first. */
    old: (before: number): Promise<LiveIngestPart[]> =>
      db
        .select()
        .from(liveIngestParts)
        .where(lt(liveIngestParts.startsAt, before))
        .orderBy(asc(liveIngestParts.startsAt))
        .limit(MOST_OLD),

    async removed(assetId: string, removed: number): Promise<void> {
      await db.update(liveIngestParts).set({ removed }).where(eq(liveIngestParts.assetId, assetId));
    },

    async forget(assetId: string): Promise<void> {
      await db.delete(liveIngestParts).where(eq(liveIngestParts.assetId, assetId));
    },
  };
}
