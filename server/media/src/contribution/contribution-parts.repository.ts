import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { contributionParts, contributions, type PictureState } from './contribution.tables.ts';

export type ContributionPart = typeof contributionParts.$inferSelect;
export type ContributionPartsRepository = ReturnType<typeof createContributionPartsRepository>;

/** When a contribution left the air, and what it left to the schedule's numbers. */
export interface LeftAir {
  readonly contributionId: string;
  readonly liveChannelId: number;
  readonly onAirUntil: number;
  readonly sequenceShift: number;
  readonly discontinuityShift: number;
}

const MOST_OLD = 50;

/** The SQL of what contributions put on air. */
export function createContributionPartsRepository(db: Database) {
  return {
    async begin(part: typeof contributionParts.$inferInsert): Promise<void> {
      await db.insert(contributionParts).values(part);
    },

    async grow(
      assetId: string,
      values: Pick<ContributionPart, 'segments' | 'lastDuration' | 'isOpen'>,
    ): Promise<void> {
      await db.update(contributionParts).set(values).where(eq(contributionParts.assetId, assetId));
    },

    /** Writes what the renditions of a part cost, as measured so far. */
    async measure(assetId: string, renditions: ContributionPart['renditions']): Promise<void> {
      await db
        .update(contributionParts)
        .set({ renditions })
        .where(eq(contributionParts.assetId, assetId));
    },

    /** Closes the parts of a contribution whose writer is gone; false: it has none. */
    async close(contributionId: string): Promise<boolean> {
      const closed = await db
        .update(contributionParts)
        .set({ isOpen: false })
        .where(eq(contributionParts.contributionId, contributionId))
        .returning({ id: contributionParts.assetId });
      return closed.length > 0;
    },

    async setPicture(contributionId: string, picture: PictureState): Promise<void> {
      await db.update(contributions).set({ picture }).where(eq(contributions.id, contributionId));
    },

    async leaveAir({ contributionId, liveChannelId: _, ...left }: LeftAir): Promise<void> {
      await db.update(contributions).set(left).where(eq(contributions.id, contributionId));
    },

    /** All parts that are open or end after a time, in the order of their times. */
    partsSince: (since: number): Promise<ContributionPart[]> =>
      db
        .select()
        .from(contributionParts)
        .where(
          or(
            contributionParts.isOpen,
            sql`${contributionParts.startsAt} + ${contributionParts.segments}::bigint * ${contributionParts.segmentDuration} > ${since}::bigint`,
          ),
        )
        .orderBy(asc(contributionParts.startsAt)),

    /** The contributions that left the air after a time, and the last of each channel before. */
    async left(since: number): Promise<LeftAir[]> {
      const columns = {
        contributionId: contributions.id,
        liveChannelId: contributions.liveChannelId,
        onAirUntil: contributions.onAirUntil,
        sequenceShift: contributions.sequenceShift,
        discontinuityShift: contributions.discontinuityShift,
      };
      const [recent, last] = await Promise.all([
        db.select(columns).from(contributions).where(gt(contributions.onAirUntil, since)),
        db
          .selectDistinctOn([contributions.liveChannelId], columns)
          .from(contributions)
          .where(and(isNotNull(contributions.onAirUntil), lt(contributions.onAirUntil, since + 1)))
          .orderBy(contributions.liveChannelId, desc(contributions.onAirUntil)),
      ]);
      return [...last, ...recent] as LeftAir[];
    },

    /**
     * The contributions that have parts, are over or silent since `silentSince`, and were not taken
     * off the air.
     */
    abandoned: (silentSince: Date) =>
      db
        .selectDistinct({ id: contributions.id, liveChannelId: contributions.liveChannelId })
        .from(contributions)
        .innerJoin(contributionParts, eq(contributionParts.contributionId, contributions.id))
        .where(
          and(
            isNull(contributions.onAirUntil),
            or(
              inArray(contributions.state, ['ended', 'failed']),
              lt(contributions.seenAt, silentSince),
            ),
          ),
        ),

    /** The newest part of each of these contributions. */
    newestOf: async (ids: readonly string[]): Promise<ContributionPart[]> =>
      ids.length === 0
        ? []
        : await db
            .selectDistinctOn([contributionParts.contributionId])
            .from(contributionParts)
            .where(inArray(contributionParts.contributionId, [...ids]))
            .orderBy(contributionParts.contributionId, desc(contributionParts.startsAt)),

    /** Parts with files whose time began before `before`, the oldest first. */
    old: (before: number): Promise<ContributionPart[]> =>
      db
        .select()
        .from(contributionParts)
        .where(lt(contributionParts.startsAt, before))
        .orderBy(asc(contributionParts.startsAt))
        .limit(MOST_OLD),

    async removed(assetId: string, removed: number): Promise<void> {
      await db
        .update(contributionParts)
        .set({ removed })
        .where(eq(contributionParts.assetId, assetId));
    },

    async forget(assetId: string): Promise<void> {
      await db.delete(contributionParts).where(eq(contributionParts.assetId, assetId));
    },
  };
}
