import type { Database } from '@bonisa/kit/database/database';
import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { contributions, streamKeys } from './contribution.tables.ts';

export type Contribution = typeof contributions.$inferSelect;
export type StreamKey = typeof streamKeys.$inferSelect;

export type ContributionRepository = ReturnType<typeof createContributionRepository>;
const MOST_LISTED = 50;
const OPEN = ['live', 'away'] as const;

/** When a contribution has ended: at `now`, if not before. */
const endedBy = (now: Date) => sql`coalesce(${contributions.endedAt}, ${now.toISOString()})`;

/** The SQL of stream keys and contributions. */
export function createContributionRepository(db: Database) {
  return {
    within: (tx: Database) => createContributionRepository(tx),

    transaction: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => await work(tx)),

    /** Sets the key of a channel; an earlier one is no longer valid. */
    async setKey(key: StreamKey): Promise<void> {
      const { keyHash, recordTo, createdAt } = key;
      await db.insert(streamKeys).values(key).onConflictDoUpdate({
        target: streamKeys.liveChannelId,
        set: { keyHash, recordTo, createdAt },
      });
    },

    /** Removes the key of a channel. */
    removeKey: async (liveChannelId: number): Promise<boolean> =>
      (
        await db
          .delete(streamKeys)
          .where(eq(streamKeys.liveChannelId, liveChannelId))
          .returning({ id: streamKeys.liveChannelId })
      ).length > 0,

    keys: () => db.select().from(streamKeys).orderBy(streamKeys.liveChannelId),

    keyByHash: async (keyHash: string): Promise<StreamKey | undefined> =>
      (await db.select().from(streamKeys).where(eq(streamKeys.keyHash, keyHash)))[0],

    keyOf: async (liveChannelId: number): Promise<StreamKey | undefined> =>
      (await db.select().from(streamKeys).where(eq(streamKeys.liveChannelId, liveChannelId)))[0],

    /** The contribution of a channel that has not ended. */
    openOf: async (liveChannelId: number): Promise<Contribution | undefined> =>
      (
        await db
          .select()
          .from(contributions)
          .where(
            and(
              eq(contributions.liveChannelId, liveChannelId),
              inArray(contributions.state, [...OPEN]),
              isNull(contributions.endedAt),
            ),
          )
          .orderBy(desc(contributions.startedAt))
          .limit(1)
      )[0],

    /** All contributions that go on, or whose recording waits to be handed in. */
    open: (): Promise<Contribution[]> =>
      db
        .select()
        .from(contributions)
        .where(inArray(contributions.state, [...OPEN]))
        .orderBy(contributions.startedAt),

    async begin(contribution: typeof contributions.$inferInsert): Promise<void> {
      await db.insert(contributions).values(contribution);
    },

    /** Another publisher continues a contribution. */
    async continueWith(id: string, network: string | null, now: Date): Promise<void> {
      const publishers = sql`${contributions.publishers} + 1`;
      await db
        .update(contributions)
        .set({ state: 'live', seenAt: now, network, publishers })
        .where(eq(contributions.id, id));
    },

    byId: async (id: string): Promise<Contribution | undefined> =>
      (await db.select().from(contributions).where(eq(contributions.id, id)))[0],

    /** Asks for the end of a contribution; undefined: there is none, or it is over. */
    askEnd: async (id: string, now: Date): Promise<Contribution | undefined> =>
      (
        await db
          .update(contributions)
          .set({ endAskedAt: sql`coalesce(${contributions.endAskedAt}, ${now.toISOString()})` })
          .where(
            and(
              eq(contributions.id, id),
              inArray(contributions.state, [...OPEN]),
              isNull(contributions.endedAt),
            ),
          )
          .returning()
      )[0],

    /** Deletes where publishers sent from, of contributions that ended before `until`. */
    async forgetNetworks(until: Date): Promise<void> {
      await db
        .update(contributions)
        .set({ network: null })
        .where(and(isNotNull(contributions.network), lt(contributions.endedAt, until)));
    },

    /**
     * Records how far a contribution is. What was noted while it ended arrives after its end and
     * changes nothing.
     */
    async note(
      id: string,
      values: Pick<Contribution, 'state' | 'bytes'>,
      now: Date,
    ): Promise<void> {
      await db
        .update(contributions)
        .set({ ...values, seenAt: now })
        .where(
          and(
            eq(contributions.id, id),
            inArray(contributions.state, [...OPEN]),
            isNull(contributions.endedAt),
          ),
        );
    },

    /**
     * Claims a silent contribution for one process, which hands its recording in: it is over.
     * False: another was faster, or it goes on.
     */
    async claim({ id, seenAt }: Pick<Contribution, 'id' | 'seenAt'>, now: Date): Promise<boolean> {
      const claimed = await db
        .update(contributions)
        .set({ state: 'away', endedAt: endedBy(now), seenAt: now })
        .where(
          and(
            eq(contributions.id, id),
            eq(contributions.seenAt, seenAt),
            inArray(contributions.state, [...OPEN]),
          ),
        )
        .returning({ id: contributions.id });
      return claimed.length > 0;
    },

    /**
     * A contribution is over, and its recording waits to be handed in. What was noted last may not
     * be written: a process elsewhere would take it for empty.
     */
    async wait(id: string, bytes: number, now: Date): Promise<void> {
      await db
        .update(contributions)
        .set({
          state: 'away',
          bytes,
          endedAt: endedBy(now),
          seenAt: now,
        })
        .where(and(eq(contributions.id, id), inArray(contributions.state, [...OPEN])));
    },

    async finish(
      id: string,
      values: Pick<Contribution, 'state' | 'jobId'>,
      now: Date,
    ): Promise<void> {
      await db
        .update(contributions)
        .set({ ...values, endedAt: now })
        .where(eq(contributions.id, id));
    },

    /** Those of which nothing has arrived, or been tried to hand in, since `silentSince`. */
    silent: (silentSince: Date) =>
      db
        .select()
        .from(contributions)
        .where(and(inArray(contributions.state, [...OPEN]), lt(contributions.seenAt, silentSince))),

    /** The newest contributions that have a recording. */
    recorded: () =>
      db
        .select()
        .from(contributions)
        .where(isNotNull(contributions.jobId))
        .orderBy(desc(contributions.startedAt))
        .limit(MOST_LISTED),

    newest: () =>
      db.select().from(contributions).orderBy(desc(contributions.startedAt)).limit(MOST_LISTED),
  };
}
