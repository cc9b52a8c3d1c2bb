import type { StoredPosition } from '@bonisa/domain/playback/resume';
import type { Database } from '@bonisa/kit/database/database';
import { nothingServedSince } from '@bonisa/money/subscription/served-since.repository';
import { and, asc, desc, eq, isNotNull, isNull, lt, lte, type SQL, sql } from 'drizzle-orm';
import { resumePositions } from './viewer.tables.ts';

/** A resume position. */
export interface Position {
  readonly titleId: number;
  readonly episodeId: number | null;
  readonly seconds: number;
  readonly durationSeconds: number;
  readonly at: Date;
}

/** The SQL of resume positions. */
export function createResumeRepository(db: Database) {
  const end = async (which: SQL | undefined, at: Date): Promise<boolean> => {
    const ended = await db
      .update(resumePositions)
      .set({ seconds: null, at })
      .where(and(which, isNotNull(resumePositions.seconds)))
      .returning({ titleId: resumePositions.titleId });
    return ended.length > 0;
  };

  return {
    within: (tx: Database) => createResumeRepository(tx),

    /** The resume positions of a subscriber, newest first. */
    of: async (subscriberId: number, limit: number): Promise<Position[]> => {
      const rows = await db
        .select()
        .from(resumePositions)
        .where(
          and(eq(resumePositions.subscriberId, subscriberId), isNotNull(resumePositions.seconds)),
        )
        .orderBy(desc(resumePositions.at), asc(resumePositions.titleId))
        .limit(limit);
      return rows.map(positionOf);
    },

    /** The ids of the titles that a subscriber has seen. */
    finished: async (subscriberId: number): Promise<number[]> => {
      const rows = await db
        .select({ titleId: resumePositions.titleId })
        .from(resumePositions)
        .where(and(eq(resumePositions.subscriberId, subscriberId), resumePositions.finished));
      return rows.map(({ titleId }) => titleId);
    },

    /**
     * The resume position in this video, or in this episode if it is the last one watched of its
     * show.
     */
    find: async (
      subscriberId: number,
      { kind, id }: { kind: 'video' | 'episode'; id: number },
    ): Promise<Position | undefined> => {
      const which =
        kind === 'video'
          ? and(eq(resumePositions.titleId, id), isNull(resumePositions.episodeId))
          : eq(resumePositions.episodeId, id);
      const [row] = await db
        .select()
        .from(resumePositions)
        .where(
          and(
            eq(resumePositions.subscriberId, subscriberId),
            isNotNull(resumePositions.seconds),
            which,
          ),
        );
      return row && positionOf(row);
    },

    /**
     * Writes positions unless a newer one of the same title exists; returns how many resume
     * positions were written. Stores one position for each title, for at most `max` titles. Runs in
     * a transaction.
     */
    put: async (
      subscriberId: number,
      positions: readonly StoredPosition[],
      max: number,
    ): Promise<number> => {
      // One order for all writers prevents deadlocks between two browsers of a subscriber.
      const ordered = positions.toSorted((a, b) => a.title - b.title);
      const values = ordered.map(({ title, episode, ...rest }) => ({
        subscriberId,
        titleId: title,
        episodeId: episode,
        ...rest,
      }));
      const written = await db
        .insert(resumePositions)
        .values(values)
        .onConflictDoUpdate({
          target: [resumePositions.subscriberId, resumePositions.titleId],
          set: {
            episodeId: sql`excluded.episode_id`,
            seconds: sql`excluded.seconds`,
            finished: sql`excluded.finished`,
            durationSeconds: sql`excluded.duration_seconds`,
            at: sql`excluded.at`,
          },
          setWhere: lte(resumePositions.at, sql`excluded.at`),
        })
        .returning({ seconds: resumePositions.seconds });
      const oldest = sql`(select at from resume_positions where subscriber_id = ${subscriberId} order by at desc offset ${max - 1} limit 1)`;
      await db
        .delete(resumePositions)
        .where(and(eq(resumePositions.subscriberId, subscriberId), lt(resumePositions.at, oldest)));
      return written.filter(({ seconds }) => seconds !== null).length;
    },

    /** Removes the position in a video; returns whether there was one. */
    endVideo: (subscriberId: number, titleId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.titleId, titleId),
          isNull(resumePositions.episodeId),
        ),
        at,
      ),

    /** Removes the position in a show, whichever episode it is in. */
    endShow: (subscriberId: number, titleId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.titleId, titleId),
          isNotNull(resumePositions.episodeId),
        ),
        at,
      ),

    /** Removes the position of a hidden show, which is only known by its episode. */
    endEpisode: (subscriberId: number, episodeId: number, at: Date): Promise<boolean> =>
      end(
        and(
          eq(resumePositions.subscriberId, subscriberId),
          eq(resumePositions.episodeId, episodeId),
        ),
        at,
      ),

    /** Removes the positions of subscribers whose last paid time ended before `before`. */
    purge: async (before: Date): Promise<void> => {
      await db
        .delete(resumePositions)
        .where(nothingServedSince(db, resumePositions.subscriberId, before));
    },

    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(resumePositions).where(eq(resumePositions.subscriberId, subscriberId));
    },
  };
}

function positionOf({
  titleId,
  episodeId,
  seconds,
  durationSeconds,
  at,
}: typeof resumePositions.$inferSelect): Position {
  return { titleId, episodeId, seconds: seconds ?? 0, durationSeconds, at };
}

export type ResumeRepository = ReturnType<typeof createResumeRepository>;
