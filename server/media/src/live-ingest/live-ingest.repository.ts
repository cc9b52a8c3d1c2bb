import type { Database } from '@bonisa/kit/database/database';
import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { liveIngestSessions, streamKeys } from './live-ingest.tables.ts';

export type LiveIngestSession = typeof liveIngestSessions.$inferSelect;
export type StreamKey = typeof streamKeys.$inferSelect;

export type LiveIngestRepository = ReturnType<typeof createLiveIngestRepository>;
const MOST_LISTED = 50;
const OPEN = ['live', 'away'] as const;

/** When a live ingest session has ended: at `now`, if not before. */
const endedBy = (now: Date) => sql`coalesce(${liveIngestSessions.endedAt}, ${now.toISOString()})`;

/** The SQL of stream keys and live ingest sessions. */
export function createLiveIngestRepository(db: Database) {
  return {
    within: (tx: Database) => createLiveIngestRepository(tx),

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

    /** The live ingest session of a channel that has not ended. */
    openOf: async (liveChannelId: number): Promise<LiveIngestSession | undefined> =>
      (
        await db
          .select()
          .from(liveIngestSessions)
          .where(
            and(
              eq(liveIngestSessions.liveChannelId, liveChannelId),
              inArray(liveIngestSessions.state, [...OPEN]),
              isNull(liveIngestSessions.endedAt),
            ),
          )
          .orderBy(desc(liveIngestSessions.startedAt))
          .limit(1)
      )[0],

    /** All live ingest sessions that go on, or whose recording waits to be finalised. */
    open: (): Promise<LiveIngestSession[]> =>
      db
        .select()
        .from(liveIngestSessions)
        .where(inArray(liveIngestSessions.state, [...OPEN]))
        .orderBy(liveIngestSessions.startedAt),

    async begin(ingestSession: typeof liveIngestSessions.$inferInsert): Promise<void> {
      await db.insert(liveIngestSessions).values(ingestSession);
    },

    /** Another publisher continues a live ingest session. */
    async continueWith(id: string, network: string | null, now: Date): Promise<void> {
      const publishers = sql`${liveIngestSessions.publishers} + 1`;
      await db
        .update(liveIngestSessions)
        .set({ state: 'live', seenAt: now, network, publishers })
        .where(eq(liveIngestSessions.id, id));
    },

    byId: async (id: string): Promise<LiveIngestSession | undefined> =>
      (await db.select().from(liveIngestSessions).where(eq(liveIngestSessions.id, id)))[0],

    /** Asks for the end of a live ingest session; undefined: there is none, or it is over. */
    askEnd: async (id: string, now: Date): Promise<LiveIngestSession | undefined> =>
      (
        await db
          .update(liveIngestSessions)
          .set({
            endAskedAt: sql`coalesce(${liveIngestSessions.endAskedAt}, ${now.toISOString()})`,
          })
          .where(
            and(
              eq(liveIngestSessions.id, id),
              inArray(liveIngestSessions.state, [...OPEN]),
              isNull(liveIngestSessions.endedAt),
            ),
          )
          .returning()
      )[0],

    /** Deletes where publishers sent from, of live ingest sessions that ended before `until`. */
    async forgetNetworks(until: Date): Promise<void> {
      await db
        .update(liveIngestSessions)
        .set({ network: null })
        .where(and(isNotNull(liveIngestSessions.network), lt(liveIngestSessions.endedAt, until)));
    },

    /**
     * Records how far a live ingest session is. What was noted while it ended arrives after its end
     * and changes nothing.
     */
    async note(
      id: string,
      values: Pick<LiveIngestSession, 'state' | 'bytes'>,
      now: Date,
    ): Promise<void> {
      await db
        .update(liveIngestSessions)
        .set({ ...values, seenAt: now })
        .where(
          and(
            eq(liveIngestSessions.id, id),
            inArray(liveIngestSessions.state, [...OPEN]),
            isNull(liveIngestSessions.endedAt),
          ),
        );
    },

    /**
     * Claims a silent live ingest session for one process, which finalises its recording: it is
     * over. False: another was faster, or it goes on.
     */
    async claim(
      { id, seenAt }: Pick<LiveIngestSession, 'id' | 'seenAt'>,
      now: Date,
    ): Promise<boolean> {
      const claimed = await db
        .update(liveIngestSessions)
        .set({ state: 'away', endedAt: endedBy(now), seenAt: now })
        .where(
          and(
            eq(liveIngestSessions.id, id),
            eq(liveIngestSessions.seenAt, seenAt),
            inArray(liveIngestSessions.state, [...OPEN]),
          ),
        )
        .returning({ id: liveIngestSessions.id });
      return claimed.length > 0;
    },

    /**
     * A live ingest session is over, and its recording waits to be finalised. What was noted last
     * may not be written: a process elsewhere would take it for empty.
     */
    async wait(id: string, bytes: number, now: Date): Promise<void> {
      await db
        .update(liveIngestSessions)
        .set({
          state: 'away',
          bytes,
          endedAt: endedBy(now),
          seenAt: now,
        })
        .where(and(eq(liveIngestSessions.id, id), inArray(liveIngestSessions.state, [...OPEN])));
    },

    async finish(
      id: string,
      values: Pick<LiveIngestSession, 'state' | 'jobId'>,
      now: Date,
    ): Promise<void> {
      await db
        .update(liveIngestSessions)
        .set({ ...values, endedAt: now })
        .where(eq(liveIngestSessions.id, id));
    },

    /** Those of which nothing has arrived, or been tried to finalise, since `silentSince`. */
    silent: (silentSince: Date) =>
      db
        .select()
        .from(liveIngestSessions)
        .where(
          and(
            inArray(liveIngestSessions.state, [...OPEN]),
            lt(liveIngestSessions.seenAt, silentSince),
          ),
        ),

    /** The newest live ingest sessions that have a recording. */
    recorded: () =>
      db
        .select()
        .from(liveIngestSessions)
        .where(isNotNull(liveIngestSessions.jobId))
        .orderBy(desc(liveIngestSessions.startedAt))
        .limit(MOST_LISTED),

    newest: () =>
      db
        .select()
        .from(liveIngestSessions)
        .orderBy(desc(liveIngestSessions.startedAt))
        .limit(MOST_LISTED),
  };
}
