import type { Database } from '@bonisa/kit/database/database';
import { purgeRows } from '@bonisa/kit/jobs/purge';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { playbackLog } from './telemetry.tables.ts';

export type PlaybackEntry = Omit<typeof playbackLog.$inferInsert, 'id'>;

/** The SQL of the playback log. */
export function createPlaybackLogRepository(db: Database) {
  return {
    within: (tx: Database) => createPlaybackLogRepository(tx),

    /** Writes an entry and deletes the oldest entries of the same uuid above `max`. */
    insert: async (entry: PlaybackEntry, max: number): Promise<void> => {
      // Locks the subscriber's row, so that an entry is never joined to a subscriber whose data was
      // removed.
      const subscriberId =
        entry.subscriberId == null
          ? null
          : sql`(select ${subscribers.id} from ${subscribers} where ${subscribers.id} = ${entry.subscriberId} and ${isNull(subscribers.forgottenAt)} for share)`;
      await db.insert(playbackLog).values({ ...entry, subscriberId });
      const newestTooMany = sql`(select id from playback_log where uuid = ${entry.uuid} order by id desc offset ${max} limit 1)`;
      await db
        .delete(playbackLog)
        .where(and(eq(playbackLog.uuid, entry.uuid), sql`${playbackLog.id} <= ${newestTooMany}`));
    },

    /** The entries of a subscriber, newest first. */
    of: (subscriberId: number, limit: number) =>
      db
        .select()
        .from(playbackLog)
        .where(eq(playbackLog.subscriberId, subscriberId))
        .orderBy(desc(playbackLog.id))
        .limit(limit),

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(playbackLog).where(eq(playbackLog.subscriberId, subscriberId));
    },

    /** Deletes entries older than `before`, and all but the newest `max`. */
    purge: async (before: Date, max: number): Promise<void> => {
      await purgeRows(db, playbackLog, lt(playbackLog.at, before));
      await purgeRows(
        db,
        playbackLog,
        sql`${playbackLog.id} <= (select max(id) from playback_log) - ${max}::bigint`,
      );
    },
  };
}

export type PlaybackLogRepository = ReturnType<typeof createPlaybackLogRepository>;
